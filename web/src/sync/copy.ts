/**
 * The copy of a workspace on this device, in parts: a head, the rows of the world, a page for each stream. What changed
 * since the last time is written with the head in one transaction: what is read back is of one place of the log, whenever
 * the page was left and however many tabs write.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import type { World } from '../lap/world';
import { newId } from './envelope';
import type { Page } from './state';

/** `since`: server time in ms at which this was current. */
export type Kept = { epoch: string; cursor: number; since?: number; world: World; pages: Record<string, Page> };

/** `stamp`: of the write that made the copy what it is. */
type Head = Pick<Kept, 'epoch' | 'cursor' | 'since'> & { stamp: string };
type Held = { kept: Kept; stamp: string };
type Rows = Readonly<Record<string, unknown>>;

/** Another shape of what is kept gets another name: an old copy is then not found, and goes. */
const SHAPE = 'v2';
const OLD = ['v1'];
const TABLES = ['agents', 'conversations', 'tasks', 'interactions'] as const;
const NONE: Rows = {};

const below = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

export class Copy {
  readonly #prefix: string;
  /** What is in the store, if nobody else wrote since. */
  #held: Held | undefined;

  /** `whose`: user and workspace. */
  constructor(private readonly use: UseStore, whose: string) {
    this.#prefix = `${SHAPE}/${whose}/`;
  }

  async load(): Promise<Kept | undefined> {
    const [keys, values] = await this.use('readonly', (store) => Promise.all([
      promisifyRequest(store.getAllKeys(below(this.#prefix))), promisifyRequest<unknown[]>(store.getAll(below(this.#prefix))),
    ]));
    this.#held = heldOf(new Map(keys.map((key, i) => [(key as string).slice(this.#prefix.length), values[i]])));
    return this.#held?.kept;
  }

  /** Another tab that is further on in the same log has the better copy: it stays. */
  async save(kept: Kept): Promise<void> {
    const before = this.#held;
    const now = this.#held = { kept, stamp: newId() };
    try {
      await this.use('readwrite', (store) => {
        const asked = store.get(this.#head) as IDBRequest<Head | undefined>;
        asked.onsuccess = () => { this.#write(store, asked.result, before, now); };
        return promisifyRequest(store.transaction);
      });
    } catch (error) {
      if (this.#held === now) this.#held = undefined;
      throw error;
    }
  }

  /** What is saved next did not grow out of what was saved before. */
  anew(): void {
    this.#held = undefined;
  }

  remove(): Promise<void> {
    return this.use('readwrite', (store) => {
      store.delete(below(this.#prefix));
      return promisifyRequest(store.transaction);
    });
  }

  get #head(): string {
    return `${this.#prefix}head`;
  }

  /** What is thrown here ends the transaction, as everything that fails in it. */
  #write(store: IDBObjectStore, head: Head | undefined, before: Held | undefined, { kept, stamp }: Held): void {
    const same = head?.epoch === kept.epoch ? head : undefined;
    if (same && same.cursor > kept.cursor) return;
    const ours = same !== undefined && same.stamp === before?.stamp;
    // Rows follow from the log: what another tab has changed since, between our two places, we change to what comes after.
    const grew = ours || (same !== undefined && before?.kept.epoch === same.epoch && before.kept.cursor <= same.cursor);
    if (!grew) for (const prefix of [this.#prefix, ...OLD.map((shape) => `${shape}/`)]) store.delete(below(prefix));
    else if (!ours) store.delete(below(`${this.#prefix}pages/`));
    this.#rows(store, grew ? before?.kept.world : undefined, kept.world);
    this.#table(store, 'pages', ours ? before?.kept.pages : undefined, kept.pages);
    const { epoch, cursor, since } = kept;
    store.put({ epoch, cursor, stamp, ...(since === undefined ? {} : { since }) } satisfies Head, this.#head);
  }

  #rows(store: IDBObjectStore, before: World | undefined, now: World): void {
    for (const table of TABLES) this.#table(store, table, before?.[table], now[table]);
    if (now.workspace !== before?.workspace) store.put(now.workspace, `${this.#prefix}workspace`);
  }

  #table(store: IDBObjectStore, name: string, before: Rows = NONE, now: Rows): void {
    if (before === now) return;
    const key = (id: string) => `${this.#prefix}${name}/${id}`;
    for (const [id, row] of Object.entries(now)) if (!Object.hasOwn(before, id) || before[id] !== row) store.put(row, key(id));
    for (const id of Object.keys(before)) if (!Object.hasOwn(now, id)) store.delete(key(id));
  }
}

/** The parts as one; undefined without a head. */
function heldOf(parts: ReadonlyMap<string, unknown>): Held | undefined {
  const head = parts.get('head') as Head | undefined;
  if (!head) return undefined;
  const tables: Record<string, [string, unknown][]> = {};
  for (const [name, row] of parts) {
    const at = name.indexOf('/');
    if (at > 0) (tables[name.slice(0, at)] ??= []).push([name.slice(at + 1), row]);
  }
  const table = (name: string) => Object.fromEntries(tables[name] ?? []);
  const workspace = parts.get('workspace') as World['workspace'];
  const world = {
    ...(workspace === undefined ? {} : { workspace }), ...Object.fromEntries(TABLES.map((name) => [name, table(name)])),
  } as World;
  const { stamp, ...place } = head;
  return { kept: { ...place, world, pages: table('pages') as Record<string, Page> }, stamp };
}
