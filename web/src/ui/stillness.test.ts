// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STILL_FOR, Stillness } from './stillness';

const at = { left: 100, top: 300, width: 120, height: 40 };
let scrolled: HTMLElement;
let button: HTMLElement;
let stillness: Stillness;

const measure = (times = STILL_FOR) => { for (let i = 0; i < times; i += 1) stillness.measure(); };
const cover = (element: Element | null) => { document.elementFromPoint = () => element; };

beforeEach(() => {
  document.body.innerHTML = '<div id="pane"><section><button></button></section></div><div class="menu-at"><i></i></div>';
  scrolled = document.querySelector<HTMLElement>('#pane') ?? document.body;
  button = document.querySelector('button') ?? document.body;
  vi.spyOn(button, 'getBoundingClientRect').mockImplementation(() => new DOMRect(at.left, at.top, at.width, at.height));
  Object.assign(at, { left: 100, top: 300 });
  cover(button);
  stillness = new Stillness(button);
});
afterEach(() => { vi.restoreAllMocks(); });

describe('a control that lets an agent act', () => {
  it('cannot be pressed where it has just come to stand', () => {
    measure(STILL_FOR);
    expect(stillness.mayPress(false)).toBe(false);
    measure(1);
    expect(stillness.mayPress(false)).toBe(true);
  });

  it('cannot be pressed when something pushed it, not even before the next measure, until it stood still again', () => {
    measure(STILL_FOR + 1);
    at.top += 60;
    expect(stillness.mayPress(false)).toBe(false);
    measure(STILL_FOR);
    expect(stillness.mayPress(false)).toBe(false);
    measure(1);
    expect(stillness.mayPress(false)).toBe(true);
  });

  it('is off at once when something around it grows, which hurries nothing else', () => {
    measure(STILL_FOR + 1);
    at.top += 60;
    expect(stillness.check()).toBe(false);
    for (let i = 0; i < STILL_FOR * 2; i += 1) expect(stillness.check()).toBe(false);
    measure(STILL_FOR);
    expect(stillness.check()).toBe(true);
  });

  it('can be pressed after somebody scrolled to it, and while it sticks to an edge', () => {
    measure(STILL_FOR + 1);
    at.top -= 200;
    scrolled.scrollTop = 200;
    expect(stillness.mayPress(false)).toBe(true);
    scrolled.scrollTop = 260;
    at.top -= 60;
    measure(1);
    expect(stillness.still).toBe(true);
    scrolled.scrollTop = 400; // it sticks
    expect(stillness.mayPress(false)).toBe(true);
  });

  it('cannot be pressed while a log scrolls by itself', () => {
    scrolled.setAttribute('role', 'log');
    measure(STILL_FOR + 1);
    at.top -= 40;
    scrolled.scrollTop = 40;
    expect(stillness.mayPress(false)).toBe(false);
  });

  it('cannot be pressed by the second click on a menu that lay over it', () => {
    cover(document.querySelector('.menu-at i'));
    measure(STILL_FOR * 3);
    cover(button);
    expect(stillness.mayPress(false)).toBe(false);
    measure(STILL_FOR);
    expect(stillness.mayPress(false)).toBe(true);
  });

  it('is what the keyboard means wherever it stands, once it is there', () => {
    measure(1);
    expect(stillness.mayPress(true)).toBe(false);
    measure(STILL_FOR);
    at.top += 60;
    expect(stillness.mayPress(true)).toBe(true);
  });
});
