import { Suspense, useState, useSyncExternalStore } from 'react';
import { later } from './later';

/** A word about what was just done, with at most one way back. */
export type ToastWords = { text: string; tone?: 'plain' | 'danger'; action?: { label: string; run: () => void } };

const Base = later(() => import('./ToastBase').then((m) => m.default), () => null);
let waiting: readonly ToastWords[] = [];
const listeners = new Set<() => void>();

function set(next: readonly ToastWords[]): void {
  waiting = next;
  for (const each of listeners) each();
}

/** Say it, from anywhere. It goes by itself, except while somebody points at it or has the focus in it. */
export function toast(words: ToastWords): void {
  set([...waiting, words]);
}

/** What is to be said and was not yet. */
export function takeToasts(): readonly ToastWords[] {
  const taken = waiting;
  if (taken.length > 0) set([]);
  return taken;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWaitingToasts = () => useSyncExternalStore(subscribe, () => waiting);

/** Their one place. The code comes with the first toast. */
export function Toasts() {
  const waits = useWaitingToasts().length > 0;
  const [wanted, setWanted] = useState(waits);
  if (waits && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}><Base /></Suspense> : null;
}
