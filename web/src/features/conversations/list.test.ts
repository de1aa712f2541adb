import { describe, expect, it } from 'vitest';
import { mainTask, faceOf } from '../../lap/select';
import { fixture } from '../../dev/fixture';
import { apply, NO_MINE } from '../../sync/mine';
import type { Outgoing } from '../../sync/state';
import { listOf, steadyList } from './list';

const { world } = fixture(false);
const at = '2026-01-01T00:00:00Z';
const ids = (entries: readonly { one: { id: string } }[]) => entries.map(({ one }) => one.id);
const archiving = (id: string, state: Outgoing['state']) =>
  ({ command: { type: 'conversation.archive', conversationId: id, payload: { archived: true } }, state }) as unknown as Outgoing;

describe('the list of conversations', () => {
  it('has those that I pinned first, and each with the task that matters in it', () => {
    const listed = listOf(world, apply(NO_MINE, [{ kind: 'pin', id: 'c3', value: {}, at }]), [], 'u1');
    expect(ids(listed.pinned)).toEqual(['c3']);
    expect(ids(listed.others)).toEqual(['c1', 'c2', 'c4', 'c5']);
    for (const { one, face } of [...listed.pinned, ...listed.others]) {
      const task = mainTask(world, one.id);
      expect(face).toBe(task && faceOf(world, task));
    }
  });

  it('marks what others said since I was there, and what I did not send', () => {
    const mine = apply(NO_MINE, [{ kind: 'read', id: 'c1', value: { sequence: 1 }, at }, { kind: 'draft', id: 'c2', value: { text: 'half', links: [], device: 'd' }, at }]);
    const listed = listOf(world, mine, [], 'u1').others;
    const [first, second] = listed;
    expect([first?.unread, first?.draft]).toEqual([false, undefined]);
    expect([second?.unread, second?.draft]).toEqual([true, 'half']);
    expect(listOf(world, mine, [], 'a2').others.find(({ one }) => one.id === 'c2')?.unread).toBe(false);
  });

  it('puts away at once what I put away, and brings it back when that was refused', () => {
    expect(ids(listOf(world, NO_MINE, [archiving('c2', 'queued')], 'u1').archived)).toEqual(['c2']);
    expect(ids(listOf(world, NO_MINE, [archiving('c2', 'refused')], 'u1').archived)).toEqual([]);
  });

  it('keeps what stands as before when something is said elsewhere', () => {
    const list = steadyList();
    const before = list(world, NO_MINE, [], 'u1').others;
    const c1 = world.conversations['c1'];
    const conversations = { ...world.conversations, ...(c1 && { c1: { ...c1, title: 'Another' } }) };
    const after = list({ ...world, conversations }, NO_MINE, [], 'u1').others;
    expect(after.filter((entry) => !before.includes(entry)).map(({ one }) => one.title)).toEqual(['Another']);
  });
});
