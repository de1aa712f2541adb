// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../lap/types';
import { Api } from './api';
import { command } from './envelope';
import { Keeper } from './keeper';
import { MineControl } from './mineControl';
import { INITIAL, type Outgoing } from './state';
import { Sender } from './sender';
import { Store } from './store';
import { Tabs } from './tabs';

/** The browser's locks, as far as tabs use them. */
function browserLocks() {
  type Wait = { run: () => Promise<void> | undefined };
  const queues = new Map<string, Wait[]>();
  const next = (name: string) => {
    const first = queues.get(name)?.[0];
    if (!first) return;
    void Promise.resolve(first.run()).then(() => {
      queues.get(name)?.shift();
      next(name);
    });
  };
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, run: Wait['run']) => new Promise<void>((done, fail) => {
      const wait = { run: async () => { await run(); done(); } };
      const queue = queues.get(name) ?? [];
      queues.set(name, [...queue, wait]);
      if (queue.length === 0) queueMicrotask(() => { next(name); });
      signal.addEventListener('abort', () => {
        const waiting = queues.get(name) ?? [];
        if (waiting.indexOf(wait) < 1) return;
        queues.set(name, waiting.filter((each) => each !== wait));
        fail(new DOMException('left', 'AbortError'));
      });
    }),
    query: () => Promise.resolve({ held: [...queues].filter(([, queue]) => queue.length > 0).map(([name]) => ({ name })) }),
  };
}

const say = (content: string) => command('message.create', 'w', { content }, { conversationId: 'c' });
const opened: (() => void)[] = [];

async function tab(room = 'w') {
  const store = new Store({ ...INITIAL, workspaceId: room });
  const tabs = new Tabs();
  const keeper = new Keeper();
  const sender = new Sender(store, keeper, tabs);
  const mine = new MineControl(store, new Api(() => 'http://127.0.0.1:9/'), keeper, tabs);
  const frames: string[][] = [];
  const wire = {
    up: false, answered: () => undefined,
    send: (batch: readonly object[]) => { frames.push((batch as Command[]).map((one) => one.id)); return true; },
  };
  sender.attach(wire);
  tabs.join(`u/${room}`);
  const close = () => {
    sender.close();
    mine.close();
    tabs.leave();
  };
  opened.push(close);
  await Promise.all([sender.open('u', room), mine.open('u', room)]);
  const online = () => { wire.up = true; sender.pump(); };
  const shows = () => store.get().outbox.map((item: Outgoing) => [item.command.id, item.state, item.away === undefined ? 'here' : 'away']);
  return { store, sender, mine, frames, online, close, shows };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  vi.stubGlobal('BroadcastChannel', BroadcastChannel);
  vi.stubGlobal('navigator', { ...navigator, locks: browserLocks() });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
});
afterEach(() => {
  for (const close of opened.splice(0)) close();
  vi.unstubAllGlobals();
});

describe('two tabs of one browser', () => {
  it('show what waits in either, and each sends its own', async () => {
    const [a, b] = [await tab(), await tab()];
    const [one, two] = [say('1'), say('2')];
    a.sender.add(one, false);
    b.sender.add(two, false);
    await vi.waitFor(() => { expect(a.shows()).toEqual([[one.id, 'queued', 'here'], [two.id, 'queued', 'away']]); });
    await vi.waitFor(() => { expect(b.shows()).toEqual([[one.id, 'queued', 'away'], [two.id, 'queued', 'here']]); });
    a.online();
    b.online();
    expect([a.frames, b.frames]).toEqual([[[one.id]], [[two.id]]]);
  });

  it('a third that is opened later leaves it to them', async () => {
    const a = await tab();
    const one = say('1');
    a.sender.add(one, false);
    const late = await tab();
    expect(late.shows()).toEqual([[one.id, 'queued', 'away']]);
    late.online();
    expect(late.frames).toEqual([]);
  });

  it('both know that it was recorded, and both forget it when its event is here', async () => {
    const [a, b] = [await tab(), await tab()];
    const one = say('1');
    a.sender.add(one, false);
    a.online();
    a.sender.acked(one.id, 3);
    await vi.waitFor(() => { expect(b.shows()).toEqual([[one.id, 'recorded', 'away']]); });
    a.store.dispatch({ do: 'sync', patch: { cursor: 3 } });
    a.sender.settle();
    expect(a.shows()).toEqual([]);
    expect(b.shows()).toHaveLength(1);
    b.store.dispatch({ do: 'sync', patch: { cursor: 3 } });
    b.sender.settle();
    expect(b.shows()).toEqual([]);
  });

  it('what one refused to send can be tried again or thrown away in the other', async () => {
    const [a, b] = [await tab(), await tab()];
    const [one, two] = [say('1'), say('2')];
    for (const each of [one, two]) {
      a.sender.add(each, false);
      a.sender.failed(each.id, { code: 'not_allowed', message: '' });
    }
    await vi.waitFor(() => { expect(b.store.get().outbox.map((item) => item.error?.code)).toEqual(['not_allowed', 'not_allowed']); });
    b.sender.retry(one.id);
    b.sender.discard(two.id);
    await vi.waitFor(() => { expect(a.shows()).toEqual([[one.id, 'queued', 'away']]); });
    a.online();
    b.online();
    expect([a.frames, b.frames]).toEqual([[], [[one.id]]]);
  });

  it('the one that is left sends what a closed one had in hand, secrets too, and what was mine alone', async () => {
    const [a, b] = [await tab(), await tab()];
    const [one, hush] = [say('1'), say('hush')];
    a.sender.add(one, false);
    a.sender.add(hush, true);
    a.mine.set('pin', 'c', {});
    await vi.waitFor(() => { expect(b.shows()).toHaveLength(2); });
    await vi.waitFor(() => { expect(b.store.get().mine.pin).toHaveProperty('c'); });
    b.online();
    expect(b.frames).toEqual([]);
    a.close();
    await vi.waitFor(() => { expect(b.frames).toEqual([[one.id, hush.id]]); });
    expect(JSON.stringify(await new Keeper().outbox('u', 'w').load())).not.toContain('hush');
  });

  it('in other workspaces are no concern of each other', async () => {
    const [a, b] = [await tab('w'), await tab('w2')];
    a.sender.add(say('1'), false);
    a.close();
    expect(b.shows()).toEqual([]);
  });

  it('each is on its own where the browser has no locks', async () => {
    vi.stubGlobal('navigator', { ...navigator, locks: undefined });
    const a = await tab();
    const one = say('1');
    a.sender.add(one, false);
    const b = await tab();
    expect(b.shows()).toEqual([[one.id, 'queued', 'here']]);
  });
});
