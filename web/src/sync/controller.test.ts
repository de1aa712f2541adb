// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Api } from './api';
import { Controller } from './controller';
import { INITIAL } from './state';
import { Store } from './store';

const workspaces = ['w1', 'w2'].map((id) => ({ id, name: id, role: 'owner' as const }));
const session = { phase: 'signedIn' as const, user: { id: 'u', email: '', displayName: '' }, workspaces };
const snapshot = (id: string) => Response.json({ epoch: `e-${id}`, head: 3, workspace: { id, name: id, members: [], createdAt: '2026-01-01T00:00:00Z', sequence: 1 } });

/** A server whose snapshots come when `answer` says so. */
function server() {
  const waiting = new Map<string, (answer: Response) => void>();
  vi.stubGlobal('fetch', (url: URL) => {
    const id = /workspaces\/([^/]+)\/snapshot/.exec(url.href)?.[1];
    return id === undefined ? Promise.reject(new Error('no such address')) : new Promise<Response>((resolve) => { waiting.set(id, resolve); });
  });
  const answer = async (id: string) => {
    const resolve = await vi.waitFor(() => {
      const found = waiting.get(id);
      if (!found) throw new Error(`nobody asked for ${id}`);
      return found;
    });
    const response = snapshot(id);
    resolve(response);
    await vi.waitFor(() => { expect(response.bodyUsed).toBe(true); });
  };
  return { answer };
}

const open = () => new Controller(new Store({ ...INITIAL, session }), new Api(() => 'http://localhost/'), null);
let controller: Controller;

beforeEach(() => { controller = open(); });
afterEach(() => {
  controller.close();
  vi.unstubAllGlobals();
});

describe('opening another workspace while one is still loading', () => {
  it('shows the other one, and nothing of the first when that comes late', async () => {
    const { answer } = server();
    await controller.open('w1');
    await controller.open('w2');
    await answer('w2');
    await vi.waitFor(() => { expect(controller.store.get().world.workspace?.id).toBe('w2'); });
    await answer('w1');
    expect(controller.store.get()).toMatchObject({ workspaceId: 'w2', world: { workspace: { id: 'w2' } }, sync: { epoch: 'e-w2' } });
  });
});
