import { useCallback, useEffect, useState } from 'react';
import { useSelect } from '../../sync/hooks';

/** A list that lives on the server only: read when shown, again when the server can be reached, and after `reload`. */
export function useLoaded<T>(load: () => Promise<T>): { value: T | undefined; error: unknown; reload: () => Promise<void> } {
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<unknown>();
  const offline = useSelect((state) => state.sync.phase === 'offline');
  const [first] = useState(() => load);
  const reload = useCallback(async () => {
    try {
      setValue(await first());
      setError(undefined);
    } catch (failure) {
      setError(failure);
    }
  }, [first]);
  useEffect(() => {
    let gone = false;
    first().then((read) => { if (!gone) { setValue(read); setError(undefined); } }, (failure: unknown) => { if (!gone) setError(failure); });
    return () => { gone = true; };
  }, [first, offline]);
  return { value, error, reload };
}
