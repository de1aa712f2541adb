import { ApiError, type Api } from './api';
import { keepLocally, keptLocally, onKept } from './local';
import type { User, WorkspaceRef } from './state';
import type { Store } from './store';

const LAST = 'lineup.last';
type Last = { user: User; workspaces: readonly WorkspaceRef[]; workspaceId?: string };
type Verified = { accessToken: string };

/** Who is signed in. Tokens stay in memory; the names of user and workspaces are kept for starting offline. */
export class SessionControl {
  #started: Promise<void> = Promise.resolve();
  /** Counts the sessions that ended here: what was asked for in one of them is no news in the next. */
  #ended = 0;

  constructor(private readonly store: Store, private readonly api: Api) {}

  /** Go on with the session of this browser, if there is one. */
  start(): Promise<void> {
    this.#started = this.#resume();
    return this.#started;
  }

  async #resume(): Promise<void> {
    if (!this.#last()) {
      this.store.dispatch({ do: 'session', session: { phase: 'signedOut' } });
      return;
    }
    try {
      if (await this.api.refresh()) await this.load();
      else this.store.dispatch({ do: 'session', session: { phase: 'signedOut' } });
    } catch (error) {
      const last = this.#last();
      if (error instanceof ApiError && last) {
        this.store.dispatch({ do: 'session', session: { phase: 'signedIn', user: last.user, workspaces: last.workspaces, offline: true } });
      } else this.store.dispatch({ do: 'session', session: { phase: 'signedOut', reason: 'network' } });
    }
  }

  /** Whether the code goes out by mail; else it waits where the server runs. */
  async requestCode(email: string, locale: string): Promise<boolean> {
    const { mailed } = await this.api.post<{ mailed?: boolean }>('api/auth/code', { email, locale }, false);
    return mailed !== false;
  }

  async verify(email: string, code: string): Promise<void> {
    await this.#enter('api/auth/verify', { email, code });
  }

  async link(token: string): Promise<void> {
    await this.#enter('api/auth/link', { token });
  }

  /** After what the old session came to: its late answer must not end the new one, nor its cookie replace the new one's. */
  async #enter(path: string, body: object): Promise<void> {
    await this.#started;
    const { accessToken } = await this.api.post<Verified>(path, body, false);
    this.api.setToken(accessToken);
    await this.load();
  }

  /** Read user and workspaces anew. */
  async load(): Promise<void> {
    const ended = this.#ended;
    const me = await this.api.get<{ user: User; workspaces: WorkspaceRef[] }>('api/me');
    if (ended !== this.#ended) return;
    this.store.dispatch({ do: 'session', session: { phase: 'signedIn', user: me.user, workspaces: me.workspaces } });
    this.#save({ ...this.#last(), user: me.user, workspaces: me.workspaces });
  }

  /** Change my name; the log has it from the next thing I do. */
  async rename(displayName: string): Promise<void> {
    await this.api.patch('api/me', { displayName });
    await this.load();
  }

  /** The language in which I get mail. */
  saveLocale(locale: string): void {
    const { session } = this.store.get();
    if (session.phase !== 'signedIn' || session.user.locale === locale) return;
    void this.api.patch('api/me', { locale }).then(() => this.load()).catch(() => undefined); // the next choice tries again
  }

  /** The server is reachable again after a start offline: what we assumed about the session is read anew. */
  confirm(): void {
    const { session } = this.store.get();
    if (session.phase === 'signedIn' && session.offline) void this.load().catch(() => undefined);
  }

  async createWorkspace(name: string): Promise<string> {
    const made = await this.api.post<{ id?: string; workspace?: { id: string } }>('api/workspaces', { name });
    await this.load();
    return made.workspace?.id ?? made.id ?? '';
  }

  /** The other tabs see it at once. */
  async signOut(tell: boolean): Promise<void> {
    keepLocally(LAST, undefined);
    this.leave();
    if (tell) await this.api.post('api/auth/signout', {}, false).catch(() => undefined);
  }

  /** The session is over: here, or everywhere by another tab. */
  leave(): void {
    this.#ended += 1;
    this.api.setToken(undefined);
  }

  /** Go with the other tabs of this browser: `gone` when one signed out (or in as somebody else), then in when one signed in. */
  follow(gone: () => void): void {
    onKept(LAST, () => {
      const last = this.#last();
      const before = this.store.get().session;
      if (before.phase === 'signedIn' ? last?.user.id !== before.user.id : before.phase === 'starting' && !last) gone();
      const { session } = this.store.get();
      if (!last || session.phase === 'starting') return;
      if (session.phase === 'signedOut') void this.start();
      else if (!isSame(session, last)) this.store.dispatch({ do: 'session', session: { ...session, user: last.user, workspaces: last.workspaces } });
    });
  }

  /** The workspace to open next time. */
  remember(workspaceId: string): void {
    const last = this.#last();
    if (last) this.#save({ ...last, workspaceId });
  }

  lastWorkspace(): string | undefined {
    const { session } = this.store.get();
    if (session.phase !== 'signedIn') return undefined;
    const last = this.#last()?.workspaceId;
    return session.workspaces.find((one) => one.id === last)?.id ?? session.workspaces[0]?.id;
  }

  #last(): Last | undefined {
    try {
      return JSON.parse(keptLocally(LAST) ?? 'null') as Last | null ?? undefined;
    } catch {
      return undefined;
    }
  }

  #save(last: Last): void {
    keepLocally(LAST, JSON.stringify(last));
  }
}

const isSame = (a: Pick<Last, 'user' | 'workspaces'>, b: Last): boolean =>
  JSON.stringify([a.user, a.workspaces]) === JSON.stringify([b.user, b.workspaces]);
