/** The conversations as a list: pinned ones, the others, what was put away; each with what one wants to know of it. Pure. */
import { conversations, faceOf, isActive, type TaskFace } from '../../lap/select';
import type { Conversation, Task } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';
import type { Mine } from '../../sync/mine';
import type { Outgoing } from '../../sync/state';

/** `draft`: what I wrote there and did not send. */
export type Entry = { one: Conversation; face: TaskFace | undefined; pinned: boolean; unread: boolean; draft: string | undefined };
type Tables = Pick<World, 'conversations' | 'tasks' | 'agents'>;
export type Listed = { pinned: readonly Entry[]; others: readonly Entry[]; archived: readonly Entry[] };

export function listOf(world: Tables, mine: Mine, outbox: readonly Outgoing[], me: string | undefined): Listed {
  const main = mainTasks(world);
  const moved = movedIn(outbox);
  const listed = { pinned: [] as Entry[], others: [] as Entry[], archived: [] as Entry[] };
  for (const one of conversations(world)) {
    const task = main.get(one.id);
    const pinned = own(mine.pin, one.id) !== undefined;
    const draft = own(mine.draft, one.id)?.value;
    const entry: Entry = {
      one, pinned, face: task && faceOf(world, task), unread: isUnread(one, mine, me),
      draft: draft && (draft.text || draft.links.map((link) => link.name).join(', ')),
    };
    if (moved.get(one.id) ?? one.archivedAt !== undefined) listed.archived.push(entry);
    else listed[pinned ? 'pinned' : 'others'].push(entry);
  }
  return listed;
}

/** `listOf` for a list that is asked for again and again: an entry that stands as before is the same object. */
export function steadyList(): typeof listOf {
  let held = new Map<string, Entry>();
  return (...given) => {
    const known = held;
    held = new Map();
    const steady = (entry: Entry): Entry => {
      const before = known.get(entry.one.id);
      const made = before !== undefined && FIELDS.every((field) => before[field] === entry[field]) ? before : entry;
      held.set(made.one.id, made);
      return made;
    };
    const { pinned, others, archived } = listOf(...given);
    return { pinned: pinned.map(steady), others: others.map(steady), archived: archived.map(steady) };
  };
}

const FIELDS = ['one', 'face', 'pinned', 'unread', 'draft'] as const;

/** Somebody else said something after the place where I was. */
export function isUnread(one: Conversation, mine: Mine, me: string | undefined): boolean {
  if (one.lastMessage === undefined || one.lastMessage.author.id === me) return false;
  return one.sequence > (own(mine.read, one.id)?.value.sequence ?? 0);
}

/** What I put away or took back and the log does not show yet. */
function movedIn(outbox: readonly Outgoing[]): Map<string, boolean> {
  const moved = new Map<string, boolean>();
  for (const { command, state } of outbox) {
    if (command.type === 'conversation.archive' && command.conversationId !== undefined && state !== 'refused') moved.set(command.conversationId, command.payload.archived);
  }
  return moved;
}

/** The task that matters in each conversation, as `mainTask` finds it, in one pass over all tasks. */
function mainTasks(world: Pick<World, 'tasks'>): Map<string, Task> {
  const found = new Map<string, Task>();
  for (const task of Object.values(world.tasks)) {
    if (task.parentTaskId !== undefined) continue;
    const held = found.get(task.conversationId);
    if (held === undefined || rank(task, held) > 0) found.set(task.conversationId, task);
  }
  return found;
}

const matters = (task: Task): number => (task.status === 'waiting_for_human' ? 2 : isActive(task) ? 1 : 0);
const rank = (a: Task, b: Task): number =>
  matters(a) - matters(b) || Date.parse(a.reportedAt) - Date.parse(b.reportedAt) || a.sequence - b.sequence;
