import { TERMINAL, type LogEvent, type Task } from '../../lap/types';
import type { LogLine } from '../agents/agentLog';

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

/** That the agent left, or came back. */
export type Absence = { at: string; back: boolean };

/** When a task's agent was lost and came back while the task was open, newest first; from its connection log, newest first. */
export function absences(lines: readonly LogLine[], task: Task): Absence[] {
  const from = Date.parse(task.createdAt);
  const until = task.endedAt === undefined ? Infinity : Date.parse(task.endedAt);
  const found: Absence[] = [];
  let away = false;
  for (const { at, what } of [...lines].reverse()) {
    const back = what === 'connected';
    if ((!back && what !== 'disconnected' && what !== 'silent') || back !== away) continue;
    away = !back;
    if (Date.parse(at) >= from && Date.parse(at) <= until) found.unshift({ at, back });
  }
  return found;
}

/** Events and absences in one line, newest first; of two at one time the event comes later. */
export function merged(events: readonly LogEvent[], gaps: readonly Absence[]): (LogEvent | Absence)[] {
  const out: (LogEvent | Absence)[] = [];
  let next = 0;
  for (const event of events) {
    while (next < gaps.length && Date.parse((gaps[next] as Absence).at) > Date.parse(event.receivedAt)) out.push(gaps[next++] as Absence);
    out.push(event);
  }
  return [...out, ...gaps.slice(next)];
}
