import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from '../strings/en';
import { zh } from '../strings/zh';
import { evolve } from './evolve';
import { ERRORS } from './protocol.gen';
import type { LogEvent } from './types';
import { EMPTY_WORLD } from './world';

type Vector = { name: string; command: { type: string }; events: LogEvent[]; refusal?: { code: string } };
const SPEC = new URL('../../../adapter/spec/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, SPEC), 'utf8'));

/** The rules run on the server; what they decide must be words and state here. */
describe('the shared vectors of decide', () => {
  const vectors = read('vectors/decide.json') as Vector[];

  it('every refusal has its own words in both languages', () => {
    const codes = new Set(vectors.flatMap((vector) => (vector.refusal ? [vector.refusal.code] : [])));
    expect(codes.size).toBeGreaterThan(8);
    for (const code of codes) {
      expect(ERRORS[code], code).toBeDefined();
      expect(Object.keys(en.errors), code).toContain(code);
      expect(Object.keys(zh.errors), code).toContain(code);
    }
  });

  it('the events of every accepted command fold, one after the other, without a gap', () => {
    const events = vectors.flatMap((vector) => vector.events);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    const world = events.reduce(evolve, EMPTY_WORLD);
    expect(Object.values(world.tasks).every((task) => (task.status === 'waiting_for_human') === task.openInteractions.length > 0)).toBe(true);
  });
});

describe('the golden frames', () => {
  const files = readdirSync(new URL('frames/', SPEC));
  it.each(files.filter((file) => file.startsWith('event.')))('%s folds', (file) => {
    const event = read(`frames/${file}`) as LogEvent;
    expect(() => evolve(EMPTY_WORLD, event)).not.toThrow();
    expect(`event.${event.type}.json`).toBe(file);
  });
});
