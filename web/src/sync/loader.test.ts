import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Api } from './api';
import { Keeper } from './keeper';
import { Loader } from './loader';
import { INITIAL, type State } from './state';
import { Store } from './store';

const conversation = { id: 'c', title: 'Rebuild', agentIds: [], createdBy: { kind: 'user', id: 'u', name: '' }, createdAt: '2026-01-01T00:00:00Z', sequence: 1 };
const snapshot = { epoch: 'e', head: 7, conversations: [conversation] };
const opened: State = { ...INITIAL, workspaceId: 'w', session: { phase: 'signedIn', user: { id: 'u', email: '', displayName: '' }, workspaces: [] } };
const loader = (keeper: Keeper) => {
  const store = new Store(opened);
  return { store, loader: new Loader(store, new Api(() => 'http://localhost/'), keeper) };
};

beforeEach(() => { vi.stubGlobal('fetch', () => Promise.resolve(Response.json(snapshot))); });
afterEach(() => { vi.unstubAllGlobals(); });

describe('what this device keeps', () => {
  it('is there at once after a snapshot, so that a reload without a network shows it', async () => {
    const keeper = new Keeper();
    const first = loader(keeper);
    await first.loader.restore('u', 'w');
    await first.loader.snapshot();
    await vi.waitFor(async () => { expect(await keeper.world('u', 'w').load()).toMatchObject({ epoch: 'e', cursor: 7 }); });

    const after = loader(keeper);
    await after.loader.restore('u', 'w');
    expect(after.store.get().world.conversations['c']?.title).toBe('Rebuild');
    expect(after.store.get().sync.cursor).toBe(7);
  });

  it('is written again only when there is news', async () => {
    const keeper = new Keeper();
    const { loader: one, store } = loader(keeper);
    await one.restore('u2', 'w');
    await one.snapshot();
    await vi.waitFor(async () => { expect(await keeper.world('u2', 'w').load()).toBeDefined(); });
    await keeper.world('u2', 'w').remove();
    one.keep();
    expect(await keeper.world('u2', 'w').load()).toBeUndefined();
    store.dispatch({ do: 'events', to: 8, head: 8, events: [], now: 1 });
    one.keep();
    await vi.waitFor(async () => { expect(await keeper.world('u2', 'w').load()).toMatchObject({ cursor: 8, since: 1 }); });
  });
});
