/** The log as it arrives: what to do with each frame of the server. */
import { judge } from '../lap/position';
import type { LogEvent, ServerFrame } from '../lap/types';
import { ApiError, type Api } from './api';
import { frame } from './envelope';
import { Link, type Position, type Socket } from './link';
import type { Loader } from './loader';
import { draftsOf } from './loader';
import type { WireEntry } from './mine';
import type { MineControl } from './mineControl';
import type { Sender } from './sender';
import type { Store } from './store';

/** What is mine changed on another device. (Until the generated frames have it.) */
type MineFrame = { type: 'system.mine'; payload: { entries: readonly object[] } };
type EventsFrame = Extract<ServerFrame, { type: 'system.events' }>['payload'];

export class Feed {
  #link: Link | undefined;
  #snapshot: Promise<void> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #wake = () => { if (!document.hidden) this.wake(); };
  readonly #lost = () => { this.#link?.lost(); };
  readonly #leave = () => { this.loader.keep(); };

  constructor(
    private readonly store: Store, private readonly api: Api, private readonly loader: Loader,
    private readonly sender: Sender, private readonly mine: MineControl, private readonly onUp: () => void,
  ) {}

  start(): void {
    window.addEventListener('online', this.#wake);
    window.addEventListener('offline', this.#lost);
    document.addEventListener('visibilitychange', this.#wake);
    window.addEventListener('pagehide', this.#leave);
    if (this.store.get().sync.epoch === undefined) void this.resync();
    else this.#connect();
  }

  stop(): void {
    window.removeEventListener('online', this.#wake);
    window.removeEventListener('offline', this.#lost);
    document.removeEventListener('visibilitychange', this.#wake);
    window.removeEventListener('pagehide', this.#leave);
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#link?.stop();
    this.#link = undefined;
    this.#snapshot = undefined;
  }

  /** Try at once. */
  wake(): void {
    if (this.#link) this.#link.wake();
    else if (this.#retry !== undefined) void this.resync();
  }

  /** Take the snapshot, then follow the log from there. Tries until it works. */
  async resync(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const { workspaceId } = this.store.get();
    const snapshot = this.#snapshot ??= this.loader.snapshot();
    try {
      await snapshot;
    } catch (error) {
      if (this.store.get().workspaceId === workspaceId) this.#snapshotFailed(error);
      return;
    } finally {
      if (this.#snapshot === snapshot) this.#snapshot = undefined;
    }
    if (this.store.get().workspaceId !== workspaceId || workspaceId === undefined) return;
    this.sender.settle();
    if (this.#link?.up) this.#link.ask();
    else this.#connect();
  }

  #snapshotFailed(error: unknown): void {
    const problem = error instanceof ApiError ? error.code : 'unknown';
    const stopped = error instanceof ApiError && (error.status === 403 || error.status === 404);
    this.store.dispatch({ do: 'sync', patch: { phase: stopped ? 'stopped' : 'offline', problem } });
    if (!stopped) this.#retry = setTimeout(() => { void this.resync(); }, 1000 + 4000 * Math.random());
  }

  #connect(): void {
    if (this.#link) {
      this.#link.wake();
      return;
    }
    const { workspaceId = '' } = this.store.get();
    const link = new Link({
      ticket: async () => (await this.api.post<{ ticket: string }>(`api/workspaces/${workspaceId}/tickets`)).ticket,
      open: () => new WebSocket(socketUrl(document.baseURI)) as Socket,
      position: () => this.#position(),
      envelope: (type, payload) => frame(type, workspaceId, payload),
      random: Math.random,
      onFrame: (each) => { this.receive(each); },
      onUp: () => {
        this.onUp();
        this.loader.history.loadMissing();
        this.sender.pump();
      },
      onDown: (retryIn, problem) => {
        this.loader.keep();
        this.sender.disconnected();
        this.store.dispatch({
          do: 'sync', patch: { phase: retryIn === undefined ? 'stopped' : 'offline', ...(problem === undefined ? {} : { problem }) },
        });
      },
    });
    this.#link = link;
    this.sender.attach(link);
    link.start();
  }

  #position(): Position {
    const { epoch, cursor } = this.store.get().sync;
    return epoch === undefined ? {} : { epoch, cursor };
  }

  receive(each: ServerFrame | MineFrame): void {
    switch (each.type) {
      case 'system.welcome':
        this.#clock(each.payload.now);
        this.#drafts(each.payload.drafts as unknown);
        this.#head(each.payload.epoch, each.payload.head, false);
        break;
      case 'system.heartbeat':
        this.#clock(each.payload.now);
        this.#head(each.payload.epoch, each.payload.head, true);
        break;
      case 'system.events':
        this.#events(each.payload);
        break;
      case 'system.resync_required':
        void this.resync();
        break;
      case 'system.ack':
        this.sender.acked(each.payload.id, each.payload.sequence);
        break;
      case 'system.error':
        this.sender.failed(each.payload.id, { code: each.payload.code, message: each.payload.message });
        break;
      case 'message.delta':
        if (each.conversationId !== undefined) {
          this.store.dispatch({ do: 'delta', delta: { ...each.payload, conversationId: each.conversationId, at: Date.now() } });
        }
        break;
      case 'system.mine':
        this.mine.hear(each.payload.entries as WireEntry[]);
        break;
      case 'system.warning':
        break;
    }
  }

  /** Where the log stands. Behind it after a heartbeat means that a push was lost: ask. */
  #head(epoch: string, head: number, ask: boolean): void {
    const { sync } = this.store.get();
    if (epoch !== sync.epoch) {
      if (sync.epoch !== undefined) void this.resync();
      return;
    }
    this.store.dispatch({ do: 'sync', patch: { from: sync.cursor } });
    this.store.dispatch({ do: 'events', to: sync.cursor, head, events: [], now: this.#now() });
    if (ask && head > sync.cursor) this.#link?.ask();
  }

  #events(feed: EventsFrame): void {
    const judgement = judge(this.store.get().sync, feed);
    if (judgement === 'resync') void this.resync();
    if (judgement === 'gap') this.#link?.ask();
    if (judgement === 'resync' || judgement === 'gap') return;
    const events = feed.events as unknown as LogEvent[];
    try {
      this.store.dispatch({ do: 'events', to: feed.to, head: feed.head, events, now: this.#now() });
    } catch {
      void this.resync(); // events that cannot be folded must not hold up what comes after them
      return;
    }
    this.sender.settle();
    if (events.length > 0) this.loader.keepSoon();
  }

  #drafts(drafts: unknown): void {
    if (!Array.isArray(drafts)) return;
    for (const draft of Object.values(draftsOf([{ drafts }]))) {
      this.store.dispatch({ do: 'delta', delta: { ...draft, offset: 0, at: Date.now() } });
    }
  }

  #clock(now: string): void {
    this.store.dispatch({ do: 'clock', skew: Date.parse(now) - Date.now() });
  }

  #now(): number {
    return Date.now() + this.store.get().skew;
  }
}

export function socketUrl(base: string): string {
  const url = new URL('ws', base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = '';
  url.hash = '';
  return url.href;
}
