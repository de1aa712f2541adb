/**
 * What we still owe the server. A command waits here, kept in IndexedDB, until its event came back: then the log has
 * it, whatever happened to the answer. Its id makes sending twice harmless. One frame is in flight at a time, because
 * the gateway keeps no order; what waits meanwhile goes as one batch in the next.
 */
import type { Command } from '../lap/types';
import { LIMITS } from '../lap/types';
import type { Outgoing } from './state';

export type OutboxKeeper = {
  load: () => Promise<Command[]>;
  save: (command: Command) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

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

export function refused(outbox: readonly Outgoing[], id: string, error: { code: string; message: string }): readonly Outgoing[] {
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
