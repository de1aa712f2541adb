import type { Command } from '../lap/types';
import type { Keeper } from './keeper';
import { mirroredOutbox, type Outbox } from './mirror';
import {
  add, find, finished, isOurs, isWritten, markSent, nextBatch, recorded, recordedAfterAll, refused, requeue, takenUp,
} from './outbox';
import type { Outgoing, Refusal } from './state';
import type { Store } from './store';
import type { Note, Tabs } from './tabs';
import { adopted, overheard } from './tabsOutbox';

/** Errors after which the same envelope is sent again by itself; every other one is the person's to know. */
const AGAIN: ReadonlySet<string> = new Set(['busy', 'rate_limited', 'internal']);
const TRIES = 6;
/** A tab that sleeps is not gone, and sends nothing: what it has in hand for longer than this is sent here. */
const ASLEEP = 10_000;

type Wire = { up: boolean; send: (envelopes: readonly object[]) => boolean; answered: () => void };

/** Drives the outbox over the socket. */
export class Sender {
  #keeper: Outbox | undefined;
  #wire: Wire | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  readonly #tries = new Map<string, number>();
  #kept: Promise<void> | undefined;

  #watch: ReturnType<typeof setInterval> | undefined;
  #overdue: ReadonlySet<string> = new Set();

  constructor(private readonly store: Store, private readonly keeper: Keeper | undefined, private readonly tabs?: Tabs) {
    tabs?.listen({
      hear: (from, note) => { this.#hear(from, note); },
      died: (tab) => { this.#adopt((item) => item.away === tab); },
    });
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  /** Take up what earlier pages left unsent or refused and no other tab has in hand. */
  async open(userId: string, workspaceId: string): Promise<void> {
    this.#keeper = this.keeper && mirroredOutbox(this.keeper.outbox(userId, workspaceId), `${userId}/${workspaceId}`);
    const [left = []] = await Promise.all([this.#keeper?.load(), this.tabs?.ask()]);
    if (this.store.get().workspaceId !== workspaceId) return;
    const found = left.filter(({ command }) => !find(this.#outbox, command.id));
    this.#set([...found.map(takenUp), ...this.#outbox]);
    this.settle();
    this.#watch = setInterval(() => { this.#wakeOverdue(); }, ASLEEP);
    this.pump();
  }

  close(): void {
    clearTimeout(this.#pause);
    clearInterval(this.#watch);
    this.#pause = undefined;
    this.#keeper = undefined;
  }

  /** `secret`: stays in memory only. Kept on disk before it is sent. */
  add(command: Command, secret: boolean): void {
    this.#set(add(this.#outbox, command, secret));
    if (!secret) this.#save(command);
    this.pump();
  }

  /** Until what was added last cannot be lost by leaving the page; nothing if it is safe already. Fails where this browser keeps nothing. */
  get kept(): Promise<void> | undefined {
    return this.#kept;
  }

  retry(id: string): void {
    const item = find(this.#outbox, id);
    if (!item) return;
    const { command, secret } = item;
    const again: Outgoing = { command, state: 'queued', ...(secret ? { secret } : {}) };
    if (!secret) this.#save(command);
    this.#tries.delete(id);
    this.#set(this.#outbox.map((each) => (each === item ? again : each)));
    if (!isOurs(item)) this.tabs?.tell({ do: 'take', items: [again] });
    this.pump();
  }

  discard(id: string): void {
    this.#drop([id]);
    this.tabs?.tell({ do: 'drop', ids: [id] });
  }

  /** The connection is gone: what was in flight may or may not have arrived; it is sent again with the same id. */
  disconnected(): void {
    this.#set(requeue(this.#outbox));
  }

  acked(id: string, sequence: number): void {
    this.#set(recorded(this.#outbox, id, sequence));
    this.settle();
    this.#next();
  }

  failed(id: string | undefined, error: Refusal): void {
    if (id === undefined) {
      if (AGAIN.has(error.code)) this.#later(undefined);
      return;
    }
    const item = find(this.#outbox, id);
    if (!item) return;
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    if (AGAIN.has(error.code) && tries < TRIES) {
      this.#later(id);
      return;
    }
    this.#set(refused(this.#outbox, id, error));
    const kept = isWritten(item.command) && !item.secret ? this.#keeper?.refuse(item.command, error) : this.#keeper?.remove(id);
    void kept?.catch(() => undefined);
    this.#next();
  }

  /** Forget what the log holds by now. */
  settle(): void {
    const done = [...finished(this.#outbox, this.store.get().sync.cursor), ...recordedAfterAll(this.store.get())];
    if (done.length > 0) this.#drop(done.map((item) => item.command.id));
  }

  pump(): void {
    if (!this.#wire?.up || this.#pause !== undefined) return;
    const batch = nextBatch(this.#outbox);
    if (batch.length === 0 || !this.#wire.send(batch)) return;
    this.#set(markSent(this.#outbox, batch));
  }

  #later(id: string | undefined): void {
    this.#set(requeue(this.#outbox, id));
    this.#wire?.answered();
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.pump();
    }, 400 + 1600 * Math.random());
  }

  #next(): void {
    if (this.#outbox.some((item) => isOurs(item) && item.state === 'sent')) return;
    this.#wire?.answered();
    this.pump();
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) {
      this.#tries.delete(id);
      void this.#keeper?.remove(id).catch(() => undefined);
    }
    this.#set(this.#outbox.filter((item) => !ids.includes(item.command.id)));
  }

  #save(command: Command): void {
    this.#kept = this.#keeper?.save(command);
  }

  #hear(from: string, note: Note): void {
    switch (note.do) {
      case 'ask':
        this.tabs?.tell({ do: 'have', items: this.#outbox.filter(isOurs), all: true });
        break;
      case 'have':
      case 'take':
        this.#set(overheard(this.#outbox, from, note.items, note.do === 'take'));
        this.settle();
        break;
      case 'drop':
        this.#drop(note.ids);
        break;
      case 'mine':
        break;
    }
  }

  #adopt(which: (item: Outgoing) => boolean): void {
    this.#set(adopted(this.#outbox, which));
    this.pump();
  }

  /** Take up what another tab had in hand both now and when this was called last. */
  #wakeOverdue(): void {
    const waits = (item: Outgoing) => !isOurs(item) && (item.state === 'queued' || item.state === 'sent');
    if (this.#wire?.up) this.#adopt((item) => waits(item) && this.#overdue.has(item.command.id));
    this.#overdue = new Set(this.#wire?.up ? this.#outbox.filter(waits).map((item) => item.command.id) : []);
  }

  get #outbox(): readonly Outgoing[] {
    return this.store.get().outbox;
  }

  /** The other tabs hear of what changed in our hands; what the log holds they see for themselves. */
  #set(outbox: readonly Outgoing[]): void {
    const before = new Set(this.#outbox);
    if (outbox.length === before.size && outbox.every((item) => before.has(item))) return;
    this.store.dispatch({ do: 'outbox', outbox });
    const news = outbox.filter((item) => isOurs(item) && !before.has(item));
    if (news.length > 0) this.tabs?.tell({ do: 'have', items: news });
  }
}
