/** One pairing, from the code to the confirmed name (§7.1). Outside React: made when the dialog opens. */
import type { Agent } from '../../lap/types';
import type { Controller } from '../../sync/controller';

export type AgentKind = 'generic' | 'demo';
export type PairStatus = 'waiting' | 'redeemed' | 'connected' | 'confirmed' | 'expired';
type Made = { pairingId: string; code: string; expiresAt: string };
type Asked = { status: PairStatus; agent?: Agent | null; agentId?: string };

export type PairState = {
  phase: 'making' | 'failed' | 'live';
  made?: Made;
  madeAt: number;
  status: PairStatus;
  /** When each status was first seen, server time in ms. */
  at: Partial<Record<PairStatus, number>>;
  agentId?: string;
  error?: unknown;
  /** Asking how it goes failed; it is asked again by itself. */
  lost?: boolean;
};

const EVERY = 1500;

export class Pairing {
  #state: PairState = { phase: 'making', madeAt: 0, status: 'waiting', at: {} };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly controller: Controller) {}

  readonly get = (): PairState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async start(): Promise<void> {
    this.#closed = false;
    clearTimeout(this.#timer);
    this.#set({ phase: 'making', madeAt: this.controller.serverNow(), status: 'waiting', at: {} });
    try {
      const made = await this.controller.api.post<Made>(this.#path(''), { kind: 'generic' });
      this.#set({ ...this.#state, phase: 'live', made, madeAt: this.controller.serverNow() });
      this.#soon();
    } catch (error) {
      this.#set({ ...this.#state, phase: 'failed', error });
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #soon(): void {
    if (!this.#closed) this.#timer = setTimeout(() => { void this.#ask(); }, EVERY);
  }

  async #ask(): Promise<void> {
    const { made } = this.#state;
    if (!made || this.#closed) return;
    const asked = await this.controller.api.get<Asked>(this.#path(`/${made.pairingId}`)).catch(() => undefined);
    if (this.#state.made !== made) return;
    if (asked) this.#heard(asked);
    else this.#set({ ...this.#state, lost: true });
    if (this.#state.status !== 'confirmed' && this.#state.status !== 'expired') this.#soon();
  }

  #heard({ status, agent, agentId }: Asked): void {
    const id = agent?.id ?? agentId;
    const at = { [status]: this.controller.serverNow(), ...this.#state.at };
    this.#set({ ...this.#state, status, at, lost: false, ...(id === undefined ? {} : { agentId: id }) });
  }

  #path(rest: string): string {
    return `api/workspaces/${this.controller.store.get().workspaceId ?? ''}/pairings${rest}`;
  }

  #set(state: PairState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** How the command `lineup` gets onto a machine, from a checkout of this repository. */
export const INSTALL = 'pip install ./adapter/python';
/** Where `make dev` of this repository puts it. */
export const CHECKOUT = '.venv/bin/lineup';
export const EXPIRED_CODE = 'pairing_expired';

/** The address of the server, as the page has it. */
export const serverOf = (base: string): string => base.replace(/[^/]*$/, '').replace(/\/$/, '');

/** An address that only this machine can open: no phone, no other machine. */
export const isLocal = (base: string): boolean => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(base).hostname);

/** What pairs it where the agent lives, for this kind of agent and this server (the page's base address). The demo then runs at once. */
export const commandOf = (kind: AgentKind, code: string, base: string): string =>
  kind === 'demo' ? `lineup demo --server ${serverOf(base)} --code ${code}` : `lineup pair ${code} --server ${serverOf(base)}`;
