import { TERMINAL, type LogEvent } from '../../lap/types';

export type TimelineKind = 'states' | 'cards' | 'messages' | 'results';
export const TIMELINE_KINDS: readonly TimelineKind[] = ['states', 'cards', 'messages', 'results'];

export function kindOf(event: LogEvent): TimelineKind {
  if (event.type.startsWith('interaction.')) return 'cards';
  if (event.type.startsWith('message.')) return 'messages';
  if (event.type === 'artifact.created' || event.type === 'task.late_reported' || event.type === 'task.reopened') return 'results';
  return 'states';
}

/** Its own events; of its steps that they were added and how they ended. */
export function belongs(event: LogEvent, taskId: string): boolean {
  if (event.taskId === taskId || event.type === 'task.created') return true;
  return event.type === 'task.status_changed' && event.payload.status !== undefined && TERMINAL.has(event.payload.status);
}
