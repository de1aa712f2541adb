import type { Task } from '../lap/types';
import type { Controller } from '../sync/controller';
import type { State } from '../sync/state';

export function requestCancel(controller: Controller, task: Task, force = false): void {
  controller.send('task.cancel_requested', force ? { force: true } : {}, { conversationId: task.conversationId, taskId: task.id });
}

export function acceptLate(controller: Controller, task: Task): void {
  controller.send('task.accept_late', {}, { conversationId: task.conversationId, taskId: task.id });
}

/** My cancel request for this task that the log does not hold yet. */
export const cancelUnderWay = (state: State, taskId: string): boolean =>
  state.outbox.some((item) => item.command.type === 'task.cancel_requested' && item.command.taskId === taskId && item.state !== 'refused');
