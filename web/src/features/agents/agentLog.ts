import type { Controller } from '../../sync/controller';

export type LogLine = { at: string; what: string; detail?: string; diagnostic?: string };
type LogState = { lines?: readonly LogLine[]; error?: unknown; loading: boolean };

/** An agent's connection log, read on demand. */
export class AgentLog {
  #state: LogState = { loading: false };
  readonly #listeners = new Set<() => void>();

  constructor(private readonly controller: Controller, readonly agentId: string) {}

  readonly get = (): LogState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async load(): Promise<void> {
    this.#set({ ...this.#state, loading: true, error: undefined });
    const workspaceId = this.controller.store.get().workspaceId ?? '';
    try {
      const { entries } = await this.controller.api.get<{ entries: LogLine[] }>(`api/workspaces/${workspaceId}/agents/${this.agentId}/log`);
      this.#set({ lines: entries, loading: false });
    } catch (error) {
      this.#set({ ...this.#state, loading: false, error });
    }
  }

  #set(state: LogState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
