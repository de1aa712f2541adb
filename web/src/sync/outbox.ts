/**
 * What we still owe the server. A command waits here, kept in IndexedDB, until its event came back: then the log has
 * it, whatever happened to the answer. What was refused stays until the person threw it away or sent it again. Its id makes sending twice harmless. One frame is in flight at a time, because
 * the gateway keeps no order; what waits meanwhile goes as one batch in the next.
 */
import type { Command } from '../lap/types';
import { LIMITS } from '../lap/types';
import { own } from '../lap/own';
import type { Outgoing, Refusal, State } from './state';

/** A command as it is kept; `error`: the server refused it, and the person has not decided what becomes of it. */
export type Owed = { command: Command; error?: Refusal };

export type OutboxKeeper = {
  load: () => Promise<Owed[]>;
  /** It waits to be sent, whatever it was before. */
  save: (command: Command) => Promise<void>;
  refuse: (command: Command, error: Refusal) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

/** What a person wrote, and where: a refusal does not take it from them. The rest is done again by one press. */
const WRITTEN: ReadonlySet<string> = new Set<Command['type']>(['message.create', 'task.create', 'conversation.create']);
export const isWritten = (command: Command): boolean => WRITTEN.has(command.type);

export const byId = (a: Owed, b: Owed): number => (a.command.id < b.command.id ? -1 : 1);

const bytes = (text: string): number => new TextEncoder().encode(text).length;

export const find = (outbox: readonly Outgoing[], id: string): Outgoing | undefined =>
  outbox.find((item) => item.command.id === id);

export function add(outbox: readonly Outgoing[], command: Command, secret = false): readonly Outgoing[] {
  return find(outbox, command.id) ? outbox : [...outbox, { command, state: 'queued', ...(secret ? { secret } : {}) }];
}

/** Whether this tab has to send it. */
export const isOurs = (item: Outgoing): boolean => item.away === undefined;

/** The next frame: what waits here, in order, within the limits of one frame; empty while one is in flight. */
export function nextBatch(outbox: readonly Outgoing[]): Command[] {
  const ours = outbox.filter(isOurs);
  if (ours.some((item) => item.state === 'sent')) return [];
  const batch: Command[] = [];
  let size = 2;
  for (const { command, state } of ours) {
    if (state !== 'queued') continue;
    size += bytes(JSON.stringify(command)) + 1;
    if (batch.length === LIMITS.FRAME_ENVELOPES || (batch.length > 0 && size > LIMITS.FRAME_BYTES)) break;
    batch.push(command);
  }
  return batch;
}

type Fate = Pick<Outgoing, 'state' | 'sequence' | 'error'>;

/** The same command with another fate. */
export function become({ command, secret, away }: Outgoing, fate: Fate): Outgoing {
  return { command, ...(secret === undefined ? {} : { secret }), ...(away === undefined ? {} : { away }), ...fate };
}

export function markSent(outbox: readonly Outgoing[], batch: readonly Command[]): readonly Outgoing[] {
  const ids = new Set(batch.map((command) => command.id));
  return outbox.map((item) => (ids.has(item.command.id) ? become(item, { state: 'sent' }) : item));
}

export function recorded(outbox: readonly Outgoing[], id: string, sequence: number): readonly Outgoing[] {
  return outbox.map((item) => (item.command.id === id ? become(item, { state: 'recorded', sequence }) : item));
}

/** As it was kept by an earlier page. */
export const takenUp = ({ command, error }: Owed): Outgoing =>
  (error === undefined ? { command, state: 'queued' } : { command, state: 'refused', error });

export function refused(outbox: readonly Outgoing[], id: string, error: Refusal): readonly Outgoing[] {
  return outbox.map((item) => (item.command.id === id ? become(item, { state: 'refused', error }) : item));
}

/** Back in the queue: the connection went away, or the server asked to try again. */
export function requeue(outbox: readonly Outgoing[], id?: string): readonly Outgoing[] {
  return outbox.map((item) =>
    isOurs(item) && item.state === 'sent' && (id === undefined || item.command.id === id) ? become(item, { state: 'queued' }) : item,
  );
}

/** Recorded items whose event we hold. They are done. */
export function finished(outbox: readonly Outgoing[], cursor: number): Outgoing[] {
  return outbox.filter((item) => item.state === 'recorded' && (item.sequence ?? 0) <= cursor);
}

/** Refused items that the log has after all: the server failed when it had recorded them already. */
export function recordedAfterAll({ outbox, world, pages }: Pick<State, 'outbox' | 'world' | 'pages'>): Outgoing[] {
  const isThere = ({ type, id, conversationId, taskId, payload }: Command): boolean => {
    if (type === 'task.create') return own(world.tasks, taskId) !== undefined;
    if (type === 'conversation.create') return own(world.conversations, conversationId) !== undefined;
    if (type !== 'message.create') return false;
    const said = own(pages, `conversations/${conversationId ?? ''}`)?.events ?? [];
    return said.some((event) => event.type === 'message.created' && event.payload.messageId === (payload.messageId ?? id));
  };
  return outbox.filter((item) => item.state === 'refused' && isThere(item.command));
}
