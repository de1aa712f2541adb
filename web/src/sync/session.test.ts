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

describe('another tab', () => {
  const others: (() => void)[] = [];
  const kept = new Map<string, string>();
  const told = (key: string, value: object | undefined) => {
    if (value === undefined) kept.delete(key);
    else kept.set(key, JSON.stringify(value));
    for (const each of others) each();
  };
  /** Who I am was asked for and not answered. */
  let me: ((response: Response) => void) | undefined;
  const answer = () => vi.waitFor(() => {
    if (!me) throw new Error('nobody asked');
    me(reply(200, ME));
  });
  const open = () => {
    const store = new Store();
    const session = new SessionControl(store, new Api(() => 'http://lineup.test/'));
    const gone = vi.fn(() => {
      session.leave();
      store.dispatch({ do: 'session', session: { phase: 'signedOut' } });
    });
    session.follow(gone);
    const started = session.start();
    return { store, gone, started, phase: () => store.get().session.phase };
  };

  beforeEach(() => {
    others.length = 0;
    me = undefined;
    kept.clear();
    vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v), removeItem: (k: string) => kept.delete(k) });
    vi.stubGlobal('addEventListener', (_: string, heard: (event: { key: string }) => void) => { others.push(() => { heard({ key: 'lineup.last' }); }); });
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('fetch', (url: URL) => (url.pathname.endsWith('me')
      ? new Promise((done) => { me = done as typeof me; })
      : Promise.resolve(reply(200, { accessToken: 'new' }))));
  });
  afterEach(() => { vi.unstubAllGlobals(); });

  it('that signs in takes this one along', async () => {
    const { phase, started } = open();
    await started;
    expect(phase()).toBe('signedOut');
    told('lineup.last', ME);
    await answer();
    await vi.waitFor(() => { expect(phase()).toBe('signedIn'); });
  });

  it('that signs out takes this one along, and what the server says late does not bring it back', async () => {
    kept.set('lineup.last', JSON.stringify(ME));
    const { started, phase, gone } = open();
    await vi.waitFor(() => { expect(me).toBeDefined(); });
    told('lineup.last', undefined);
    await answer();
    await started;
    expect(gone).toHaveBeenCalledOnce();
    expect(phase()).toBe('signedOut');
    expect(kept.has('lineup.last')).toBe(false);
  });

  it('that signs in as somebody else ends what is shown here', async () => {
    kept.set('lineup.last', JSON.stringify(ME));
    const { started, gone, store } = open();
    await answer();
    await started;
    told('lineup.last', { ...ME, workspaces: [{ id: 'w', name: 'New', role: 'owner' }] });
    expect(gone).not.toHaveBeenCalled();
    expect(store.get().session).toMatchObject({ workspaces: [{ name: 'New' }] });
    told('lineup.last', { ...ME, user: { ...ME.user, id: 'u2' } });
    expect(gone).toHaveBeenCalledOnce();
  });
});
