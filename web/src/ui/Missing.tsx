import { useEffect, useSyncExternalStore } from 'react';

/** Why a reload is offered: a part of the page was wanted and could not be fetched, or the server has a newer build. */
export type Staleness = 'missing' | 'newer';

let stale: Staleness | undefined;
const listeners = new Set<() => void>();

export function setStale(next: Staleness | undefined): void {
  stale = next;
  for (const each of listeners) each();
}

export const useStale = (): Staleness | undefined => useSyncExternalStore((listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
}, () => stale);

/** In place of a dialog or menu whose code could not be fetched: the page says so, and it closes. */
export function Missing({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    if (stale === undefined) setStale('missing');
    onClose?.();
  }, [onClose]);
  return null;
}
