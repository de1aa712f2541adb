/** What this browser keeps: the outbox, one entry per command, and the last known world per workspace. */
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { Command } from '../lap/types';
import type { World } from '../lap/world';
import { keyOf, type Change, type WireEntry } from './mine';
import type { OutboxKeeper } from './outbox';
import type { Page } from './state';

/** `since`: server time in ms at which this was current. */
export type Kept = { epoch: string; cursor: number; since?: number; world: World; pages: Record<string, Page> };

export type MineKeeper = {
  load: () => Promise<WireEntry[] | undefined>;
  save: (entries: readonly WireEntry[]) => Promise<void>;
  waiting: () => Promise<Change[]>;
  wait: (change: Change) => Promise<void>;
  done: (change: Change) => Promise<void>;
};

/** Another shape of what is kept gets another name: an old copy is then simply not found. */
const SHAPE = 'v1';

/** A browser that allows no storage throws when asked for it: here that is a promise that fails, as any other failure. */
function storeOf(database: string, store: string): UseStore {
  const use = createStore(database, store);
  return async (mode, run) => use(mode, run);
}

export class Keeper {
  readonly #outbox = storeOf('lineup-outbox', 'commands');
  readonly #worlds = storeOf('lineup-worlds', 'worlds');
  readonly #mine = storeOf('lineup-mine', 'entries');

  /** The outbox of one user in one workspace. Secret answers are never written to disk. */
  outbox(userId: string, workspaceId: string): OutboxKeeper {
    const prefix = `${userId}/${workspaceId}/`;
    return {
      load: async () => {
        const all = await entries<string, Command>(this.#outbox);
        return all.filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, command]) => command);
      },
      save: (command) => set(prefix + command.id, command, this.#outbox),
      remove: (id) => del(prefix + id, this.#outbox),
    };
  }

  world(userId: string, workspaceId: string) {
    const key = `${SHAPE}/${userId}/${workspaceId}`;
    return {
      load: () => get<Kept>(key, this.#worlds),
      save: (kept: Kept) => set(key, kept, this.#worlds),
      remove: () => del(key, this.#worlds),
    };
  }

  /** What is mine alone: the server's entries as one copy, and each change that waits by itself (tabs share them). */
  mine(userId: string, workspaceId: string): MineKeeper {
    const copy = `copy/${SHAPE}/${userId}/${workspaceId}`;
    const prefix = `wait/${SHAPE}/${userId}/${workspaceId}/`;
    return {
      load: () => get<WireEntry[]>(copy, this.#mine),
      save: (all) => set(copy, all, this.#mine),
      waiting: async () => {
        const all = await entries<string, Change>(this.#mine);
        return all.filter(([key]) => key.startsWith(prefix)).map(([, change]) => change);
      },
      wait: (change) => set(prefix + keyOf(change), change, this.#mine),
      done: (change) => del(prefix + keyOf(change), this.#mine),
    };
  }
}
