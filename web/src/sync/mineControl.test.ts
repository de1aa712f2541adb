import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Api } from './api';
import { Keeper } from './keeper';
import { apply, NO_MINE, valueOf, type Change, type WireEntry } from './mine';
import { MineControl } from './mineControl';
import { INITIAL } from './state';
import { Store } from './store';

/** A server that keeps what is mine, and may be out of reach. */
function server() {
  const held = new Map<string, WireEntry>();
  const asked: Change[][] = [];
  const state = { up: true, held, asked, refuse: (_: Change) => false };
  vi.stubGlobal('fetch', (_: URL, init: { method: string; body?: string }) => {
    if (!state.up) return Promise.reject(new Error('no network'));
    if (init.method === 'GET') return Promise.resolve(Response.json({ entries: [...held.values()] }));
    const { entries } = JSON.parse(init.body ?? '') as { entries: Change[] };
    asked.push(entries);
    if (entries.some(state.refuse)) return Promise.resolve(Response.json({ error: { code: 'invalid_request' } }, { status: 400 }));
    const stored = entries.map((entry) => ({ ...entry, at: '2026-01-01T00:00:00Z' }));
    for (const entry of stored) held.set(`${entry.kind}/${entry.id}`, entry);
    return Promise.resolve(Response.json({ entries: stored }));
  });
  return state;
}

async function tab(keeper: Keeper) {
  const store = new Store({ ...INITIAL, workspaceId: 'w' });
  const control = new MineControl(store, new Api(() => 'http://localhost/'), keeper);
  await control.open('u', 'w');
  return { control, read: (id: string) => valueOf(store.get().mine, 'read', id)?.sequence };
}

beforeEach(() => { globalThis.indexedDB = new IDBFactory(); });
afterEach(() => { vi.unstubAllGlobals(); });

describe('what is mine', () => {
  it('shows at once and reaches the server when the connection is back, also after a reload', async () => {
    const far = server();
    far.up = false;
    const keeper = new Keeper();
    const first = await tab(keeper);
    first.control.set('read', 'c', { sequence: 7 });
    expect(first.read('c')).toBe(7);
    await first.control.flush();
    first.control.close();

    far.up = true;
    const after = await tab(keeper);
    expect(after.read('c')).toBe(7);
    await after.control.pull();
    expect(far.held.get('read/c')?.value).toEqual({ sequence: 7 });
    await after.control.flush();
    expect(far.asked).toHaveLength(1);
    after.control.close();
  });

  it('that waits here stands over what the server still says', async () => {
    const far = server();
    far.held.set('read/c', { kind: 'read', id: 'c', value: { sequence: 3 }, at: '2026-01-01T00:00:00Z' });
    far.refuse = () => true;
    const { control, read } = await tab(new Keeper());
    control.set('read', 'c', { sequence: 9 });
    control.hear([{ kind: 'read', id: 'c', value: { sequence: 4 }, at: '2026-01-01T00:00:01Z' }]);
    expect(read('c')).toBe(9);
    await control.flush();
    expect(read('c')).toBe(4);
    control.close();
  });

  it('one refused entry does not hold up the others', async () => {
    const far = server();
    far.refuse = (one) => one.id === 'bad';
    const { control, read } = await tab(new Keeper());
    control.set('read', 'good', { sequence: 1 });
    control.set('read', 'bad', { sequence: 1 });
    control.set('read', 'fine', { sequence: 1 });
    await control.flush();
    expect([...far.held.keys()]).toEqual(['read/good', 'read/fine']);
    expect([read('good'), read('bad'), read('fine')]).toEqual([1, undefined, 1]);
    control.close();
  });

  it('is never read backwards', async () => {
    server();
    const { control, read } = await tab(new Keeper());
    control.set('read', 'c', { sequence: 7 });
    control.set('read', 'c', { sequence: 5 });
    expect(read('c')).toBe(7);
    control.close();
  });

  it('is found under its own name only', () => {
    const mine = apply(NO_MINE, [{ kind: 'seen', id: '__proto__', value: {}, at: '' }]);
    expect(valueOf(mine, 'seen', '__proto__')).toEqual({});
    expect(valueOf(mine, 'seen', 'constructor')).toBeUndefined();
    expect(apply(mine, [{ kind: 'seen', id: '__proto__', value: null, at: '' }]).seen).toEqual({});
  });
});
