import { reduce, type Action } from './reduce';
import { INITIAL, type State } from './state';

/** State outside React. Listeners are told after every change. */
export class Store {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State = INITIAL) {
    this.#state = state;
  }

  readonly get = (): State => this.#state;

  readonly dispatch = (action: Action): void => {
    const next = reduce(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
