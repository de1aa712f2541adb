/** Pure questions to the world. Each answers from its arguments only; `now` is server time in ms. */
import type { Agent, Conversation, Interaction, Task } from './types';
import { TERMINAL } from './types';
import type { World } from './world';
import { own } from './own';

/** Which tables an answer looks at: who asks only for these needs to look again only when they changed. */
type Agents = Pick<World, 'agents'>;
type Tasks = Pick<World, 'tasks'>;
type Cards = Pick<World, 'interactions'>;
type Conversations = Pick<World, 'conversations'>;

/** Tables do not change, new ones come in their place: what was found in one is found again without looking. */
function once<K extends object, T>(find: (table: K) => T): (table: K) => T {
  const found = new WeakMap<K, { answer: T }>();
  return (table) => {
    let held = found.get(table);
    if (held === undefined) found.set(table, held = { answer: find(table) });
    return held.answer;
  };
}

function grouped<T>(rows: readonly T[], by: (row: T) => string | undefined): Map<string | undefined, T[]> {
  const groups = new Map<string | undefined, T[]>();
  for (const row of rows) {
    const group = groups.get(by(row));
    if (group) group.push(row);
    else groups.set(by(row), [row]);
  }
  return groups;
}

const values = <T>(table: Readonly<Record<string, T>>): T[] => Object.values(table);
const ms = (at: string | undefined): number => (at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at));

/** Cards that can be answered now: what expires first comes first, then the oldest. */
export function waitingForMe(world: Cards, now: number): Interaction[] {
  return pending(world.interactions).filter((one) => ms(one.card.expiresAt) > now);
}

const pending = once((cards: World['interactions']) => values(cards)
  .filter((one) => one.status === 'pending')
  .sort((a, b) => ms(a.card.expiresAt) - ms(b.card.expiresAt) || a.sequence - b.sequence || a.requestedAt.localeCompare(b.requestedAt)));

/** Tasks that are no step of another one, the newest first. */
const ownTasks = once((tasks: World['tasks']) => values(tasks).filter((task) => task.parentTaskId === undefined).sort(newestFirst));
const stepsByTask = once((tasks: World['tasks']) => grouped(values(tasks).sort(oldestFirst), (task) => task.parentTaskId));
const retriesByTask = once((tasks: World['tasks']) => grouped(values(tasks).sort((a, b) => b.createdSequence - a.createdSequence), (task) => task.retryOf));
const tasksByConversation = once((tasks: World['tasks']) => grouped(ownTasks(tasks), (task) => task.conversationId));
const decided = once((cards: World['interactions']) => values(cards).filter((one) => one.status !== 'pending').sort(lastEnded).slice(0, DONE));
const finished = once((tasks: World['tasks']) =>
  ownTasks(tasks).filter((task) => task.status === 'succeeded' || task.status === 'cancelled').sort(lastEnded).slice(0, DONE));

/** Failed tasks of the last week, the newest first. */
export function failedLately(world: Tasks, now: number): Task[] {
  const recent = now - 7 * 86_400_000;
  return ownTasks(world.tasks).filter((task) => task.status === 'failed' && ms(task.endedAt) > recent);
}

const DONE = 12;

/** What ended well or was called off, and answered cards: newest first. */
export const recentlyDone = (world: Tasks & Cards): (Task | Interaction)[] =>
  [...finished(world.tasks), ...decided(world.interactions)].sort(lastEnded).slice(0, DONE);

function lastEnded(a: Task | Interaction, b: Task | Interaction): number {
  return endOf(b) - endOf(a);
}

export function endOf(one: Task | Interaction): number {
  if ('card' in one) return ms(one.answeredAt ?? one.endedAt ?? one.requestedAt);
  return ms(one.endedAt ?? one.reportedAt);
}

/** What the agent said last of a task: of one that failed, why. */
export const lastWords = (task: Task): string | undefined => (task.status === 'failed' ? task.error ?? task.summary : task.summary);

export const isTerminal = (task: Task): boolean => TERMINAL.has(task.status);
export const isActive = (task: Task): boolean => !isTerminal(task);

function newestFirst(a: Task, b: Task): number {
  return ms(b.reportedAt) - ms(a.reportedAt) || b.sequence - a.sequence;
}

/** The agent of a task that goes on is away: not a failure yet (§7.4). */
export function isInterrupted(world: Agents, task: Task): boolean {
  const agent = own(world.agents, task.agentId);
  return (task.status === 'running' || task.status === 'waiting_for_human') && agent?.status === 'offline';
}

/** The grace period of this task runs: it waits for its agent. While it, or a step of it, waits for a person the clock stands. */
export function graceRuns(world: Tasks & Agents, task: Task): boolean {
  return isInterrupted(world, task) && task.status === 'running'
    && !childrenOf(world, task.id).some((child) => child.status === 'waiting_for_human');
}

export type TaskFace = Task['status'] | 'interrupted' | 'cancelling';

/** The one state that a task shows: what it needs from a person comes first. */
export function faceOf(world: Agents, task: Task): TaskFace {
  if (isTerminal(task)) return task.status;
  if (task.cancelRequestedAt !== undefined) return 'cancelling';
  if (task.status === 'waiting_for_human') return 'waiting_for_human';
  return isInterrupted(world, task) ? 'interrupted' : task.status;
}

export const liveAgents = (world: Agents): Agent[] => values(world.agents).filter((agent) => agent.status !== 'revoked');
/** Those that can be given work: what the counts of agents count. One that nobody confirmed is not among them. */
export const readyAgents = (world: Agents): Agent[] => liveAgents(world).filter((agent) => agent.confirmed);
export const onlineCount = (world: Agents): number => readyAgents(world).filter((agent) => agent.connected).length;
/** Connected, and a person has to name it. */
export const unconfirmed = (world: Agents): Agent[] => liveAgents(world).filter((agent) => !agent.confirmed && agent.connected);
export const agentsByNeed = (world: Agents): Agent[] => values(world.agents).sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
const rank = (agent: Agent): number => ['pending', 'online', 'offline', 'revoked'].indexOf(agent.status);

export const running = (world: Tasks & Agents): Task[] =>
  ownTasks(world.tasks).filter((task) => faceOf(world, task) === 'running');
/** Root tasks that run or wait for their turn; the filter of the task list counts the same. */
export const activeCount = (world: Tasks): number => rootTasks(world).filter((task) => matches(task, 'running')).length;

export function tasksOfAgent(world: Tasks, agentId: string): Task[] {
  return ownTasks(world.tasks).filter((task) => task.agentId === agentId && isActive(task));
}

export const childrenOf = (world: Tasks, taskId: string): readonly Task[] =>
  stepsByTask(world.tasks).get(taskId) ?? [];
function oldestFirst(a: Task, b: Task): number {
  return a.createdSequence - b.createdSequence;
}

export const cardsOfTask = (world: Cards, taskId: string): Interaction[] =>
  values(world.interactions).filter((one) => one.taskId === taskId).sort((a, b) => a.requestedAt.localeCompare(b.requestedAt));

export function conversations(world: Conversations): readonly Conversation[] {
  return byLastWord(world.conversations);
}

const byLastWord = once((all: World['conversations']) =>
  values(all).sort((a, b) => ms(b.lastMessage?.at ?? b.createdAt) - ms(a.lastMessage?.at ?? a.createdAt)));

/** The task to show beside a conversation: one that waits for us, else one that goes on, else the newest. */
export function mainTask(world: Tasks, conversationId: string): Task | undefined {
  const tasks = tasksByConversation(world.tasks).get(conversationId) ?? [];
  return tasks.find((t) => t.status === 'waiting_for_human') ?? tasks.find(isActive) ?? tasks[0];
}

/** That the agent of a task is away: since when, and until when (ms) the task is kept, if that is limited and not over. */
export type Loss = { at: string; until?: number };

export function lossOf(world: World, task: Task, now: number): Loss | undefined {
  const agent = own(world.agents, task.agentId);
  if (!agent || !isInterrupted(world, task)) return undefined;
  const at = agent.offlineSince ?? agent.lastSeenAt ?? task.reportedAt;
  const until = Date.parse(at) + agent.graceSeconds * 1000;
  return graceRuns(world, task) && until > now ? { at, until } : { at };
}

/** Whether a conversation has more than one task: what is said there then tells of which. */
export function hasSeveralTasks(world: World, conversationId: string): boolean {
  let found = 0;
  for (const task of values(world.tasks)) if (task.conversationId === conversationId && task.parentTaskId === undefined && ++found > 1) return true;
  return false;
}

/** The task that a step belongs to, or the task itself. */
export function rootOf(world: World, taskId: string | undefined): Task | undefined {
  const task = own(world.tasks, taskId);
  return own(world.tasks, task?.rootTaskId) ?? task;
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

export const rootTasks = (world: Tasks): readonly Task[] =>
  roots(world.tasks);

const roots = once((tasks: World['tasks']) => values(tasks).filter((task) => task.parentTaskId === undefined || !own(tasks, task.parentTaskId)).sort(newestFirst));

/** A running task whose agent is there but says nothing for so long is called quiet (not offline, not failed). */
export const QUIET_AFTER = 10 * 60_000;

/** Since when (ms) a running task says nothing, if that is long. A step's word counts, and so does waiting for a person. */
export function quietSince(world: Tasks & Agents, task: Task, now: number): number | undefined {
  if (task.status !== 'running' || task.cancelRequestedAt !== undefined || own(world.agents, task.agentId)?.connected !== true) return undefined;
  const steps = stepsOf(world, task);
  if (steps.some((step) => step.status === 'waiting_for_human')) return undefined;
  const last = Math.max(...[task, ...steps].map((each) => Math.max(Date.parse(each.reportedAt), Date.parse(each.resumedAt ?? each.acceptedAt ?? each.createdAt))));
  return now - last > QUIET_AFTER ? last : undefined;
}

function stepsOf(world: Tasks, task: Task): Task[] {
  return childrenOf(world, task.id).flatMap((child) => [child, ...stepsOf(world, child)]);
}

/** What this task was tried again as, if it was: the newest. */
export const retryOf = (world: Tasks, taskId: string): Task | undefined =>
  retriesByTask(world.tasks).get(taskId)?.[0];
