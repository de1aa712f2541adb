/**
 * A page that is left takes its unfinished IndexedDB transactions with it; what was put into localStorage stays from the
 * moment the call returns. So a command is noted there until IndexedDB has it: nothing that the composer has cleared and
 * no answer is lost by leaving at once.
 */
import type { Command } from '../lap/types';
import { keepLocally, keptLocally, namesLocally } from './local';
import type { OutboxKeeper } from './outbox';

const NOTES = 'lineup.outbox.';
/** Characters of all notes: localStorage takes about five million for the whole origin, drafts included. */
const MOST = 1_000_000;

/** The outbox of `whose` (user and workspace) in `keeper`, with such notes. `save` resolves when the command cannot be lost by leaving. */
export function mirrored(keeper: OutboxKeeper, whose: string): OutboxKeeper {
  const prefix = `${NOTES}${whose}/`;
  const forget = (id: string) => keepLocally(prefix + id, undefined);

  const save = (command: Command): Promise<void> => {
    const noted = note(prefix + command.id, JSON.stringify(command));
    const kept = keeper.save(command).then(() => { forget(command.id); });
    if (!noted) return kept;
    void kept.catch(() => undefined); // the note stays
    return Promise.resolve();
  };

  return {
    save,
    load: async () => {
      const noted = notes(prefix);
      const held = await keeper.load().catch(() => []);
      const ids = new Set(held.map((command) => command.id));
      const left = noted.filter((command) => !ids.has(command.id));
      for (const command of noted) {
        if (ids.has(command.id)) forget(command.id);
        else void save(command);
      }
      return [...held, ...left].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    remove: (id) => {
      forget(id);
      return keeper.remove(id);
    },
  };
}

function note(name: string, text: string): boolean {
  const used = namesLocally(NOTES).reduce((sum, each) => sum + (keptLocally(each)?.length ?? 0), 0);
  return used + text.length <= MOST && keepLocally(name, text);
}

function notes(prefix: string): Command[] {
  return namesLocally(prefix).flatMap((name) => {
    try {
      return [JSON.parse(keptLocally(name) ?? '') as Command];
    } catch {
      keepLocally(name, undefined);
      return [];
    }
  });
}
