/** Streamed text that is not in the log yet; the final `message.created` replaces it. */
import type { LogEvent } from '../lap/types';
import { own } from '../lap/own';
import type { Draft } from './state';

/** `offset` counts code points from the start of the message. */
export type Delta = {
  messageId: string; conversationId: string; agentId?: string; offset: number; text: string; at: number;
};

export function appendDelta(drafts: Readonly<Record<string, Draft>>, delta: Delta): Readonly<Record<string, Draft>> {
  const held = own(drafts, delta.messageId);
  const base = held ?? {
    messageId: delta.messageId, conversationId: delta.conversationId, text: '', at: delta.at,
    ...(delta.agentId === undefined ? {} : { agentId: delta.agentId }),
  };
  const joined = joinAt(base.text, delta.offset, delta.text);
  if (held && joined === held.text) return drafts;
  return { ...drafts, [delta.messageId]: { ...base, text: joined, at: delta.at } };
}

/** The text with `piece` at `offset`. What came before and never arrived is an ellipsis until the final message. */
function joinAt(text: string, offset: number, piece: string): string {
  const points = Array.from(text);
  if (offset > points.length) return `${text}…${piece}`;
  const joined = points.slice(0, offset).join('') + piece;
  return joined.length >= text.length ? joined : text;
}

export function dropFinished(drafts: Readonly<Record<string, Draft>>, events: readonly LogEvent[]) {
  const done = events.flatMap((event) => (event.type === 'message.created' ? [event.payload.messageId] : []));
  if (!done.some((id) => id in drafts)) return drafts;
  return Object.fromEntries(Object.entries(drafts).filter(([id]) => !done.includes(id)));
}
