import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Api } from './api';
import { SessionControl } from './session';
import { Store } from './store';

const reply = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const ME = { user: { id: 'u1', email: 'ann@example.com', displayName: 'Ann' }, workspaces: [] };

describe('signing in while an old session is asked for', () => {
  const asked: string[] = [];
  let refuse: () => void = () => undefined;
  const kept = new Map([['lineup.last', JSON.stringify(ME)]]);

  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) });
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('fetch', (url: URL) => {
      asked.push(url.pathname);
      if (url.pathname.endsWith('refresh')) return new Promise((done) => { refuse = () => { done(reply(401, {})); }; });
      return Promise.resolve(url.pathname.endsWith('me') ? reply(200, ME) : reply(200, { accessToken: 'new' }));
    });
  });
  afterEach(() => { vi.unstubAllGlobals(); });

  it('ends in the new session, however late the old one is refused', async () => {
    const store = new Store();
    const session = new SessionControl(store, new Api(() => 'http://lineup.test/'));
    const started = session.start();
    const linked = session.link('token');
    await vi.waitFor(() => { expect(asked).toEqual(['/api/auth/refresh']); });
    refuse();
    await Promise.all([started, linked]);
    expect(asked).toEqual(['/api/auth/refresh', '/api/auth/link', '/api/me']);
    expect(store.get().session.phase).toBe('signedIn');
  });
});
