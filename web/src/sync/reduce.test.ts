import { describe, expect, it } from 'vitest';
import type { LogEvent } from '../lap/types';
import { EMPTY_WORLD } from '../lap/world';
import { reduce } from './reduce';
import { INITIAL, type State } from './state';

const message = (sequence: number, conversationId = 'c', messageId = `m${sequence}`): LogEvent => ({
  id: `e${sequence}`, type: 'message.created', version: '0.1', occurredAt: '', receivedAt: `2026-01-01T00:00:0${sequence % 10}.000Z`,
  workspaceId: 'w', conversationId, sequence, actor: { kind: 'agent', id: 'a', name: 'A' }, payload: { messageId, content: String(sequence) },
});
const at = (cursor: number): State => ({ ...INITIAL, workspaceId: 'w', sync: { phase: 'live', epoch: 'e', cursor, head: cursor, from: cursor } });
const sequences = (state: State, stream: string) => state.pages[stream]?.events.map((event) => event.sequence);

describe('reduce', () => {
  it('applies only what is new to the cursor', () => {
    const loaded = reduce(at(2), { do: 'page', stream: 'conversations/c', page: { events: [message(1), message(2)], more: false } });
    const next = reduce(loaded, { do: 'events', to: 4, head: 4, events: [message(2), message(3), message(4)], now: 1 });
    expect(next.sync).toMatchObject({ cursor: 4, head: 4, phase: 'live', since: 1 });
    expect(sequences(next, 'conversations/c')).toEqual([1, 2, 3, 4]);
  });

  it('merges a page that is newer than the feed, each event once and in order', () => {
    let state = reduce(at(2), { do: 'page', stream: 'conversations/c', page: { events: [message(4), message(3), message(1)], more: true } });
    state = reduce(state, { do: 'events', to: 4, head: 4, events: [message(3), message(4)], now: 1 });
    state = reduce(state, { do: 'page', stream: 'conversations/c', page: { events: [message(2), message(1)], more: false } });
    expect(sequences(state, 'conversations/c')).toEqual([1, 2, 3, 4]);
  });

  it('is catching up while the head is ahead, and live once it is reached', () => {
    let state = { ...at(2), sync: { ...at(2).sync, phase: 'offline' as const } };
    state = reduce(state, { do: 'events', to: 3, head: 9, events: [], now: 1 }) as typeof state;
    expect(state.sync.phase).toBe('catching_up');
    expect(reduce(state, { do: 'events', to: 9, head: 9, events: [], now: 2 }).sync).toMatchObject({ phase: 'live', since: 2 });
  });

  it('drops pages at a snapshot, because what lies between is unknown', () => {
    const loaded = reduce(at(2), { do: 'page', stream: 'conversations/c', page: { events: [message(1)], more: false } });
    expect(reduce(loaded, { do: 'snapshot', epoch: 'f', head: 90, world: EMPTY_WORLD, drafts: {} })).toMatchObject({ pages: {}, sync: { epoch: 'f', cursor: 90 } });
  });

  it('joins streamed text at its offset in code points, and replaces it by the final message', () => {
    const delta = (offset: number, text: string) => ({ do: 'delta', delta: { messageId: 'm', conversationId: 'c', offset, text, at: 0 } }) as const;
    let state = reduce(at(2), delta(0, '你好😀'));
    state = reduce(state, delta(3, '吗'));
    state = reduce(state, delta(1, '好'));
    expect(state.drafts['m']?.text).toBe('你好😀吗');
    expect(reduce(state, { do: 'events', to: 3, head: 3, events: [message(3, 'c', 'm')], now: 1 }).drafts).toEqual({});
  });

  it('forgets everything of a workspace when another is opened, and of a user at sign-out', () => {
    expect(reduce(at(7), { do: 'open', workspaceId: 'x' })).toMatchObject({ workspaceId: 'x', sync: { cursor: 0, phase: 'loading' } });
    expect(reduce(at(7), { do: 'session', session: { phase: 'signedOut' } }).workspaceId).toBeUndefined();
  });
});
