import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describe as tell } from './describe';
import { evolve } from './evolve';
import { judge, type Judgement, type Range } from './position';
import type { LogEvent } from './types';
import { EMPTY_WORLD, type World } from './world';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../adapter/spec/vectors/${name}.json`, import.meta.url), 'utf8')) as T;

type Steps = { workspaceId: string; steps: { event: LogEvent; changed: Record<string, unknown> }[] };
const TABLES = { agent: 'agents', conversation: 'conversations', task: 'tasks', interaction: 'interactions' } as const;

function at(world: World, ref: string): unknown {
  const [kind = '', id = ''] = ref.split('/');
  return kind === 'workspace' ? world.workspace : world[TABLES[kind as keyof typeof TABLES]][id];
}

function flat(world: World): Record<string, unknown> {
  const rows = Object.entries(TABLES).flatMap(([kind, table]) => Object.entries(world[table]).map(([id, row]) => [`${kind}/${id}`, row]));
  return Object.fromEntries([['workspace', world.workspace], ...rows]) as Record<string, unknown>;
}

describe('the shared vectors hold for evolve', () => {
  const { steps } = read<Steps>('evolve');

  it('every step changes exactly what the server changes', () => {
    let world: World = EMPTY_WORLD;
    for (const { event, changed } of steps) {
      const before = world;
      world = evolve(world, event);
      for (const [ref, row] of Object.entries(changed)) expect(at(world, ref), `${event.type} ${ref}`).toEqual(row);
      const touched = Object.keys(TABLES).flatMap((kind) => Object.keys(world[TABLES[kind as keyof typeof TABLES]]).map((id) => `${kind}/${id}`));
      const others = touched.filter((ref) => !(ref in changed));
      for (const ref of others) expect(at(world, ref), `${event.type} leaves ${ref}`).toBe(at(before, ref));
    }
  });

  it('events that come twice, or late onto a snapshot, change nothing', () => {
    const fold = (events: LogEvent[], from: World = EMPTY_WORLD) => events.reduce(evolve, from);
    const events = steps.map((step) => step.event);
    const whole = fold(events);
    expect(flat(fold(events.flatMap((event) => [event, event])))).toEqual(flat(whole));
    for (let cut = 0; cut <= events.length; cut += 7) {
      const snapshot = fold(events.slice(0, cut + 5));
      expect(flat(fold(events.slice(cut), snapshot)), `cut at ${cut}`).toEqual(flat(whole));
    }
  });
});

describe('the shared vectors hold for the feed', () => {
  type Case = { name: string; epoch: string; cursor: number; frames: Range[]; outcomes: Judgement[]; after: number };
  it.each(read<Case[]>('connection'))('$name', ({ epoch, cursor, frames, outcomes, after }) => {
    const seen = frames.map((frame) => {
      const judgement = judge({ epoch, cursor }, frame);
      if (judgement === 'apply') cursor = frame.to;
      return judgement;
    });
    expect(seen).toEqual(outcomes);
    expect(cursor).toBe(after);
  });
});

describe('every event has the same sentence as on the server', () => {
  type Case = { event: LogEvent; zh: string; en: string };
  it.each(read<Case[]>('describe').map((each) => [each.event.type, each] as const))('%s', (_, { event, zh, en }) => {
    expect(tell(event, 'zh')).toBe(zh);
    expect(tell(event, 'en')).toBe(en);
  });

  it('tells my own doings as mine, without blanks between Chinese characters', () => {
    const [{ event } = { event: undefined }] = read<Case[]>('describe').filter((each) => each.event.type === 'task.created');
    if (!event) throw new Error('no vector');
    expect(tell(event, 'zh', () => '你')).toMatch(/^你创建了/);
  });
});
