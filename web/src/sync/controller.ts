/**
 * The controller: owns the store, the socket, the outbox and the session. It knows no React. Parts:
 * `session.ts` who is signed in, `feed.ts` the log, `sender.ts` the outbox, `loader.ts` the snapshot, `history.ts` pages of the log,
 * `mineControl.ts` what is mine alone, `tabs.ts` the other tabs.
 */
import type { CommandPayload, CommandType } from '../lap/types';
import { Api } from './api';
import { command } from './envelope';
import { Feed } from './feed';
import { Keeper } from './keeper';
import { Loader } from './loader';
import { MineControl } from './mineControl';
import { Sender } from './sender';
import { SessionControl } from './session';
import type { Stream } from './state';
import { Store } from './store';
import { Tabs } from './tabs';

export class Controller {
  readonly store: Store;
  readonly api: Api;
  readonly session: SessionControl;
  readonly loader: Loader;
  readonly sender: Sender;
  readonly feed: Feed;
  readonly mine: MineControl;
  readonly tabs = new Tabs();

  constructor(store = new Store(), api = new Api(), keeper: Keeper | null = new Keeper()) {
    this.store = store;
    this.api = api;
    this.loader = new Loader(store, api, keeper ?? undefined);
    this.sender = new Sender(store, keeper ?? undefined, this.tabs);
    this.mine = new MineControl(store, api, keeper ?? undefined, this.tabs);
    this.feed = new Feed(store, api, this.loader, this.sender, this.mine, () => {
      this.session.confirm();
      void this.mine.pull();
    });
    this.session = new SessionControl(store, api);
    api.onSignedOut = () => { if (store.get().session.phase !== 'signedOut') void this.signOut('unauthenticated', false); };
  }

  /** Read who is signed in. `link`: the token of a sign-in link, used if nobody is. */
  async start(): Promise<void> {
    this.session.follow(() => { this.#left(); });
    await this.session.start();
  }

  /** Show this workspace: what we kept, then what is new. Opening the same again changes nothing. */
  async open(workspaceId: string): Promise<void> {
    const { session, workspaceId: open } = this.store.get();
    if (session.phase !== 'signedIn' || open === workspaceId) return;
    this.close();
    this.store.dispatch({ do: 'open', workspaceId });
    this.session.remember(workspaceId);
    this.tabs.join(`${session.user.id}/${workspaceId}`);
    await Promise.all([
      this.loader.restore(session.user.id, workspaceId), this.sender.open(session.user.id, workspaceId),
      this.mine.open(session.user.id, workspaceId),
    ]);
    if (this.store.get().workspaceId === workspaceId) this.feed.start();
  }

  close(): void {
    this.loader.keep();
    this.feed.stop();
    this.sender.close();
    this.mine.close();
    this.tabs.leave();
    this.store.dispatch({ do: 'open', workspaceId: undefined });
  }

  async signOut(reason?: string, tell = true): Promise<void> {
    this.close();
    await this.session.signOut(tell);
    this.store.dispatch({ do: 'session', session: { phase: 'signedOut', ...(reason === undefined ? {} : { reason }) } });
  }

  /** Another tab signed out; the server knows. */
  #left(): void {
    this.close();
    this.session.leave();
    this.store.dispatch({ do: 'session', session: { phase: 'signedOut' } });
  }

  /** Queue a command and send it when possible. Gives its id, by which its fate is found in the outbox. */
  send<T extends CommandType>(
    type: T, payload: CommandPayload<T>, subject: { conversationId?: string; taskId?: string } = {},
    options: { id?: string; secret?: boolean } = {},
  ): string {
    const { workspaceId } = this.store.get();
    if (workspaceId === undefined) throw new Error('no workspace is open');
    const made = command(type, workspaceId, payload, subject, options.id);
    this.sender.add(made, options.secret === true);
    if (this.store.get().sync.phase !== 'live') this.loader.keep();
    return made.id;
  }

  /** A stream of the log is on screen: load it, keep it loaded. Gives the way to say that it left. */
  watch(stream: Stream): () => void {
    return this.loader.history.watch(stream);
  }

  serverNow(): number {
    return Date.now() + this.store.get().skew;
  }
}
