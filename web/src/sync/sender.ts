import type { Command } from '../lap/types';
import type { Keeper } from './keeper';
import { mirroredOutbox, type Outbox } from './mirror';
import {
  add, find, finished, markSent, nextBatch, recorded, refused, requeue,
} from './outbox';
import type { Outgoing } from './state';
import type { Store } from './store';

/** Errors after which the same envelope is sent again by itself; every other one is the person's to know. */
const AGAIN: ReadonlySet<string> = new Set(['busy', 'rate_limited', 'internal']);
const TRIES = 6;

type Wire = { up: boolean; send: (envelopes: readonly object[]) => boolean; answered: () => void };

/** Drives the outbox over the socket. */
export class Sender {
  #keeper: Outbox | undefined;
  #wire: Wire | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  readonly #tries = new Map<string, number>();
  #kept: Promise<void> | undefined;

  constructor(private readonly store: Store, private readonly keeper: Keeper | undefined) {}

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  /** Take up what earlier pages left unsent. */
  async open(userId: string, workspaceId: string): Promise<void> {
    this.#keeper = this.keeper && mirroredOutbox(this.keeper.outbox(userId, workspaceId), `${userId}/${workspaceId}`);
    const left = (await this.#keeper?.load()) ?? [];
    if (this.store.get().workspaceId !== workspaceId) return;
    this.#set(this.#outbox.map((item) => item.command).reduce(add, left.reduce(add, [])));
    this.pump();
  }

  close(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#keeper = undefined;
  }

  /** `secret`: stays in memory only. Kept on disk before it is sent. */
  add(command: Command, secret: boolean): void {
    this.#set(add(this.#outbox, command));
    if (!secret) this.#kept = this.#keeper?.save(command);
    this.pump();
  }

  /** Until what was added last cannot be lost by leaving the page; nothing if it is safe already. Fails where this browser keeps nothing. */
  get kept(): Promise<void> | undefined {
    return this.#kept;
  }

  retry(id: string): void {
    this.#set(this.#outbox.map((item) => (item.command.id === id ? { command: item.command, state: 'queued' as const } : item)));
    this.#tries.delete(id);
    this.pump();
  }

  discard(id: string): void {
    this.#drop([id]);
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

  failed(id: string | undefined, error: { code: string; message: string }): void {
    if (id === undefined) {
      if (AGAIN.has(error.code)) this.#later(undefined);
      return;
    }
    if (!find(this.#outbox, id)) return;
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    if (AGAIN.has(error.code) && tries < TRIES) {
      this.#later(id);
      return;
    }
    this.#set(refused(this.#outbox, id, error));
    void this.#keeper?.remove(id).catch(() => undefined);
    this.#next();
  }

  /** Forget what the log holds by now. */
  settle(): void {
    const done = finished(this.#outbox, this.store.get().sync.cursor);
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
    if (this.#outbox.some((item) => item.state === 'sent')) return;
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

  get #outbox(): readonly Outgoing[] {
    return this.store.get().outbox;
  }

  #set(outbox: readonly Outgoing[]): void {
    this.store.dispatch({ do: 'outbox', outbox });
  }
}
