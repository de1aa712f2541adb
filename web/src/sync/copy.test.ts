import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { evolve } from '../lap/evolve';
import type { LogEvent } from '../lap/types';
import { EMPTY_WORLD, type World } from '../lap/world';
import { Api } from './api';
import { Keeper } from './keeper';
import { Loader } from './loader';
import { INITIAL, type State, type Stream } from './state';
import { Store } from './store';

const OPENED: State = { ...INITIAL, workspaceId: 'w', session: { phase: 'signedIn', user: { id: 'u', email: '', displayName: '' }, workspaces: [] } };
const kept = () => new Keeper().world('u', 'w').load();

/** Numbers from 0 to `below`, the same for the same seed. */
function dice(seed: number) {
  let state = seed * 2_654_435_761;
  return (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** A server with a log; `restore` brings back an older one, as another epoch. */
class Server {
  readonly logs: LogEvent[][] = [[]];

  get epoch(): number { return this.logs.length - 1; }
  get log(): LogEvent[] { return this.logs[this.epoch] ?? []; }

  say(type: string, subject: object, payload: object): void {
    const sequence = this.log.length + 1;
    const actor = { kind: 'user', id: 'u', name: 'Ann' };
    this.log.push({ id: `e${this.epoch}-${sequence}`, type, sequence, actor, receivedAt: '2026-01-01T00:00:00Z', ...subject, payload } as unknown as LogEvent);
  }

  something(roll: (below: number) => number): void {
    const [conversationId, taskId, n] = [`c${roll(3)}`, `t${roll(4)}`, this.log.length];
    switch (roll(5)) {
      case 0: this.say('conversation.created', { conversationId }, { title: `Begun ${n}`, agentIds: [] }); break;
      case 1: this.say('conversation.renamed', { conversationId }, { title: `Renamed ${n}` }); break;
      case 2: this.say('task.created', { conversationId, taskId }, { title: `Task ${n}`, agentId: 'a', status: 'running' }); break;
      case 3: this.say('task.status_changed', { conversationId, taskId }, { status: roll(2) === 0 ? 'running' : 'succeeded', summary: `${n}` }); break;
      default: this.say('message.created', { conversationId }, { messageId: `m${n}`, content: `${n}` });
    }
  }

  restore(from: number): void {
    this.logs.push(this.log.slice(0, from));
  }

  /** Of any epoch, at any place. */
  world(epoch: number, cursor: number): World {
    return (this.logs[epoch] ?? []).slice(0, cursor).reduce(evolve, EMPTY_WORLD);
  }

  said(epoch: number, stream: string): number[] {
    return (this.logs[epoch] ?? []).filter((event) => `conversations/${event.conversationId ?? ''}` === stream).map((event) => event.sequence);
  }

  readonly answer = (url: URL): Promise<Response> => {
    const rows = Object.fromEntries(Object.entries(this.world(this.epoch, this.log.length)).map(([table, all]) => [table, Object.values(all as object)]));
    if (url.pathname.endsWith('/snapshot')) return Promise.resolve(Response.json({ epoch: String(this.epoch), head: this.log.length, ...rows }));
    const stream = /\/(conversations\/[^/]+)\/events/.exec(url.pathname)?.[1] ?? '';
    const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const all = this.log.filter((event) => `conversations/${event.conversationId ?? ''}` === stream && event.sequence < before);
    return Promise.resolve(Response.json({ events: all.slice(-3), more: all.length > 3 }));
  };
}

class Tab {
  readonly store = new Store(OPENED);
  readonly loader = new Loader(this.store, new Api(() => 'http://localhost/'), new Keeper());

  static async open(): Promise<Tab> {
    const tab = new Tab();
    await tab.loader.restore('u', 'w');
    return tab;
  }

  /** What the log has up to `to`; or all anew, where it is another log. */
  async hear(server: Server, to: number): Promise<void> {
    const { epoch, cursor } = this.store.get().sync;
    if (epoch !== String(server.epoch)) await this.loader.snapshot();
    else if (to > cursor) this.store.dispatch({ do: 'events', to, head: server.log.length, events: server.log.slice(cursor, to), now: to });
  }


  /** Two writes on their way at once, of which the first may be cut off. */
  async hurry(server: Server, roll: (below: number) => number): Promise<void> {
    if (roll(2) === 0) cutAt = roll(3);
    this.loader.keep();
    for (let n = roll(3); n >= 0; n -= 1) server.something(roll);
    await this.hear(server, server.log.length);
    this.loader.keep();
  }

  /** A page of a log that is not the tab's own is thrown away with all else as soon as the tab hears of it. */
  async read(server: Server, stream: Stream, earlier: boolean): Promise<void> {
    if (this.store.get().sync.epoch === String(server.epoch)) await this.loader.history.load(stream, earlier);
  }
}

/** Whether the copy that is opened now is the world at its cursor, and each of its pages has all of its stream from some place on. */
async function check(server: Server, when: string): Promise<void> {
  const copy = await kept();
  if (!copy) return;
  const epoch = Number(copy.epoch);
  expect(copy.world, when).toEqual(server.world(epoch, copy.cursor));
  for (const [stream, page] of Object.entries(copy.pages)) {
    const shown = page.events.map((event) => event.sequence);
    const said = server.said(epoch, stream);
    const due = said.filter((sequence) => sequence <= copy.cursor && sequence >= (shown[0] ?? 0));
    expect(shown.filter((sequence) => sequence <= copy.cursor), `${when}, ${stream}`).toEqual(due);
    if (!page.more) expect(said.filter((sequence) => sequence < (shown[0] ?? 0)), `${when}, before ${stream}`).toEqual([]);
  }
}

/** From now on a write is cut off with this part of it, counted from 0; nothing of it stays. */
let cutAt: number | undefined;
const { put } = IDBObjectStore.prototype;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  cutAt = undefined;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function cut(this: IDBObjectStore, ...given) {
    const request = put.apply(this, given);
    if (cutAt !== undefined && cutAt-- === 0) {
      cutAt = undefined;
      const { transaction } = this;
      queueMicrotask(() => { transaction.abort(); });
    }
    return request;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function live(seed: number): Promise<void> {
  const roll = dice(seed);
  const server = new Server();
  vi.stubGlobal('fetch', server.answer);
  const tabs = [await Tab.open(), await Tab.open()];
  for (let step = 0; step < 40; step += 1) {
    const which = roll(2);
    const tab = tabs[which] as Tab;
    const what = roll(15);
    if (what < 4) for (let n = roll(5); n >= 0; n -= 1) server.something(roll);
    else if (what < 6) await tab.hear(server, roll(server.log.length + 1));
    else if (what === 6) await tab.read(server, `conversations/c${roll(3)}`, roll(2) === 0);
    else if (what < 10) tab.loader.keep();
    else if (what === 10) tabs[which] = await Tab.open();
    else if (what === 11) cutAt = roll(6);
    else if (what === 12) await tab.loader.snapshot();
    else if (what === 13) await tab.hurry(server, roll);
    else if (roll(3) === 0) server.restore(roll(server.log.length + 1));
    if (roll(2) === 0) await check(server, `seed ${seed}, step ${step}`); // else the next step comes while this one is being written
  }
  cutAt = undefined;
  const [tab] = tabs as [Tab];
  await kept();
  server.say('conversation.created', { conversationId: 'last' }, { title: 'Last', agentIds: [] });
  await tab.hear(server, server.log.length);
  tab.loader.keep();
  expect(await kept(), `seed ${seed}, the end`).toMatchObject({ epoch: String(server.epoch), cursor: server.log.length });
  await check(server, `seed ${seed}, the end`);
}

describe('the copy of a workspace on this device', () => {
  it('is the world at its cursor, in whatever order two tabs hear, read, keep, are cut off and come back', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      globalThis.indexedDB = new IDBFactory();
      await live(seed);
    }
  }, 60_000);

  it('is written where something changed, not as a whole', async () => {
    const server = new Server();
    vi.stubGlobal('fetch', server.answer);
    for (let n = 0; n < 50; n += 1) server.say('conversation.created', { conversationId: `c${n}` }, { title: `${n}`, agentIds: [] });
    const tab = await Tab.open();
    await tab.loader.snapshot();
    expect((await kept())?.cursor).toBe(50);
    const written = vi.mocked(IDBObjectStore.prototype.put).mock.calls;
    expect(written).toHaveLength(51);
    written.length = 0;
    server.say('conversation.renamed', { conversationId: 'c7' }, { title: 'Another' });
    await tab.hear(server, 51);
    tab.loader.keep();
    expect((await kept())?.world.conversations['c7']?.title).toBe('Another');
    expect(written.map(([, key]) => key)).toEqual(['v2/u/w/conversations/c7', 'v2/u/w/head']);
  });

  it('of an older shape is thrown away and read anew', async () => {
    const server = new Server();
    vi.stubGlobal('fetch', server.answer);
    server.say('conversation.created', { conversationId: 'c' }, { title: 'Begun', agentIds: [] });
    await new Keeper().world('u', 'w').load(); // it makes the database
    const all = () => new Promise<IDBObjectStore>((done) => {
      const opening = indexedDB.open('lineup-worlds');
      opening.onsuccess = () => { done(opening.result.transaction('worlds', 'readwrite').objectStore('worlds')); };
    });
    (await all()).put({ epoch: '0', cursor: 9 }, 'v1/u/w');
    expect(await kept()).toBeUndefined();
    const tab = await Tab.open();
    expect(tab.store.get().sync.epoch).toBeUndefined();
    await tab.loader.snapshot();
    expect(await kept()).toMatchObject({ cursor: 1 });
    const keys = await all().then((store) => new Promise((done) => { const asked = store.getAllKeys(); asked.onsuccess = () => { done(asked.result); }; }));
    expect(keys).toEqual(['v2/u/w/conversations/c', 'v2/u/w/head']);
  });
});
