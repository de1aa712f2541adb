import { useMemo, useSyncExternalStore } from 'react';
import type { Token } from './codePaint';

type Paint = typeof import('./codePaint').paint;

/** Longer code stays in one colour: painting it would hold up the page. In UTF-16 units. */
const MOST = 60_000;

let paint: Paint | undefined;
let asked = false;
const waiting = new Set<() => void>();

function ask(told: () => void): () => void {
  waiting.add(told);
  if (!asked) {
    asked = true;
    void import('./codePaint').then((module) => {
      paint = module.paint;
      for (const each of waiting) each();
    }, () => { asked = false; }); // without a network code is in one colour; the next block asks again
  }
  return () => { waiting.delete(told); };
}

const silent = () => () => undefined;

/** The pieces of `text` with what each is, once the painter is here; undefined: show it as it is. */
export function usePaint(text: string, language: string | undefined): readonly Token[] | undefined {
  const wanted = language !== undefined && text.length <= MOST;
  const ready = useSyncExternalStore(wanted ? ask : silent, () => paint);
  return useMemo(() => (wanted ? ready?.(text, language.toLowerCase()) : undefined), [wanted, ready, text, language]);
}
