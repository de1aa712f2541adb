/**
 * A page that is left takes its unfinished IndexedDB transactions with it; what was put into localStorage stays from the
 * moment the call returns. So what must not be lost is noted there until IndexedDB has it.
 */
import { keepLocally, keptLocally, namesLocally } from './local';

const NOTES = 'lineup.note.';
/** Characters of all notes: localStorage takes about five million for the whole origin, drafts included. */
const MOST = 1_000_000;

export class Notes<T> {
  readonly #prefix: string;

  /** `of`: what kind of things of whom. */
  constructor(of: string) {
    this.#prefix = `${NOTES}${of}/`;
  }

  /** Whether there was room for it. */
  put(id: string, thing: T): boolean {
    const text = JSON.stringify(thing);
    const used = namesLocally(NOTES).reduce((sum, name) => sum + (keptLocally(name)?.length ?? 0), 0);
    return used + text.length <= MOST && keepLocally(this.#prefix + id, text);
  }

  /** `only`: if it still says this. */
  drop(id: string, only?: T): void {
    if (only !== undefined && keptLocally(this.#prefix + id) !== JSON.stringify(only)) return;
    keepLocally(this.#prefix + id, undefined);
  }

  all(): T[] {
    return namesLocally(this.#prefix).flatMap((name) => {
      try {
        return [JSON.parse(keptLocally(name) ?? '') as T];
      } catch {
        keepLocally(name, undefined);
        return [];
      }
    });
  }
}
