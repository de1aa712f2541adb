/** Pure questions to the world. Each answers from its arguments only; `now` is server time in ms. */
import type { Agent, Conversation, Interaction, Task } from './types';
import { TERMINAL } from './types';
import type { World } from './world';
import { own } from './own';

const values = <T>(table: Readonly<Record<string, T>>): T[] => Object.values(table);
const ms = (at: string | undefined): number => (at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at));

/** Cards that can be answered now: what expires first comes first, then the oldest. */
export function waitingForMe(world: World, now: number): Interaction[] {
  return values(world.interactions)
    .filter((one) => one.status === 'pending' && ms(one.card.expiresAt) > now)
    .sort((a, b) => ms(a.card.expiresAt) - ms(b.card.expiresAt) || a.sequence - b.sequence
      || a.requestedAt.localeCompare(b.requestedAt));
}

/** Failed tasks of the last week, tasks whose agent is away, and late reports; the newest first. */
export function needsAttention(world: World, now: number): Task[] {
  const recent = now - 7 * 86_400_000;
  return values(world.tasks)
    .filter((task) => task.parentTaskId === undefined)
    .filter((task) => (task.status === 'failed' && ms(task.endedAt) > recent) || isInterrupted(world, task))
    .sort(newestFirst);
}

/** What ended well or was called off, and answered cards: newest first. */
export function recentlyDone(world: World): (Task | Interaction)[] {
  const tasks = values(world.tasks).filter(
    (task) => task.parentTaskId === undefined && (task.status === 'succeeded' || task.status === 'cancelled'),
  );
  const cards = values(world.interactions).filter((one) => one.status !== 'pending');
  return [...tasks, ...cards].sort((a, b) => endOf(b) - endOf(a)).slice(0, 12);
}

export function endOf(one: Task | Interaction): number {
  if ('card' in one) return ms(one.answeredAt ?? one.endedAt ?? one.requestedAt);
  return ms(one.endedAt ?? one.reportedAt);
}

/** What the agent said last of a task: of one that failed, why. */
export const lastWords = (task: Task): string | undefined => (task.status === 'failed' ? task.error ?? task.summary : task.summary);

export const isTerminal = (task: Task): boolean => TERMINAL.has(task.status);
export const isActive = (task: Task): boolean => !isTerminal(task);

const newestFirst = (a: Task, b: Task): number => ms(b.reportedAt) - ms(a.reportedAt) || b.sequence - a.sequence;

/** The agent of a task that goes on is away: not a failure yet (§7.4). */
export function isInterrupted(world: World, task: Task): boolean {
  const agent = own(world.agents, task.agentId);
  return (task.status === 'running' || task.status === 'waiting_for_human') && agent?.status === 'offline';
}

/** The grace period of this task runs: it waits for its agent. While it, or a step of it, waits for a person the clock stands. */
export function graceRuns(world: World, task: Task): boolean {
  return isInterrupted(world, task) && task.status === 'running'
    && !childrenOf(world, task.id).some((child) => child.status === 'waiting_for_human');
}

export type TaskFace = Task['status'] | 'interrupted' | 'cancelling';

/** The one state that a task shows: what it needs from a person comes first. */
export function faceOf(world: World, task: Task): TaskFace {
  if (isTerminal(task)) return task.status;
  if (task.cancelRequestedAt !== undefined) return 'cancelling';
  if (task.status === 'waiting_for_human') return 'waiting_for_human';
  return isInterrupted(world, task) ? 'interrupted' : task.status;
}

export const liveAgents = (world: World): Agent[] => values(world.agents).filter((agent) => agent.status !== 'revoked');
export const onlineCount = (world: World): number => liveAgents(world).filter((a) => a.connected).length;
export const agentsByNeed = (world: World): Agent[] => values(world.agents).sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
const rank = (agent: Agent): number => ['pending', 'online', 'offline', 'revoked'].indexOf(agent.status);

export const running = (world: World): Task[] =>
  values(world.tasks).filter((task) => task.parentTaskId === undefined && faceOf(world, task) === 'running').sort(newestFirst);
/** Root tasks that run or wait for their turn; the filter of the task list counts the same. */
export const activeCount = (world: World): number => rootTasks(world).filter((task) => matches(task, 'running')).length;

export function tasksOfAgent(world: World, agentId: string): Task[] {
  return values(world.tasks)
    .filter((task) => task.agentId === agentId && task.parentTaskId === undefined && isActive(task))
    .sort(newestFirst);
}

export const childrenOf = (world: World, taskId: string): Task[] =>
  values(world.tasks).filter((task) => task.parentTaskId === taskId).sort(oldestFirst);
const oldestFirst = (a: Task, b: Task): number => a.createdSequence - b.createdSequence;

export const cardsOfTask = (world: World, taskId: string): Interaction[] =>
  values(world.interactions).filter((one) => one.taskId === taskId).sort((a, b) => a.requestedAt.localeCompare(b.requestedAt));

export function conversations(world: World): Conversation[] {
  return values(world.conversations).sort((a, b) => ms(b.lastMessage?.at ?? b.createdAt) - ms(a.lastMessage?.at ?? a.createdAt));
}

/** The task to show beside a conversation: one that waits for us, else one that goes on, else the newest. */
export function mainTask(world: World, conversationId: string): Task | undefined {
  const tasks = values(world.tasks)
    .filter((task) => task.conversationId === conversationId && task.parentTaskId === undefined)
    .sort(newestFirst);
  return tasks.find((t) => t.status === 'waiting_for_human') ?? tasks.find(isActive) ?? tasks[0];
}

export type TaskFilter = 'all' | 'running' | 'waiting' | 'failed' | 'done' | 'cancelled';

export function matches(task: Task, filter: TaskFilter): boolean {
  switch (filter) {
    case 'all': return true;
    case 'running': return task.status === 'running' || task.status === 'queued';
    case 'waiting': return task.status === 'waiting_for_human';
    case 'failed': return task.status === 'failed';
    case 'done': return task.status === 'succeeded';
    case 'cancelled': return task.status === 'cancelled';
  }
}

export const rootTasks = (world: World): Task[] =>
  values(world.tasks).filter((task) => task.parentTaskId === undefined || !own(world.tasks, task.parentTaskId)).sort(newestFirst);

/** A running task whose agent is there but says nothing for so long is called quiet (not offline, not failed). */
export const QUIET_AFTER = 10 * 60_000;

/** Since when (ms) a running task says nothing, if that is long. A step's word counts, and so does waiting for a person. */
export function quietSince(world: World, task: Task, now: number): number | undefined {
  if (task.status !== 'running' || task.cancelRequestedAt !== undefined || own(world.agents, task.agentId)?.connected !== true) return undefined;
  const steps = stepsOf(world, task);
  if (steps.some((step) => step.status === 'waiting_for_human')) return undefined;
  const last = Math.max(...[task, ...steps].map((each) => Math.max(Date.parse(each.reportedAt), Date.parse(each.resumedAt ?? each.acceptedAt ?? each.createdAt))));
  return now - last > QUIET_AFTER ? last : undefined;
}

function stepsOf(world: World, task: Task): Task[] {
  return childrenOf(world, task.id).flatMap((child) => [child, ...stepsOf(world, child)]);
}

/** What this task was tried again as, if it was: the newest. */
export const retryOf = (world: World, taskId: string): Task | undefined =>
  values(world.tasks).filter((task) => task.retryOf === taskId).sort((a, b) => b.createdSequence - a.createdSequence)[0];
