import { describe, expect, it } from 'vitest';
import { fixture } from '../dev/fixture';
import type { LogEvent } from '../lap/types';
import { appendLive, streamsOf } from './pages';
import { EMPTY_PAGE } from './state';

const { world: base } = fixture(false);
const step = base.tasks['t12'];
const world = { ...base, tasks: { ...base.tasks, ...(step ? { t12: { ...step, rootTaskId: 't1' } } : {}) } };
const event = { id: 'e', type: 'task.status_changed', sequence: 9, conversationId: 'c1', taskId: 't12', payload: {} } as unknown as LogEvent;

describe('an event of a step', () => {
  it('shows in its conversation, in the step, and in the task at the top', () => {
    expect(streamsOf(event, world)).toEqual(['conversations/c1', 'tasks/t12', 'tasks/t1']);
  });

  it('is added to the timelines that are loaded, and to no other', () => {
    const pages = appendLive({ 'tasks/t1': { ...EMPTY_PAGE, loaded: true } }, [event], world);
    expect(Object.entries(pages).map(([stream, page]) => [stream, page.events.length])).toEqual([['tasks/t1', 1]]);
  });
});
