import { ApiError, type Api } from './api';
import type { Keeper, MineKeeper } from './keeper';
import { mirroredMine } from './mirror';
import { apply, isOld, keyOf, NO_MINE, valueOf, type Change, type MineKind, type MineValues, type WireEntry } from './mine';
import type { Store } from './store';
import type { Tabs } from './tabs';

/** Entries that one request takes. */
const BATCH = 25;
/** How long changes gather before they go out: drafts change with each key. */
const GATHER = { draft: 1500, else: 300 } as const;
const AGAIN = 8000;
const DEVICE = 'lineup.device';

/** Keeps the store's `mine` in step with the server: what the server said, and over it what still waits here. */
export class MineControl {
  #keeper: MineKeeper | undefined;
  #workspaceId: string | undefined;
  readonly #said = new Map<string, WireEntry>();
  readonly #waiting = new Map<string, Change>();
  #heard: Set<string> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;
  #sending = false;
  #device: string | undefined;

  constructor(
    private readonly store: Store, private readonly api: Api, private readonly keeper: Keeper | undefined, private readonly tabs?: Tabs,
  ) {
    tabs?.listen({
      hear: (_, note) => { if (note.do === 'mine') this.overhear(note.change); },
      died: () => { void this.#inherit(); },
    });
  }

  /** The name of this browser among mine: a draft says where it was written. */
  get device(): string {
    return this.#device ??= deviceName();
  }

  /** What this device kept: shown at once, without a network too. */
  async open(userId: string, workspaceId: string): Promise<void> {
    this.#workspaceId = workspaceId;
    const keeper = this.#keeper = this.keeper && mirroredMine(this.keeper.mine(userId, workspaceId), `${userId}/${workspaceId}`);
    const [entries, waiting] = await Promise.all([
      keeper?.load().catch(() => undefined), keeper?.waiting().catch(() => undefined),
    ]);
    if (this.#workspaceId !== workspaceId) return;
    for (const entry of entries ?? []) this.#said.set(keyOf(entry), entry);
    for (const change of waiting ?? []) if (!this.#waiting.has(keyOf(change))) this.#waiting.set(keyOf(change), change);
    this.#show();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    this.#keeper = undefined;
    this.#workspaceId = undefined;
    this.#said.clear();
    this.#waiting.clear();
  }

  /** Change something of mine; `null` takes it away. It shows at once. */
  set<K extends MineKind>(kind: K, id: string, value: MineValues[K] | null): void {
    const change: Change = { kind, id, value };
    if (this.#workspaceId === undefined || isOld(valueOf(this.store.get().mine, kind, id), change)) return;
    this.#waiting.set(keyOf(change), change);
    void this.#keeper?.wait(change).catch(() => undefined);
    this.tabs?.tell({ do: 'mine', change });
    this.#show([this.#now(change)]);
    this.#flushIn(kind === 'draft' ? GATHER.draft : GATHER.else);
  }

  /** The connection is here (again): what the server has, then what waits here. */
  async pull(): Promise<void> {
    const workspaceId = this.#workspaceId;
    if (workspaceId === undefined) return;
    const heard = this.#heard = new Set();
    try {
      const { entries } = await this.api.get<{ entries: WireEntry[] }>(`api/workspaces/${workspaceId}/mine`);
      if (this.#workspaceId !== workspaceId) return;
      for (const key of [...this.#said.keys()]) if (!heard.has(key)) this.#said.delete(key);
      for (const entry of entries) if (!heard.has(keyOf(entry))) this.#said.set(keyOf(entry), entry);
      this.#show();
      this.#keep();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // what we hold stays; the next connection asks again
    } finally {
      if (this.#heard === heard) this.#heard = undefined;
    }
    await this.flush();
  }

  /** The server said so: the answer to a change of mine, or a frame about one from another device. */
  hear(entries: readonly WireEntry[]): void {
    for (const entry of entries) {
      const key = keyOf(entry);
      this.#heard?.add(key);
      if (entry.value === null) this.#said.delete(key);
      else this.#said.set(key, entry);
    }
    this.#show(entries.filter((entry) => !this.#waiting.has(keyOf(entry))));
    this.#keep();
  }

  /** Another tab of this browser changed something; it sends it. */
  overhear(change: Change): void {
    if (!this.#waiting.has(keyOf(change))) this.#show([this.#now(change)]);
  }

  /** Another tab is gone: what it left waiting is sent by this one. */
  async #inherit(): Promise<void> {
    const workspaceId = this.#workspaceId;
    const left = await this.#keeper?.waiting().catch(() => undefined) ?? [];
    if (this.#workspaceId !== workspaceId) return;
    for (const change of left) if (!this.#waiting.has(keyOf(change))) this.#waiting.set(keyOf(change), change);
    if (left.length > 0) this.#flushIn(GATHER.else);
  }

  /** Send what waits, one request at a time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#workspaceId !== undefined && this.#waiting.size > 0) {
        if (!(await this.#send([...this.#waiting.values()].slice(0, BATCH)))) break;
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Whether to go on. A refusal is final for the entry that it is about: a batch is taken apart to find it. */
  async #send(batch: readonly Change[]): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    try {
      const { entries } = await this.api.post<{ entries: WireEntry[] }>(`api/workspaces/${workspaceId}/mine`, { entries: batch });
      if (this.#workspaceId !== workspaceId) return false;
      this.#settled(batch);
      this.hear(entries);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.#workspaceId !== workspaceId) return false;
      if (error.status >= 400 && error.status < 500 && ![401, 404, 408, 429].includes(error.status)) return this.#refused(batch);
      this.#flushIn(AGAIN * (0.5 + Math.random()));
      return false;
    }
  }

  async #refused(batch: readonly Change[]): Promise<boolean> {
    if (batch.length === 1) {
      this.#settled(batch);
      this.#show();
      return true;
    }
    for (const change of batch) if (!(await this.#send([change]))) return false;
    return true;
  }

  /** These are done, unless they were changed again meanwhile. */
  #settled(batch: readonly Change[]): void {
    for (const change of batch) {
      if (this.#waiting.get(keyOf(change)) !== change) continue;
      this.#waiting.delete(keyOf(change));
      void this.#keeper?.done(change).catch(() => undefined);
    }
  }

  #flushIn(ms: number): void {
    const due = Date.now() + ms;
    if (this.#timer !== undefined && due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => { void this.flush(); }, ms);
  }

  /** Show these entries, or all anew. */
  #show(entries?: readonly WireEntry[]): void {
    const mine = entries === undefined
      ? apply(NO_MINE, [...this.#said.values(), ...[...this.#waiting.values()].map((change) => this.#now(change))])
      : apply(this.store.get().mine, entries);
    this.store.dispatch({ do: 'mine', mine });
  }

  #keep(): void {
    void this.#keeper?.save([...this.#said.values()]).catch(() => undefined);
  }

  #now(change: Change): WireEntry {
    return { ...change, at: new Date(Date.now() + this.store.get().skew).toISOString() };
  }
}

function deviceName(): string {
  try {
    const held = localStorage.getItem(DEVICE);
    if (held !== null) return held;
    const made = crypto.randomUUID();
    localStorage.setItem(DEVICE, made);
    return made;
  } catch {
    return 'unkept'; // storage is blocked: every tab is a device of its own
  }
}
