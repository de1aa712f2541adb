import type { Link, Task } from '../lap/types';
import { newId } from '../sync/envelope';
import type { Controller } from '../sync/controller';
import type { Outgoing, State } from '../sync/state';

export function requestCancel(controller: Controller, task: Task, force = false): void {
  controller.send('task.cancel_requested', force ? { force: true } : {}, { conversationId: task.conversationId, taskId: task.id });
}

export function acceptLate(controller: Controller, task: Task): void {
  controller.send('task.accept_late', {}, { conversationId: task.conversationId, taskId: task.id });
}

/** My cancel request for this task that the log does not hold yet. */
export const cancelUnderWay = (state: State, taskId: string): boolean =>
  state.outbox.some((item) => item.command.type === 'task.cancel_requested' && item.command.taskId === taskId && item.state !== 'refused');

/** My cancel request for this task that the server refused. */
export const refusedCancel = (state: State, taskId: string): Outgoing | undefined =>
  state.outbox.find(({ command, state: fate }) => command.type === 'task.cancel_requested' && command.taskId === taskId && fate === 'refused');

/** The same request again, as a new task of the same agent. Gives its id. */
export function retryTask(controller: Controller, task: Task, attachments: readonly Link[]): string {
  const taskId = newId();
  controller.send('task.create', {
    title: task.title, targetAgentId: task.agentId, retryOf: task.id,
    ...(task.description === undefined ? {} : { description: task.description }),
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
  }, { conversationId: task.conversationId, taskId });
  return taskId;
}

/** My retry of this task that the log does not hold yet, or that was refused. */
export const myRetry = (state: State, taskId: string): Outgoing | undefined =>
  state.outbox.find(({ command }) => command.type === 'task.create' && command.payload.retryOf === taskId);
