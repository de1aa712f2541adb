import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { command } from './envelope';
import { Keeper } from './keeper';
import { Sender } from './sender';
import { INITIAL } from './state';
import { Store } from './store';

type Sent = { id: string };
function wire() {
  const frames: Sent[][] = [];
  return { frames, up: true, answered: vi.fn(), send(envelopes: readonly object[]) { frames.push(envelopes as Sent[]); return true; } };
}
const store = () => new Store({ ...INITIAL, workspaceId: 'w' });
const say = (content: string) => command('message.create', 'w', { content }, { conversationId: 'c' });

afterEach(() => { vi.useRealTimers(); });

describe('the sender', () => {
  it('sends after a reload what was written offline, in order, once', async () => {
    const keeper = new Keeper();
    const before = new Sender(store(), keeper);
    await before.open('u', 'w');
    const messages = ['1', '2', '3', '4', '5'].map(say);
    for (const one of messages) before.add(one, false);
    await vi.waitFor(async () => { expect(await keeper.outbox('u', 'w').load()).toHaveLength(5); });

    const after = new Sender(store(), keeper);
    const line = wire();
    after.attach(line);
    await after.open('u', 'w');
    expect(line.frames).toHaveLength(1);
    expect(line.frames[0]?.map((one) => one.id)).toEqual(messages.map((one) => one.id));
    expect(await keeper.outbox('other', 'w').load()).toEqual([]);
  });

  it('keeps secret answers off the disk', async () => {
    const keeper = new Keeper();
    const sender = new Sender(store(), keeper);
    await sender.open('secret-user', 'w');
    sender.add(say('hush'), true);
    expect(await keeper.outbox('secret-user', 'w').load()).toEqual([]);
  });

  it('forgets a command when its event has come, whether the answer came before or after', async () => {
    const state = store();
    const sender = new Sender(state, new Keeper());
    await sender.open('u2', 'w');
    sender.attach(wire());
    const one = say('1');
    sender.add(one, false);
    sender.acked(one.id, 3);
    expect(state.get().outbox).toHaveLength(1);
    state.dispatch({ do: 'sync', patch: { cursor: 3 } });
    sender.settle();
    expect(state.get().outbox).toEqual([]);
  });

  it('tries again by itself when the server is busy, and tells the person everything else', async () => {
    vi.useFakeTimers();
    const state = store();
    const sender = new Sender(state, undefined);
    const line = wire();
    sender.attach(line);
    const one = say('1');
    sender.add(one, false);
    sender.failed(one.id, { code: 'busy', message: '' });
    expect(line.frames).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(line.frames).toHaveLength(2);
    sender.failed(one.id, { code: 'not_allowed', message: '' });
    expect(state.get().outbox[0]).toMatchObject({ state: 'refused', error: { code: 'not_allowed' } });
  });

  it('sends the whole frame again when the connection went away before the answers', () => {
    const sender = new Sender(store(), undefined);
    const line = wire();
    sender.attach(line);
    sender.add(say('1'), false);
    sender.add(say('2'), false);
    sender.disconnected();
    sender.pump();
    expect(line.frames[1]?.[0]).toEqual(line.frames[0]?.[0]);
    expect(line.frames[1]).toHaveLength(2);
  });
});
