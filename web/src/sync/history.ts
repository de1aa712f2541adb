/** Pages of the log that are on screen, read over HTTP. */
import { own } from '../lap/own';
import type { LogEvent } from '../lap/types';
import { ApiError, type Api } from './api';
import { EMPTY_PAGE, type Stream } from './state';
import type { Store } from './store';
import { placeOf } from './windows';

type EventsPage = { events: LogEvent[]; more: boolean };

const PAGE = 100;

export class History {
  readonly #watched = new Map<Stream, number>();

  /** `onNews`: something was read that is worth keeping. */
  constructor(private readonly store: Store, private readonly api: Api, private readonly onNews: () => void) {}

  watch(stream: Stream): () => void {
    this.#watched.set(stream, (this.#watched.get(stream) ?? 0) + 1);
    if (!own(this.store.get().pages, stream)?.loaded) void this.load(stream);
    return () => {
      const left = (this.#watched.get(stream) ?? 1) - 1;
      if (left > 0) {
        this.#watched.set(stream, left);
        return;
      }
      this.#watched.delete(stream);
      if (placeOf(stream).at !== undefined) this.store.dispatch({ do: 'forget', stream });
    };
  }

  /** What is on screen, anew. */
  reload(): void {
    for (const stream of this.#watched.keys()) void this.load(stream);
  }

  /** Streams on screen that are not loaded yet, after the connection came back. */
  loadMissing(): void {
    for (const stream of this.#watched.keys()) {
      if (!own(this.store.get().pages, stream)?.loaded) void this.load(stream);
    }
  }

  /** The newest page of a stream (of a window: the one around its place), or with `earlier` the one before what we hold. */
  load(stream: Stream, earlier = false): Promise<void> {
    const { at } = placeOf(stream);
    return this.#reading(stream, async () => {
      const first = earlier ? this.#page(stream).events[0]?.sequence : undefined;
      return this.#read(stream, first ?? (at === undefined ? undefined : at + PAGE / 2));
    });
  }

  /**
   * What follows a window. Pages are read backwards: one that reaches down to what we hold leaves no hole. Where others
   * talk too, few of the next sequences are of this conversation: the span grows until something is in it.
   */
  later(stream: Stream): Promise<void> {
    return this.#reading(stream, async () => {
      const { events, more } = this.#page(stream);
      const last = events.at(-1)?.sequence ?? 0;
      let [empty, full] = [0, Number.POSITIVE_INFINITY];
      for (let span = PAGE; span > empty; span = full === Number.POSITIVE_INFINITY ? span * 4 : Math.floor((empty + full) / 2)) {
        const read = await this.#read(stream, last + span);
        if (read === undefined) return undefined;
        const whole = !read.more || read.events.some((event) => event.sequence <= last);
        const news = read.events.some((event) => event.sequence > last);
        if (whole && (news || last + span > this.store.get().sync.head)) return { events: read.events, more };
        if (whole) empty = span;
        else full = span;
      }
      return undefined;
    });
  }

  #page(stream: Stream) {
    return own(this.store.get().pages, stream) ?? EMPTY_PAGE;
  }

  async #read(stream: Stream, before: number | undefined): Promise<EventsPage | undefined> {
    const { workspaceId } = this.store.get();
    const query = `limit=${PAGE}${before === undefined ? '' : `&before=${before}`}`;
    const read = await this.api.get<EventsPage>(`api/workspaces/${workspaceId ?? ''}/${placeOf(stream).log}/events?${query}`);
    return this.store.get().workspaceId === workspaceId ? read : undefined;
  }

  /** One reading of a stream at a time; its failure stands in the page. */
  async #reading(stream: Stream, read: () => Promise<EventsPage | undefined>): Promise<void> {
    const { workspaceId, session } = this.store.get();
    if (workspaceId === undefined || session.phase !== 'signedIn' || this.#page(stream).loading) return;
    const patch = (state: Partial<typeof EMPTY_PAGE>) => {
      if (this.store.get().workspaceId === workspaceId) this.store.dispatch({ do: 'pageState', stream, patch: { ...state, loading: false } });
    };
    this.store.dispatch({ do: 'pageState', stream, patch: { loading: true, problem: undefined } });
    try {
      const page = await read();
      if (page === undefined) patch({});
      else if (this.store.get().workspaceId === workspaceId) this.store.dispatch({ do: 'page', stream, page });
      this.onNews();
    } catch (error) {
      const problem = error instanceof ApiError ? error.code : 'unknown';
      // A conversation that is still in our outbox is not known to the server yet: it is simply empty.
      patch(problem === 'not_found' ? { loaded: true } : { problem });
    }
  }
}
