import type { Agent, Conversation, Interaction, LogEvent, Task, Workspace } from '../lap/types';
import type { World } from '../lap/world';
import { own } from '../lap/own';
import type { Api } from './api';
import { ApiError } from './api';
import type { Keeper, Kept } from './keeper';
import { EMPTY_PAGE, type Draft, type Page, type State, type Stream } from './state';
import type { Store } from './store';

type SnapshotPage = {
  epoch: string;
  head: number;
  workspace?: Workspace;
  agents?: Agent[];
  conversations?: Conversation[];
  tasks?: Task[];
  interactions?: Interaction[];
  drafts?: (Omit<Draft, 'at'> & { offset?: number })[];
  next?: string;
};
type EventsPage = { events: LogEvent[]; more: boolean };

const PAGE = 100;
const KEPT_EVENTS = 200;

/** Snapshot, pages of the log over HTTP, and the copy on this device. */
export class Loader {
  readonly #watched = new Map<Stream, number>();
  #userId: string | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #kept: Pick<State, 'world' | 'pages' | 'sync'> | undefined;

  constructor(private readonly store: Store, private readonly api: Api, private readonly keeper: Keeper | undefined) {}

  /** The world as this device last knew it; the feed continues from its cursor. */
  async restore(userId: string, workspaceId: string): Promise<void> {
    this.#userId = userId;
    const kept = await this.keeper?.world(userId, workspaceId).load().catch(() => undefined);
    if (!kept || this.store.get().workspaceId !== workspaceId) return;
    this.store.dispatch({ do: 'restore', ...kept });
  }

  /** Keep the world on this device, soon; `keep` does it now, if there is news. */
  keepSoon(): void {
    this.#keepTimer ??= setTimeout(() => { this.keep(); }, 3000);
  }

  keep(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    const { workspaceId, sync, world, pages } = this.store.get();
    if (workspaceId === undefined || this.#userId === undefined || sync.epoch === undefined) return;
    if (this.#kept?.world === world && this.#kept.pages === pages && this.#kept.sync.since === sync.since) return;
    this.#kept = { world, pages, sync };
    const kept: Kept = {
      epoch: sync.epoch, cursor: sync.cursor, world, pages: trimmed(pages),
      ...(sync.since === undefined ? {} : { since: sync.since }),
    };
    void this.keeper?.world(this.#userId, workspaceId).save(kept).catch(() => { this.#kept = undefined; });
  }

  /** The whole world anew. The head of the first page is the cursor: later events fold in on top, each once. */
  async snapshot(): Promise<void> {
    const { workspaceId } = this.store.get();
    if (workspaceId === undefined) return;
    const base = `api/workspaces/${workspaceId}/snapshot`;
    const first = await this.api.get<SnapshotPage>(base);
    const pages = [first];
    for (let next = first.next; next !== undefined; ) {
      const page = await this.api.get<SnapshotPage>(`${base}?after=${encodeURIComponent(next)}`);
      pages.push(page);
      next = page.next;
    }
    if (this.store.get().workspaceId !== workspaceId) return;
    this.store.dispatch({
      do: 'snapshot', epoch: first.epoch, head: first.head, world: worldOf(pages), drafts: draftsOf(pages),
    });
    this.keep();
    for (const stream of this.#watched.keys()) void this.load(stream);
  }

  watch(stream: Stream): () => void {
    this.#watched.set(stream, (this.#watched.get(stream) ?? 0) + 1);
    if (!own(this.store.get().pages, stream)?.loaded) void this.load(stream);
    return () => {
      const left = (this.#watched.get(stream) ?? 1) - 1;
      if (left > 0) this.#watched.set(stream, left);
      else this.#watched.delete(stream);
    };
  }

  /** The newest page of a stream, or with `earlier` the one before what we hold. */
  async load(stream: Stream, earlier = false): Promise<void> {
    const { workspaceId, pages, session } = this.store.get();
    const page = own(pages, stream) ?? EMPTY_PAGE;
    if (workspaceId === undefined || session.phase !== 'signedIn' || page.loading) return;
    this.store.dispatch({ do: 'pageState', stream, patch: { loading: true, problem: undefined } });
    const before = earlier ? page.events[0]?.sequence : undefined;
    const query = `limit=${PAGE}${before === undefined ? '' : `&before=${before}`}`;
    try {
      const read = await this.api.get<EventsPage>(`api/workspaces/${workspaceId}/${stream}/events?${query}`);
      if (this.store.get().workspaceId !== workspaceId) return;
      this.store.dispatch({ do: 'page', stream, page: { events: read.events, more: read.more } });
      this.keepSoon();
    } catch (error) {
      const problem = error instanceof ApiError ? error.code : 'unknown';
      // A conversation that is still in our outbox is not known to the server yet: it is simply empty.
      const empty = problem === 'not_found';
      this.store.dispatch({ do: 'pageState', stream, patch: { loading: false, ...(empty ? { loaded: true } : { problem }) } });
    }
  }

  /** Streams on screen that are not loaded yet, after the connection came back. */
  loadMissing(): void {
    for (const stream of this.#watched.keys()) {
      if (!own(this.store.get().pages, stream)?.loaded) void this.load(stream);
    }
  }
}

function worldOf(pages: readonly SnapshotPage[]): World {
  const table = <T extends { id: string }>(rows: (page: SnapshotPage) => T[] | undefined): Record<string, T> =>
    Object.fromEntries(pages.flatMap((page) => rows(page) ?? []).map((row) => [row.id, row]));
  const workspace = pages.find((page) => page.workspace)?.workspace;
  return {
    ...(workspace ? { workspace } : {}),
    agents: table((page) => page.agents),
    conversations: table((page) => page.conversations),
    tasks: table((page) => page.tasks),
    interactions: table((page) => page.interactions),
  };
}

export function draftsOf(pages: readonly Pick<SnapshotPage, 'drafts'>[], now = Date.now()): Record<string, Draft> {
  const drafts = pages.flatMap((page) => page.drafts ?? []).filter((draft) => draft.conversationId);
  return Object.fromEntries(drafts.map(({ offset: _, ...draft }) => [draft.messageId, { ...draft, at: now }]));
}

function trimmed(pages: Readonly<Record<string, Page>>): Record<string, Page> {
  const loaded = Object.entries(pages).filter(([, page]) => page.loaded).slice(-20);
  return Object.fromEntries(loaded.map(([stream, page]) => {
    const events = page.events.slice(-KEPT_EVENTS);
    return [stream, { events, more: page.more || events.length < page.events.length, loading: false, loaded: true }];
  }));
}
