/**
 * What is being written in each conversation, on this device: over reloads, and in step between tabs. Where storage is
 * full or blocked it lives as long as the page.
 */
import type { Link } from '../../lap/types';
import { keepLocally } from '../../sync/local';

export type Draft = { text: string; links: readonly Link[] };
/** `at`: when it was last changed here, our clock in ms. */
type Kept = Draft & { at: number };

export const EMPTY: Draft = { text: '', links: [] };
const BLANK: Kept = { ...EMPTY, at: 0 };
const PREFIX = 'lineup.draft.';

const held = new Map<string, Kept>();
const listeners = new Set<() => void>();

const tell = () => { for (const each of listeners) each(); };

export const isEmpty = (draft: Draft): boolean => draft.text === '' && draft.links.length === 0;
export const isSame = (a: Draft, b: Draft): boolean =>
  a.text === b.text && (a.links === b.links || JSON.stringify(a.links) === JSON.stringify(b.links));

/** The same object until it changes. */
export function draftOf(conversationId: string): Kept {
  let draft = held.get(conversationId);
  if (draft === undefined) held.set(conversationId, draft = read(conversationId));
  return draft;
}

export function setDraft(conversationId: string, draft: Draft): void {
  const kept = { text: draft.text, links: draft.links, at: Date.now() };
  held.set(conversationId, kept);
  // No room here: the page holds it, and the server has it where it is short enough.
  keepLocally(PREFIX + conversationId, isEmpty(kept) ? undefined : JSON.stringify(kept));
  tell();
}

/** It was sent. The copy on this device goes when what was sent is `kept` there: at once if that is so already. */
export function clearDraft(conversationId: string, kept: Promise<void> | undefined): void {
  const cleared = { ...EMPTY, at: Date.now() };
  held.set(conversationId, cleared);
  tell();
  const forget = () => { if (held.get(conversationId) === cleared) keepLocally(PREFIX + conversationId, undefined); };
  if (kept === undefined) forget();
  else void kept.then(forget, () => undefined);
}

export function onDrafts(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', heard);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', heard);
  };
}

/** Another tab wrote; or all was cleared (`key` null). */
function heard(event: StorageEvent): void {
  if (event.key === null) held.clear();
  else if (event.key.startsWith(PREFIX)) held.delete(event.key.slice(PREFIX.length));
  else return;
  tell();
}

function read(conversationId: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + conversationId) ?? 'null') as Partial<Kept> | null;
    if (kept === null) return BLANK;
    return {
      text: typeof kept.text === 'string' ? kept.text : '', links: Array.isArray(kept.links) ? kept.links : [],
      at: typeof kept.at === 'number' ? kept.at : 0,
    };
  } catch {
    return BLANK;
  }
}

/** For tests: as if the page were loaded anew. */
export function forgetDrafts(): void {
  held.clear();
}
