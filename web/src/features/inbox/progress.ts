import type { Interaction, LogEvent, Task } from '../../lap/types';
import { TERMINAL } from '../../lap/types';
import { own } from '../../lap/own';
import type { State } from '../../sync/state';

/** What the agent did first after it got an answer. `at` is missing when only the fact is known. */
export type WentOn = { at?: string; ended: boolean };

const OWN: ReadonlySet<LogEvent['type']> = new Set(['interaction.delivered', 'interaction.acknowledged', 'agent.connected', 'agent.disconnected']);

/** From the log if it is loaded, so that it never changes later; else from the task as it stands. */
export function wentOn(state: State, interaction: Interaction, task: Task): WentOn | undefined {
  const streams = [`tasks/${task.rootTaskId ?? task.id}`, `tasks/${task.id}`, `conversations/${task.conversationId}`];
  for (const stream of streams) {
    const events = own(state.pages, stream)?.events ?? [];
    const at = events.findIndex((event) => event.type === 'interaction.answered' && event.payload.interactionId === interaction.id);
    if (at < 0) continue;
    const first = events.slice(at + 1).find((event) => isSign(state, event, interaction, task));
    return first && { at: first.receivedAt, ended: endsTask(first, task) };
  }
  return fromWorld(state, interaction, task);
}

/** Whether nothing was asked of the same task after this was answered: how the task stands is then what became of it. */
export const isLatest = (world: State['world'], interaction: Interaction): boolean =>
  !Object.values(world.interactions).some((one) => one.taskId === interaction.taskId && one.requestedAt > (interaction.answeredAt ?? ''));

/** A report, a question, a message, a step, a result of the agent on this task, or the end of the task. */
function isSign({ world }: State, event: LogEvent, interaction: Interaction, task: Task): boolean {
  if (OWN.has(event.type)) return false;
  if (endsTask(event, task)) return true;
  if (event.actor.id !== interaction.agentId || event.taskId === undefined) return false;
  return event.taskId === task.id || isBelow(world.tasks, event.taskId, task.id);
}

function isBelow(tasks: State['world']['tasks'], id: string, above: string): boolean {
  for (let at = own(tasks, id)?.parentTaskId; at !== undefined; at = own(tasks, at)?.parentTaskId) if (at === above) return true;
  return false;
}

function endsTask(event: LogEvent, task: Task): boolean {
  return event.type === 'task.status_changed' && event.taskId === task.id && event.payload.status !== undefined && TERMINAL.has(event.payload.status);
}

function fromWorld({ world }: State, interaction: Interaction, task: Task): WentOn | undefined {
  const after = interaction.answeredAt ?? '';
  const asked = Object.values(world.interactions).some((one) => one.taskId === task.id && one.requestedAt > after);
  const ended = task.endedAt !== undefined && task.endedAt > after;
  return asked || ended || task.reportedAt > after ? { ended } : undefined;
}

export const sameWentOn = (a: WentOn | undefined, b: WentOn | undefined): boolean => a?.at === b?.at && a?.ended === b?.ended && !a === !b;
