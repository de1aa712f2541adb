import { describe, expect, it } from 'vitest';
import { EMPTY } from './drafts';
import { meet } from './meetDrafts';

const draft = (text: string) => ({ text, links: [] });
const from = (device: string, text: string) => ({ ...draft(text), device });
const still = { device: 'here', busy: false, hereIsNewer: false };

describe('a draft that another device has too', () => {
  it('is taken where nothing was written, or only what came from there', () => {
    expect(meet(EMPTY, undefined, from('phone', 'hi'), still)).toEqual({ show: draft('hi') });
    expect(meet(draft('hi'), from('phone', 'hi'), from('phone', 'hi there'), { ...still, busy: true })).toEqual({ show: draft('hi there') });
  });

  it('replaces the older one here, which is offered', () => {
    expect(meet(draft('mine'), undefined, from('phone', 'theirs'), still)).toEqual({ show: draft('theirs'), offer: draft('mine') });
  });

  it('is only offered while one writes here, or when what is here is newer', () => {
    for (const how of [{ ...still, busy: true }, { ...still, hereIsNewer: true }]) {
      expect(meet(draft('mine'), undefined, from('phone', 'theirs'), how)).toEqual({ offer: draft('theirs') });
    }
  });

  it('goes when it was sent from there, unless it was changed or written here', () => {
    expect(meet(draft('hi'), from('phone', 'hi'), undefined, still)).toEqual({ show: EMPTY });
    expect(meet(draft('hi!'), from('phone', 'hi'), undefined, still)).toEqual({});
    expect(meet(draft('mine'), from('here', 'mine'), undefined, still)).toEqual({});
  });

  it('of this device is nothing new while something stands here, and comes back where the page lost it', () => {
    expect(meet(draft('hi the'), from('here', 'hi'), from('here', 'hi th'), { ...still, busy: true })).toEqual({});
    expect(meet(EMPTY, undefined, from('here', 'hi'), still)).toEqual({ show: draft('hi') });
  });
});
