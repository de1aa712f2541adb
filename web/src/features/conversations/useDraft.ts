import { useState } from 'react';
import type { Link } from '../../lap/types';

export type Draft = { text: string; links: readonly Link[] };
const EMPTY: Draft = { text: '', links: [] };
const key = (conversationId: string) => `lineup.draft.${conversationId}`;

/** What is being written in a conversation. It survives a reload on this device. */
export function useDraft(conversationId: string): [Draft, (draft: Draft) => void, () => void] {
  const [draft, setDraft] = useState(() => read(key(conversationId)));
  const write = (next: Draft) => {
    setDraft(next);
    if (next.text === '' && next.links.length === 0) localStorage.removeItem(key(conversationId));
    else localStorage.setItem(key(conversationId), JSON.stringify(next));
  };
  return [draft, write, () => { write(EMPTY); }];
}

function read(name: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<Draft> | null;
    return { text: typeof kept?.text === 'string' ? kept.text : '', links: Array.isArray(kept?.links) ? kept.links : [] };
  } catch {
    return EMPTY;
  }
}
