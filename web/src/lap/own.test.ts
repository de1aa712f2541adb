import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evolve } from './evolve';
import { own } from './own';
import type { LogEvent } from './types';
import { EMPTY_WORLD } from './world';

const frame = (kind: string) =>
  JSON.parse(readFileSync(new URL(`../../../adapter/spec/frames/event.${kind}.json`, import.meta.url), 'utf8')) as LogEvent;

describe('ids that every object has a property of', () => {
  it.each(['toLocaleString', 'valueOf', 'constructor', 'isPrototypeOf', '__proto__'])('%s is an id like any other', (id) => {
    const created = { ...frame('task.created'), taskId: id, sequence: 1 } as LogEvent;
    const asked = { ...frame('interaction.requested'), taskId: id, sequence: 2 } as LogEvent;
    const world = [created, asked].reduce(evolve, EMPTY_WORLD);
    expect(own(world.tasks, id)?.status).toBe('waiting_for_human');
    expect(Object.keys(world.interactions)).toHaveLength(1);
    expect(({} as Record<string, unknown>)['status']).toBeUndefined();
  });

  it('finds nothing that nobody put there', () => {
    expect(own(EMPTY_WORLD.tasks, 'constructor')).toBeUndefined();
    const asked = { ...frame('interaction.requested'), taskId: 'toString', sequence: 1 } as LogEvent;
    expect(() => evolve(EMPTY_WORLD, asked)).not.toThrow();
  });
});
