import { describe, expect, it } from 'vitest';
import type { LogEvent } from '../../lap/types';
import { EMPTY_WORLD } from '../../lap/world';
import { growingItems, itemsOf } from './items';
import { rowsOf } from './rows';

const event = (sequence: number, type: LogEvent['type'], payload: object, day = 1): LogEvent =>
  ({ id: `e${sequence}`, type, sequence, taskId: 't1', conversationId: 'c1', receivedAt: `2026-07-0${day}T12:00:00.000Z`, actor: { kind: 'agent', id: 'a', name: 'A' }, payload }) as unknown as LogEvent;
const said = (n: number, opensTask = false, day = 1) => event(n, 'message.created', { messageId: `m${n}`, content: `line ${n}`, ...(opensTask ? { opensTask } : {}) }, day);
const task = (n: number) => event(n, 'task.created', { title: 'T', status: 'queued' });
const progress = (n: number) => event(n, 'task.status_changed', { progress: n });

describe('the items of a conversation that grows', () => {
  const log = [said(1), task(2), said(3, true), progress(4), said(5), task(6), said(7, true), said(8), progress(9), task(10), said(11, true)];

  it('are those of the whole log, wherever it was cut', () => {
    for (let first = 0; first <= log.length; first += 1) {
      for (let second = first; second <= log.length; second += 1) {
        const grow = growingItems();
        for (const upto of [first, second, log.length]) {
          const part = log.slice(0, upto);
          expect(grow(part, EMPTY_WORLD)).toEqual(itemsOf(part, EMPTY_WORLD));
        }
      }
    }
  });

  it('stay the same objects while only the end grows', () => {
    const grow = growingItems();
    const before = grow(log.slice(0, 6), EMPTY_WORLD);
    const after = grow(log, EMPTY_WORLD);
    expect(after[0]).toBe(before[0]);
    expect(after[3]).toBe(before[3]);
  });

  it('are made anew when earlier ones are put before them or another conversation is shown', () => {
    const grow = growingItems();
    grow(log.slice(3), EMPTY_WORLD);
    expect(grow(log, EMPTY_WORLD)).toEqual(itemsOf(log, EMPTY_WORLD));
    expect(grow([said(20)], EMPTY_WORLD)).toEqual(itemsOf([said(20)], EMPTY_WORLD));
    expect(grow([], EMPTY_WORLD)).toEqual([]);
  });
});

describe('rows', () => {
  it('begin a day once', () => {
    const rows = rowsOf(itemsOf([said(1), said(2), said(3, false, 2), said(4, false, 2)], EMPTY_WORLD));
    expect(rows.map((row) => row.day?.slice(0, 10))).toEqual(['2026-07-01', undefined, '2026-07-02', undefined]);
  });
});
