/**
 * The tabs of one browser that have the same workspace open. They tell each other what they have in hand, and each
 * holds a lock as long as it lives: who is granted the lock of another knows that this one is gone, however it went.
 * Without locks (plain http, old browsers) every tab is on its own.
 */
import { newId } from './envelope';
import type { Change } from './mine';
import type { Outgoing } from './state';

/** `have`: what of the outbox is in the teller's hands (`all`: as an answer to `ask`). `take`: it took it from another. */
export type Note =
  | { do: 'ask' }
  | { do: 'have'; items: readonly Outgoing[]; all?: true }
  | { do: 'take'; items: readonly Outgoing[] }
  | { do: 'drop'; ids: readonly string[] }
  | { do: 'mine'; change: Change };
type Posted = { from: string; note: Note };

export type TabListener = { hear?: (from: string, note: Note) => void; died?: (tab: string) => void };

/** A tab may sleep, and an heir needs a moment to tell the others. */
export const PATIENCE = { answers: 500, heir: 1000 } as const;

export class Tabs {
  readonly #listeners: TabListener[] = [];
  #room: Room | undefined;

  listen(listener: TabListener): void {
    this.#listeners.push(listener);
  }

  /** Be with those that have `room` open. */
  join(room: string): void {
    this.leave();
    if (!(navigator as { locks?: LockManager | null }).locks || !('BroadcastChannel' in globalThis)) return;
    this.#room = new Room(room, {
      hear: (from, note) => { for (const each of this.#listeners) each.hear?.(from, note); },
      died: (tab) => { for (const each of this.#listeners) each.died?.(tab); },
    });
  }

  leave(): void {
    this.#room?.close();
    this.#room = undefined;
  }

  tell(note: Note): void {
    this.#room?.tell(note);
  }

  /** Until the others have told what they have in hand, or some seem to sleep. */
  async ask(): Promise<void> {
    await this.#room?.ask();
  }
}

class Room {
  readonly #id = newId();
  readonly #channel: BroadcastChannel;
  readonly #prefix: string;
  readonly #left = new AbortController();
  readonly #known = new Set<string>();
  readonly #answered = new Set<string>();
  #onAnswer: () => void = () => undefined;
  /** Our lock is held: before, others would take us for dead. */
  readonly #ready: Promise<void>;

  constructor(room: string, private readonly on: Required<TabListener>) {
    this.#prefix = `lineup-tab/${room}/`;
    this.#channel = new BroadcastChannel(`lineup-tabs/${room}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Posted>) => { this.#hear(data); };
    this.#ready = new Promise((ready) => {
      this.#lock(this.#id, () => {
        ready();
        return new Promise((done) => { this.#left.signal.addEventListener('abort', () => { done(); }); });
      });
    });
  }

  close(): void {
    this.#left.abort();
    this.#channel.close();
    this.#onAnswer();
  }

  tell(note: Note): void {
    void this.#ready.then(() => {
      if (!this.#left.signal.aborted) this.#channel.postMessage({ from: this.#id, note } satisfies Posted);
    });
  }

  async ask(): Promise<void> {
    await this.#ready;
    const { held = [] } = await navigator.locks.query();
    const others = held.flatMap(({ name }) => (name?.startsWith(this.#prefix) ? [name.slice(this.#prefix.length)] : [])).filter((id) => id !== this.#id);
    if (others.length === 0 || this.#left.signal.aborted) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, PATIENCE.answers);
      this.#onAnswer = () => {
        if (!this.#left.signal.aborted && !others.every((id) => this.#answered.has(id))) return;
        clearTimeout(timer);
        done();
      };
      this.tell({ do: 'ask' });
    });
  }

  #hear({ from, note }: Posted): void {
    if (!this.#known.has(from)) {
      this.#known.add(from);
      this.#lock(from, () => {
        this.on.died(from);
        return new Promise((done) => { setTimeout(done, PATIENCE.heir); });
      });
    }
    this.on.hear(from, note);
    if (note.do !== 'have' || !note.all) return;
    this.#answered.add(from);
    this.#onAnswer();
  }

  #lock(tab: string, held: () => Promise<void>): void {
    const { signal } = this.#left;
    const run = () => (signal.aborted ? undefined : held());
    void navigator.locks.request(this.#prefix + tab, { signal }, run).catch(() => undefined); // we left while we waited
  }
}
