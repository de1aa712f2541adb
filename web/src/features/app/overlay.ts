import { useSyncExternalStore } from 'react';

/** What may lie over any page, one at a time. */
export type Overlay = 'palette' | 'keys' | 'conversation';

let shown: Overlay | undefined;
const listeners = new Set<() => void>();

export function showOverlay(next: Overlay | undefined): void {
  shown = next;
  for (const each of listeners) each();
}

export const useOverlay = (): Overlay | undefined => useSyncExternalStore((listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
}, () => shown);
