/**
 * The socket's life: ticket, open, hello, welcome, heartbeats, reconnect. It knows frames only as far as it needs them
 * for that; everything else goes to `onFrame`. Time, chance and the socket itself are given, so tests own them.
 */
import { FATAL_CLOSE, type ServerFrame } from '../lap/types';

export type Socket = {
  send: (text: string) => void;
  close: (code?: number) => void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
};

export type Position = { epoch?: string; cursor?: number };

export type LinkDeps = {
  ticket: () => Promise<string>;
  open: () => Socket;
  position: () => Position;
  envelope: (type: string, payload: object) => object;
  random: () => number;
  onFrame: (frame: ServerFrame) => void;
  onUp: () => void;
  /** The connection is gone. `retryIn` ms until the next try, or undefined: it stopped for good, because of `problem`. */
  onDown: (retryIn: number | undefined, problem?: string) => void;
};

export const BACKOFF = { first: 500, most: 20_000 } as const;
export const WAITS = { welcome: 10_000, answer: 12_000, planned: 110 * 60_000 } as const;
const BAD_HELLO = 4400;
const TICKET_TRIES = 3;

/** Full jitter: anywhere up to the doubled bound, at least a little. */
export function backoff(attempt: number, random: () => number): number {
  const bound = Math.min(BACKOFF.most, BACKOFF.first * 2 ** attempt);
  return Math.max(100, Math.round(random() * bound));
}

type Timer = ReturnType<typeof setTimeout>;

export class Link {
  #socket: Socket | undefined;
  #up = false;
  #attempt = 0;
  #generation = 0;
  #stopped = true;
  #asking = false;
  #lastError: string | undefined;
  readonly #timers = new Map<string, Timer>();

  constructor(private readonly deps: LinkDeps) {}

  get up(): boolean {
    return this.#up;
  }

  start(): void {
    this.#stopped = false;
    this.#attempt = 0;
    void this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop(1000);
  }

  /** The network is back or the page is shown again: do not wait for the backoff. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#socket && this.#up) {
      this.#beat();
      return;
    }
    if (this.#socket) return;
    this.start();
  }

  /** The network says that it is gone: do not wait for the silence to be noticed. */
  lost(): void {
    if (this.#socket && !this.#stopped) this.#fail();
  }

  /** Frames as one array, or one alone. False: not connected. */
  send(envelopes: readonly object[]): boolean {
    if (!this.#socket || !this.#up) return false;
    this.#write(envelopes);
    this.#after('answer', WAITS.answer, () => { this.#fail(); });
    return true;
  }

  /** All that was sent has been answered. */
  answered(): void {
    this.#cancel('answer');
  }

  /** Ask for what is missing after our position, once until the answer is here. */
  ask(): void {
    if (!this.#socket || !this.#up || this.#asking) return;
    this.#asking = true;
    this.#write([this.deps.envelope('client.hello', this.deps.position())]);
    this.#after('welcome', WAITS.welcome, () => { this.#fail(); });
  }

  async #connect(): Promise<void> {
    const generation = ++this.#generation;
    this.#cancel('retry');
    let ticket: string;
    try {
      ticket = await this.deps.ticket();
    } catch (error) {
      if (generation === this.#generation) this.#down(codeOf(error));
      return;
    }
    if (this.#stopped || generation !== this.#generation) return;
    const socket = this.deps.open();
    this.#socket = socket;
    const mine = () => socket === this.#socket;
    socket.onopen = () => {
      if (mine()) socket.send(JSON.stringify(this.deps.envelope('client.hello', { ticket, ...this.deps.position() })));
    };
    socket.onmessage = (event) => { if (mine()) this.#receive(event.data); };
    socket.onclose = (event) => { if (mine()) this.#closed(event.code); };
    this.#after('welcome', WAITS.welcome, () => { this.#fail(); });
  }

  #receive(data: unknown): void {
    for (const frame of parse(data)) {
      if (frame.type === 'system.welcome') this.#welcome(frame.payload.heartbeatSeconds);
      if (frame.type === 'system.heartbeat') this.#cancel('beatAnswer');
      if (frame.type === 'system.error' && frame.payload.closeCode !== undefined) this.#lastError = frame.payload.code;
      this.deps.onFrame(frame);
    }
  }

  #welcome(heartbeatSeconds: number): void {
    this.#cancel('welcome');
    this.#asking = false;
    this.#lastError = undefined;
    if (this.#up) return;
    this.#up = true;
    this.#attempt = 0;
    const every = heartbeatSeconds * 1000;
    const beat = (wait: number) => {
      this.#after('beat', wait, () => { this.#beat(); beat(every); });
    };
    beat(every * this.deps.random());
    this.#after('planned', WAITS.planned * (1 + 0.05 * this.deps.random()), () => { this.#fail(1000); });
    this.deps.onUp();
  }

  #beat(): void {
    this.#write([this.deps.envelope('client.heartbeat', this.deps.position())]);
    this.#after('beatAnswer', WAITS.answer, () => { this.#fail(); });
  }

  #write(envelopes: readonly object[]): void {
    this.#socket?.send(JSON.stringify(envelopes.length === 1 ? envelopes[0] : envelopes));
  }

  #closed(code: number): void {
    const problem = this.#lastError ?? `close_${code}`;
    const ticketGone = code === BAD_HELLO && this.#lastError === 'unauthenticated' && this.#attempt < TICKET_TRIES;
    const fatal = FATAL_CLOSE.includes(code) && !ticketGone;
    this.#drop();
    if (fatal) {
      this.#stopped = true;
      this.deps.onDown(undefined, problem);
    } else this.#down();
  }

  /** The other side is silent, or this connection is too old: leave it and come back. */
  #fail(code?: number): void {
    this.#drop(code);
    this.#down();
  }

  #drop(code?: number): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#up = false;
    this.#asking = false;
    this.#generation += 1;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    socket?.close(code ?? 1000);
  }

  #down(problem?: string): void {
    if (this.#stopped) return;
    const wait = backoff(this.#attempt, this.deps.random);
    this.#attempt += 1;
    this.#after('retry', wait, () => { void this.#connect(); });
    this.deps.onDown(wait, problem);
  }

  #after(name: string, ms: number, run: () => void): void {
    this.#cancel(name);
    this.#timers.set(name, setTimeout(() => { this.#timers.delete(name); run(); }, ms));
  }

  #cancel(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

/** One envelope or an array of them; what is not JSON or has no type is left out. */
export function parse(data: unknown): ServerFrame[] {
  if (typeof data !== 'string') return [];
  let read: unknown;
  try {
    read = JSON.parse(data);
  } catch {
    return [];
  }
  const list: unknown[] = Array.isArray(read) ? read : [read];
  return list.filter((one): one is ServerFrame => typeof one === 'object' && one !== null && 'type' in one && 'payload' in one);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
