import { describe, expect, it } from 'vitest';
import { fixture } from '../../dev/fixture';
import { QUIET_AFTER, quietSince } from '../../lap/select';
import type { Task } from '../../lap/types';
import { finder } from './find';
import { pathOf, placeOf, type TaskPlace } from './place';
import { absences, kindOf, merged } from './timeline';
import type { LogEvent } from '../../lap/types';

const { world } = fixture(false);
const task = (id: string): Task => {
  const found = world.tasks[id];
  if (!found) throw new Error(`no task ${id}`);
  return found;
};

describe('the address of the task list', () => {
  const places: TaskPlace[] = [{ filter: 'all' }, { filter: 'failed' }, { filter: 'all', id: 't1' }, { filter: 'done', id: 't1' }];

  it.each(places)('says filter and task: %o', (place) => {
    expect(placeOf(pathOf(place).split('/')[2])).toEqual(place);
  });
});

describe('finding tasks', () => {
  const find = (query: string) => Object.values(world.tasks).filter(finder(world, query)).map((each) => each.id);

  it('takes every word, in the title, the last words, the agent or the conversation, whatever the width or case', () => {
    expect(find('升级 ｎｏｄｅ')).toEqual(['t5']);
    expect(find('14 个用例')).toEqual(['t5']);
    expect(find('报表助手 7 月')).toEqual(['t7']);
    expect(find('nothing like it')).toEqual([]);
  });

  it('finds a task by its step', () => {
    expect(find('静态分析循环引用').sort()).toEqual(['t1', 't12']);
  });
});

describe('a task is quiet', () => {
  const reported = Date.parse(task('t5').reportedAt);

  it('when it runs, its agent is there, and nothing was said for ten minutes', () => {
    expect(quietSince(world, task('t5'), reported + QUIET_AFTER)).toBeUndefined();
    expect(quietSince(world, task('t5'), reported + QUIET_AFTER + 1)).toBe(reported);
  });

  it('not when its agent is away, when it waits for a person, or when a step says something', () => {
    const later = Date.now() + 60 * 60_000;
    expect(quietSince(world, task('t4'), later)).toBeUndefined();
    expect(quietSince(world, task('t1'), later)).toBeUndefined();
    const step = { ...task('t5'), id: 'step', parentTaskId: 't5', reportedAt: new Date(later).toISOString() };
    expect(quietSince({ ...world, tasks: { ...world.tasks, step } }, task('t5'), later + 1)).toBeUndefined();
  });
});

describe('the timeline', () => {
  const kind = (type: string) => kindOf({ type, payload: {} } as unknown as LogEvent);

  it('sorts every kind of event under one filter', () => {
    expect(['task.status_changed', 'interaction.answered', 'message.created', 'artifact.created', 'access.denied'].map(kind)).toEqual(['states', 'cards', 'messages', 'results', 'states']);
  });

  it('tells when the agent was lost and came back while the task was open, each once', () => {
    const at = (minutes: number) => new Date(Date.parse(task('t1').createdAt) + minutes * 60_000).toISOString();
    const line = (what: string, minutes: number) => ({ what, at: at(minutes) });
    const lines = [line('connected', -9), line('disconnected', -8), line('connected', -7), line('silent', 1), line('disconnected', 2), line('connected', 3), line('refused', 4), line('disconnected', 90)].reverse();
    const open = { ...task('t1'), endedAt: at(60) };
    expect(absences(lines, open)).toEqual([{ at: at(3), back: true }, { at: at(1), back: false }]);
  });

  it('puts them between the events by their times', () => {
    const event = (id: string, receivedAt: string) => ({ id, receivedAt }) as unknown as LogEvent;
    const events = [event('e3', '2026-01-01T00:00:30Z'), event('e2', '2026-01-01T00:00:20Z'), event('e1', '2026-01-01T00:00:10Z')];
    const gaps = [{ at: '2026-01-01T00:00:40Z', back: true }, { at: '2026-01-01T00:00:20Z', back: false }, { at: '2026-01-01T00:00:05Z', back: true }];
    expect(merged(events, gaps)).toEqual([gaps[0], events[0], events[1], gaps[1], events[2], gaps[2]]);
  });
});
