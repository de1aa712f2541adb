import { describe, expect, it } from 'vitest';
import type { EventOf, LogEvent } from '../../lap/types';
import { isQueued, mayBeAway, SOON, takenOf } from './taken';

const START = Date.parse('2026-01-01T00:00:00Z');
const user = { kind: 'user', id: 'u', name: '' };
const agent = { kind: 'agent', id: 'a', name: '' };
const event = (sequence: number, type: string, actor: object, payload: object) =>
  ({ id: `e${sequence}`, type, sequence, actor, payload, receivedAt: new Date(START + sequence * 1000).toISOString(), conversationId: 'c' }) as unknown as LogEvent;
const said = (sequence: number, id: string) => event(sequence, 'message.created', user, { messageId: id, content: 'x', targetAgentId: 'a' });
const takenUp = (sequence: number, id: string) => event(sequence, 'message.acknowledged', agent, { messageId: id, agentId: 'a' });
const answer = (sequence: number) => event(sequence, 'message.created', agent, { messageId: `m${sequence}`, content: 'y' });
const queued = (events: readonly LogEvent[], index: number, capable: boolean, after = 10_000) => {
  const message = events[index] as EventOf<'message.created'>;
  return isQueued(message, takenOf(events), capable, Date.parse(message.receivedAt) + after);
};

describe('a message to a busy agent', () => {
  it('is queued until its agent takes it up, and not in its first moments', () => {
    const waiting = [said(1, 'm1'), takenUp(2, 'm1'), said(3, 'm2')];
    expect(queued(waiting, 2, false)).toBe(true);
    expect(queued(waiting, 2, false, SOON - 1)).toBe(false);
    expect(queued([...waiting, takenUp(4, 'm2')], 2, false)).toBe(false);
  });

  it('is not queued where its agent never tells, or where a later one was taken up', () => {
    expect(queued([said(1, 'm1')], 0, false)).toBe(false);
    expect(queued([said(1, 'm1')], 0, true)).toBe(true);
    expect(queued([said(1, 'm1'), said(2, 'm2'), takenUp(3, 'm2')], 0, true)).toBe(false);
  });

  it('stays queued when the agent takes up or answers an earlier one', () => {
    const events = [said(1, 'm1'), said(2, 'm2'), takenUp(3, 'm1'), answer(4)];
    expect(queued(events, 1, true)).toBe(true);
  });
});

it('a message came to its agent when that did something after it', () => {
  const events = [said(1, 'm1'), answer(2), said(3, 'm2')];
  expect(events.filter((one) => one.actor.kind === 'user').map((one) => mayBeAway(one as EventOf<'message.created'>, takenOf(events)))).toEqual([false, true]);
});
