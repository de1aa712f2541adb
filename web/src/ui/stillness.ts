/**
 * Whether a control has stood still under the finger: nothing pushed it, covered it or put it there just now. A page
 * that moves (a banner, a new row, a dialog that closes) must never turn a press meant for something else into an
 * approval. Places are measured ten times a second, when something around changes its size, and at the press itself.
 */

/** A place on the screen and in what scrolls, in px. Only a change of both is a move: scrolling by hand moves the one, a sticky bar the other. */
export type Place = { x: number; y: number; width: number; height: number; inX: number; inY: number; covered: boolean };

export const EVERY_MS = 100;
/** So many measures in a row (half a second, a slow double click) must find it in one place. */
export const STILL_FOR = 5;
const NEAR = 2;
const OVER = '.detail, .scrim, .veil, .menu-at, .dialog-view, .toasts';

const far = (a: number, b: number): boolean => Math.abs(a - b) > NEAR;

export function moved(a: Place, b: Place): boolean {
  if (far(a.width, b.width) || far(a.height, b.height)) return true;
  return (far(a.x, b.x) || far(a.y, b.y)) && (far(a.inX, b.inX) || far(a.inY, b.inY));
}

/** Where it is now. What a log (`role=log`) scrolls moves by itself while somebody writes: there only the screen counts. */
export function placeOf(element: Element): Place {
  const box = element.getBoundingClientRect();
  const inside = { x: box.left, y: box.top };
  const follows = element.closest('[role=log]') !== null;
  for (let up = element.parentElement; up && !follows; up = up.parentElement) {
    inside.x += up.scrollLeft;
    inside.y += up.scrollTop;
  }
  return { x: box.left, y: box.top, width: box.width, height: box.height, inX: inside.x, inY: inside.y, covered: isCovered(element, box) };
}

/** A menu, dialog, drawer or notice lies over its middle: whoever presses there now presses that. */
function isCovered(element: Element, box: DOMRect): boolean {
  if (typeof document.elementFromPoint !== 'function') return false;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const over = top?.closest(OVER);
  return over !== null && over !== undefined && !over.contains(element);
}

export class Stillness {
  #last: Place | undefined;
  #times = 0;
  /** Measures since it is there at all. */
  #age = 0;

  constructor(private readonly element: Element) {}

  /** One more measure. Gives whether it may be pressed. */
  measure(): boolean {
    const place = placeOf(this.element);
    this.#times = this.#last && !place.covered && !moved(this.#last, place) ? this.#times + 1 : 0;
    this.#last = place;
    this.#age += 1;
    return this.still;
  }

  /** Between two measures, when something around it changed its size: whether it moved. It counts as no measure. */
  check(): boolean {
    const place = placeOf(this.element);
    if (this.#last && (place.covered || moved(this.#last, place))) {
      this.#times = 0;
      this.#last = place;
    }
    return this.still;
  }

  /** All that can push it: what it is in. */
  get around(): Element[] {
    const up: Element[] = [];
    for (let at: Element | null = this.element; at && at !== document.documentElement; at = at.parentElement) up.push(at);
    return up;
  }

  get still(): boolean {
    return this.#times >= STILL_FOR;
  }

  /** At the press itself. With the keyboard the focus says what is meant, wherever it stands; it must only have been there a moment. */
  mayPress(byKeyboard: boolean): boolean {
    if (byKeyboard) return this.#age > STILL_FOR;
    const place = placeOf(this.element);
    return this.still && this.#last !== undefined && !place.covered && !moved(this.#last, place);
  }
}

type Watched = { stillness: Stillness; told: boolean; tell: (still: boolean) => void };
const watched = new Set<Watched>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Measure `element` until the function given back is called; `tell` hears each change. */
export function watch(stillness: Stillness, tell: (still: boolean) => void): () => void {
  const one: Watched = { stillness, told: false, tell };
  stillness.measure();
  watched.add(one);
  timer ??= setInterval(measureAll, EVERY_MS);
  const pushed = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => { say(one, stillness.check()); });
  for (const element of stillness.around) pushed?.observe(element);
  return () => {
    pushed?.disconnect();
    watched.delete(one);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function measureAll(): void {
  if (document.hidden) return; // nobody can press; the press itself looks again
  for (const one of watched) say(one, one.stillness.measure());
}

function say(one: Watched, still: boolean): void {
  if (still === one.told) return;
  one.told = still;
  one.tell(still);
}
