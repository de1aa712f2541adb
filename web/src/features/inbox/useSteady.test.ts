import { describe, expect, it } from 'vitest';
import { steady } from './useSteady';

describe('a list under a finger', () => {
  it('takes the wanted order while nobody is at it', () => {
    expect(steady(['a', 'b'], ['c', 'a', 'b'], false)).toEqual(['c', 'a', 'b']);
  });
  it('adds at the end while somebody is at it', () => {
    expect(steady(['a', 'b'], ['c', 'a', 'b'], true)).toEqual(['a', 'b', 'c']);
  });
  it('keeps an answered card in its place while somebody is at it, then puts it below what waits', () => {
    const shown = ['a', 'b'];
    expect(steady(shown, ['b'], true)).toBe(shown);
    expect(steady(shown, ['b'], false)).toEqual(['b', 'a']);
    expect(steady(shown, ['c', 'b'], false)).toEqual(['c', 'b', 'a']);
  });
});
