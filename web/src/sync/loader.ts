import type { Agent, Conversation, Interaction, Task, Workspace } from '../lap/types';
import type { World } from '../lap/world';
import type { Api } from './api';
import { History } from './history';
import type { Copy, Kept } from './copy';
import type { Keeper } from './keeper';
import type { Draft, Page, State, Stream } from './state';
import type { Store } from './store';
import { placeOf } from './windows';

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

const KEPT_EVENTS = 200;

/** Snapshot and the copy on this device; `history` reads pages of the log. */
export class Loader {
  readonly history: History;
  /** Of the workspace that is open. */
  #copy: Copy | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #kept: Pick<State, 'world' | 'pages' | 'sync'> | undefined;

  constructor(private readonly store: Store, private readonly api: Api, private readonly keeper: Keeper | undefined) {
    this.history = new History(store, api, () => { this.keepSoon(); });
  }

  /** The world as this device last knew it; the feed continues from its cursor. */
  async restore(userId: string, workspaceId: string): Promise<void> {
    const copy = this.#copy = this.keeper?.world(userId, workspaceId);
    const kept = await copy?.load().catch(() => undefined);
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
    if (workspaceId === undefined || this.#copy === undefined || sync.epoch === undefined) return;
    if (this.#kept?.world === world && this.#kept.pages === pages && this.#kept.sync.since === sync.since) return;
    this.#kept = { world, pages, sync };
    const kept: Kept = {
      epoch: sync.epoch, cursor: sync.cursor, world, pages: trimmed(pages),
      ...(sync.since === undefined ? {} : { since: sync.since }),
    };
    void this.#copy.save(kept).catch(() => { this.#kept = undefined; });
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
    this.#copy?.anew();
    this.keep();
    this.history.reload();
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

const ends = new WeakMap<Page, Page>();

function trimmed(pages: Readonly<Record<string, Page>>): Record<string, Page> {
  const loaded = Object.entries(pages).filter(([stream, page]) => page.loaded && placeOf(stream as Stream).at === undefined).slice(-20);
  return Object.fromEntries(loaded.map(([stream, page]) => [stream, endOf(page)]));
}

/** What is kept of a page: the same object for the same page. */
function endOf(page: Page): Page {
  const held = ends.get(page);
  if (held) return held;
  const events = page.events.slice(-KEPT_EVENTS);
  const end = { events, more: page.more || events.length < page.events.length, loading: false, loaded: true };
  ends.set(page, end);
  return end;
}
