/** What this browser keeps: the outbox, one entry per command, and the last known world per workspace. */
import { createStore, del, delMany, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import type { Command } from '../lap/types';
import { Copy } from './copy';
import { keyOf, type Change, type WireEntry } from './mine';
import { byId, type OutboxKeeper, type Owed } from './outbox';

export type MineKeeper = {
  load: () => Promise<WireEntry[] | undefined>;
  save: (entries: readonly WireEntry[]) => Promise<void>;
  waiting: () => Promise<Change[]>;
  wait: (change: Change) => Promise<void>;
  done: (change: Change) => Promise<void>;
};

/** Another shape of what is mine gets another name: an old copy is then simply not found. */
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

  /**
   * The outbox of one user in one workspace: what waits to be sent, and apart from it (pages of an older version send all
   * that they find) what was refused. Secret answers are never written to disk.
   */
  outbox(userId: string, workspaceId: string): OutboxKeeper {
    const waiting = `${userId}/${workspaceId}/`;
    const refused = `refused/${waiting}`;
    return {
      load: async () => {
        const all = await entries<string, Command | Owed>(this.#outbox);
        const owed = all.flatMap(([key, kept]) => {
          if (key.startsWith(waiting)) return [{ command: kept as Command }];
          return key.startsWith(refused) ? [kept as Owed] : [];
        });
        return owed.sort(byId);
      },
      save: (command) => this.#move(refused + command.id, waiting + command.id, command),
      refuse: (command, error) => this.#move(waiting + command.id, refused + command.id, { command, error } satisfies Owed),
      remove: (id) => delMany([waiting + id, refused + id], this.#outbox),
    };
  }

  /** At once: it is never in both places, nor in none. */
  #move(from: string, to: string, kept: Command | Owed): Promise<void> {
    return this.#outbox('readwrite', (store) => {
      store.delete(from);
      store.put(kept, to);
      return promisifyRequest(store.transaction);
    });
  }

  world(userId: string, workspaceId: string): Copy {
    return new Copy(this.#worlds, `${userId}/${workspaceId}`);
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
