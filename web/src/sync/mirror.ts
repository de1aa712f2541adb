/** Nothing that the composer has cleared, no answer and no mark of mine is lost by leaving the page at once. */
import type { Command } from '../lap/types';
import type { MineKeeper } from './keeper';
import { keyOf, type Change } from './mine';
import { Notes } from './notes';
import { byId, type OutboxKeeper } from './outbox';

/** `save` gives nothing where the command is safe already, else the promise that it will be. */
export type Outbox = Omit<OutboxKeeper, 'save'> & { save: (command: Command) => Promise<void> | undefined };

/** `whose`: user and workspace. */
export function mirroredOutbox(keeper: OutboxKeeper, whose: string): Outbox {
  const notes = new Notes<Command>(`outbox/${whose}`);
  const save = (command: Command) => {
    const noted = notes.put(command.id, command);
    const kept = keeper.save(command).then(() => { notes.drop(command.id); });
    void kept.catch(() => undefined); // the note, if there is one, stays
    return noted ? undefined : kept;
  };
  return {
    save,
    // A note beside a refusal: it is to be sent again, and the page was left before that was kept.
    load: async () => {
      const noted = notes.all();
      const held = await keeper.load().catch(() => []);
      const waits = new Set(held.flatMap(({ command, error }) => (error === undefined ? [command.id] : [])));
      const left = noted.filter((command) => !waits.has(command.id));
      for (const command of noted) {
        if (waits.has(command.id)) notes.drop(command.id);
        else void save(command);
      }
      const anew = new Set(left.map((command) => command.id));
      return [...held.filter(({ command }) => !anew.has(command.id)), ...left.map((command) => ({ command }))].sort(byId);
    },
    refuse: (command, error) => keeper.refuse(command, error).then(() => { notes.drop(command.id); }),
    remove: (id) => {
      notes.drop(id);
      return keeper.remove(id);
    },
  };
}

/** The text of a draft is in localStorage anyhow; that it was sent has to be noted. */
const isNoted = (change: Change): boolean => change.kind !== 'draft' || change.value === null;

export function mirroredMine(keeper: MineKeeper, whose: string): MineKeeper {
  const notes = new Notes<Change>(`mine/${whose}`);
  const wait = (change: Change): Promise<void> => {
    if (!isNoted(change) || !notes.put(keyOf(change), change)) notes.drop(keyOf(change));
    return keeper.wait(change).then(() => { notes.drop(keyOf(change), change); });
  };
  return {
    load: keeper.load,
    save: keeper.save,
    wait,
    waiting: async () => {
      const noted = notes.all();
      const held = await keeper.waiting().catch(() => []);
      for (const change of noted) void wait(change).catch(() => undefined);
      const keys = new Set(noted.map(keyOf));
      return [...held.filter((change) => !keys.has(keyOf(change))), ...noted];
    },
    done: (change) => {
      notes.drop(keyOf(change));
      return keeper.done(change);
    },
  };
}
