import { useSyncExternalStore } from 'react';

/** From here on the list has room beside the conversation and its task. */
const query = '(min-width: 1360px)';

const subscribe = (listener: () => void) => {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => { media.removeEventListener('change', listener); };
};

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
