/** What a conversation shows, from its events and from what waits in the outbox. Pure. */
import type { EventOf, Link, LogEvent, TaskStatus } from '../../lap/types';
import { TERMINAL } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';
import type { Draft, Outgoing } from '../../sync/state';

const ABANDONED = 60_000;

type Tasks = Pick<World, 'tasks'>;
type Ended = Extract<TaskStatus, 'succeeded' | 'failed' | 'cancelled'>;
export type Item =
  | { kind: 'message'; id: string; at: string; event: EventOf<'message.created'> }
  | { kind: 'tracked'; id: string; at: string; taskId: string; title: string }
  | { kind: 'ended'; id: string; at: string; taskId: string; status: Ended; said: string | undefined }
  | { kind: 'artifact'; id: string; at: string; event: EventOf<'artifact.created'> }
  | { kind: 'card'; id: string; at: string; interactionId: string }
  | { kind: 'unsent'; id: string; at: string; out: Outgoing; text: string; links: readonly Link[] | undefined; track: boolean }
  | { kind: 'draft'; id: string; draft: Draft };

/**
 * `itemsOf` for a list that mostly grows at its end: what was made before is kept, so that one more event costs one event,
 * not all of them.
 */
export function growingItems(): (events: readonly LogEvent[], world: Tasks) => readonly Item[] {
  let held: readonly LogEvent[] = [];
  let made: readonly Item[] = [];
  let settled: readonly Item[] = [];
  let from = 0;
  return (events, world) => {
    if (events === held) return made;
    const last = held.length - 1;
    const grew = last >= 0 && events[0] === held[0] && events[last] === held[last];
    if (!grew) [settled, from] = [[], 0];
    const end = openEnd(events);
    settled = [...settled, ...itemsOf(events.slice(from, end), world)];
    made = [...settled, ...itemsOf(events.slice(end), world)];
    [held, from] = [events, end];
    return made;
  };
}

/** From where on what follows may still change the order: a task and its text are turned round. */
function openEnd(events: readonly LogEvent[]): number {
  const last = Math.max(0, events.length - 1);
  return events[last - 1]?.type === 'task.created' ? last - 1 : last;
}

export function itemsOf(events: readonly LogEvent[], world: Tasks): Item[] {
  return textFirst(events.flatMap((event): Item[] => {
    const base = { id: event.id, at: event.receivedAt };
    switch (event.type) {
      case 'message.created': return [{ kind: 'message', ...base, id: event.payload.messageId, event }];
      case 'task.created':
        return event.payload.parentTaskId === undefined && event.taskId !== undefined
          ? [{ kind: 'tracked', ...base, taskId: event.taskId, title: event.payload.title }] : [];
      case 'task.status_changed': return ended(event, world);
      case 'artifact.created': return [{ kind: 'artifact', ...base, event }];
      case 'interaction.requested': return [{ kind: 'card', ...base, interactionId: event.payload.interaction.id }];
      default: return [];
    }
  }));
}

/** A task is created just before its text; people read the text first. */
function textFirst(items: Item[]): Item[] {
  const ordered = [...items];
  for (const [i, item] of items.entries()) {
    const next = items[i + 1];
    if (item.kind !== 'tracked' || next?.kind !== 'message' || !next.event.payload.opensTask) continue;
    ordered[i] = next;
    ordered[i + 1] = item;
  }
  return ordered;
}

function ended(event: EventOf<'task.status_changed'>, world: Tasks): Item[] {
  const { status, error, summary } = event.payload;
  const { taskId } = event;
  if (status === undefined || taskId === undefined || !TERMINAL.has(status)) return [];
  if (own(world.tasks, taskId)?.parentTaskId !== undefined) return [];
  return [{ kind: 'ended', id: event.id, at: event.receivedAt, taskId, status: status as Ended, said: error ?? summary }];
}

/** My messages that the log does not show yet. */
export function unsentOf(outbox: readonly Outgoing[], conversationId: string, shown: ReadonlySet<string>, world: Tasks): Item[] {
  return outbox.flatMap((out): Item[] => {
    const { command } = out;
    if (command.conversationId !== conversationId) return [];
    const base = { kind: 'unsent' as const, id: command.id, at: command.occurredAt, out };
    if (command.type === 'message.create') {
      return shown.has(command.payload.messageId ?? command.id) ? [] : [{ ...base, text: command.payload.content, links: command.payload.attachments, track: false }];
    }
    if (command.type === 'task.create') {
      const known = own(world.tasks, command.taskId) !== undefined;
      return known ? [] : [{ ...base, text: command.payload.description ?? command.payload.title, links: command.payload.attachments, track: true }];
    }
    return [];
  });
}

/** Text that is being written. One that got no piece for a minute was abandoned. `now`: our clock in ms. */
export function draftsOf(drafts: readonly Draft[], now: number): Item[] {
  return drafts
    .filter((draft) => draft.text !== '' && now - draft.at < ABANDONED)
    .map((draft) => ({ kind: 'draft', id: draft.messageId, draft }));
}
