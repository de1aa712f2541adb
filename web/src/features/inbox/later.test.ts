import { describe, expect, it } from 'vitest';
import { EMPTY_WORLD, type World } from '../../lap/world';
import type { Agent, Interaction } from '../../lap/types';
import type { Entry } from '../../sync/mine';
import { asideUntil, BEFORE_EXPIRY, choicesOf } from './later';

const noon = new Date(2026, 5, 10, 12).getTime();
const at = (ms: number) => new Date(ms).toISOString();
const HOUR = 3_600_000;
const asked = (expires?: number) => ({ id: 'i', status: 'pending', card: { type: 'approval', ...(expires === undefined ? {} : { expiresAt: at(expires) }) } }) as unknown as Interaction;
const agent = (more: Partial<Agent>) => ({ id: 'a', status: 'offline', connectedAt: at(noon - HOUR), ...more }) as Agent;
const world = (one: Agent): World => ({ ...EMPTY_WORLD, agents: { a: one } });
const entry = (value: Entry<'snooze'>['value']): Entry<'snooze'> => ({ kind: 'snooze', id: 'i', value, at: at(noon) });

describe('a card may be put aside', () => {
  it('for an hour, until the evening, until tomorrow, or until its agent is there', () => {
    expect(choicesOf(asked().card, agent({}), noon).map((one) => one.word)).toEqual(['hour', 'evening', 'morning', 'online']);
    expect(choicesOf(asked().card, agent({ status: 'online' }), noon).map((one) => one.word)).toEqual(['hour', 'evening', 'morning']);
  });

  it('never so long that it would come back too late', () => {
    expect(choicesOf(asked(noon + 2 * HOUR).card, agent({ status: 'online' }), noon).map((one) => one.word)).toEqual(['hour']);
    expect(choicesOf(asked(noon + BEFORE_EXPIRY).card, agent({}), noon)).toEqual([]);
  });

  it('not until an evening that is here', () => {
    expect(choicesOf(asked().card, undefined, noon + 6 * HOUR).map((one) => one.word)).toEqual(['hour', 'morning']);
  });
});

describe('a card that was put aside comes back', () => {
  const until = entry({ until: at(noon + HOUR) });

  it('at its time', () => {
    expect(asideUntil(EMPTY_WORLD, asked(), until, noon)).toBe(noon + HOUR);
    expect(asideUntil(EMPTY_WORLD, asked(), until, noon + HOUR)).toBeUndefined();
  });

  it('before it expires, even if the agent made it expire sooner', () => {
    expect(asideUntil(EMPTY_WORLD, asked(noon + HOUR / 2), until, noon + HOUR / 3)).toBeUndefined();
  });

  it('when the agent came back, also if it has left again since', () => {
    const waiting = entry({ whenOnline: 'a' });
    expect(asideUntil(world(agent({})), asked(), waiting, noon + 1)).toBe(Number.POSITIVE_INFINITY);
    expect(asideUntil(world(agent({ status: 'online', connectedAt: at(noon + 1) })), asked(), waiting, noon + 2)).toBeUndefined();
    expect(asideUntil(world(agent({ connectedAt: at(noon + 1) })), asked(), waiting, noon + 3)).toBeUndefined();
    expect(asideUntil(world(agent({ status: 'revoked' })), asked(), waiting, noon + 3)).toBeUndefined();
  });

  it('when it is not open any more', () => {
    expect(asideUntil(EMPTY_WORLD, { ...asked(), status: 'expired' }, until, noon)).toBeUndefined();
  });
});
