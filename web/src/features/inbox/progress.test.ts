import { describe, expect, it } from 'vitest';
import { fixture } from '../../dev/fixture';
import type { LogEvent } from '../../lap/types';
import type { State } from '../../sync/state';
import { wentOn } from './progress';

const base = fixture(false);
const card = { ...base.world.interactions['i5'], status: 'acknowledged', answeredAt: '2026-01-01T10:00:00Z' } as const;
const task = base.world.tasks['t1'];
const interaction = card as unknown as NonNullable<State['world']['interactions'][string]>;

let sequence = 0;
const event = (type: string, actor: string, minute: number, payload: object, taskId = 't1') => {
  const at = `2026-01-01T10:0${minute}:00Z`;
  return { id: `e${++sequence}`, type, version: '0.1', occurredAt: at, receivedAt: at, workspaceId: 'w1', conversationId: 'c1', taskId, sequence, actor: { kind: 'agent', id: actor, name: '' }, payload } as unknown as LogEvent;
};
const answered = () => event('interaction.answered', 'u1', 0, { interactionId: 'i5' });
const got = () => event('interaction.acknowledged', 'a1', 1, { interactionId: 'i5' });
const seen = (...events: LogEvent[]) => {
  if (!task) throw new Error('no task');
  return wentOn({ ...base, pages: { 'tasks/t1': { events, more: false, loading: false, loaded: true } } }, interaction, task);
};

describe('when an agent went on after an answer', () => {
  it('is not told by its receipt, nor by what others did', () => {
    expect(seen(answered(), got(), event('message.created', 'u1', 2, {}), event('message.created', 'a2', 2, {}, 't3'))).toBeUndefined();
  });

  it.each([
    ['interaction.requested', 't1'], ['task.status_changed', 't1'], ['message.created', 't1'], ['artifact.created', 't1'], ['task.created', 't12'], ['task.status_changed', 't12'],
  ])('is the time of its first %s on %s, whatever follows', (type, taskId) => {
    expect(seen(answered(), got(), event(type, 'a1', 2, {}, taskId), event('task.status_changed', 'a1', 5, { status: 'succeeded' })))
      .toEqual({ at: '2026-01-01T10:02:00Z', ended: false });
  });

  it('is the end of the task if that came first', () => {
    expect(seen(answered(), got(), event('task.status_changed', 'a1', 3, { status: 'cancelled' }))).toEqual({ at: '2026-01-01T10:03:00Z', ended: true });
  });
});
