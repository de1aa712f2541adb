import { describe, expect, it } from 'vitest';
import type { Command } from '../lap/types';
import { command } from './envelope';
import { add, finished, markSent, nextBatch, recorded, refused, requeue } from './outbox';
import type { Outgoing } from './state';

const say = (content: string, id?: string): Command => command('message.create', 'w', { content }, { conversationId: 'c' }, id);
const filled = (...contents: string[]): readonly Outgoing[] => contents.map((text) => say(text)).reduce<readonly Outgoing[]>((all, one) => add(all, one), []);

describe('the outbox', () => {
  it('sends what waits in order, one frame at a time', () => {
    const outbox = filled('1', '2', '3');
    const batch = nextBatch(outbox);
    expect(batch.map((one) => one.payload)).toEqual([{ content: '1' }, { content: '2' }, { content: '3' }]);
    const sent = add(markSent(outbox, batch), say('4'));
    expect(nextBatch(sent)).toEqual([]);
    const answered = batch.reduce((all, one, i) => recorded(all, one.id, i + 1), sent);
    expect(nextBatch(answered).map((one) => one.payload)).toEqual([{ content: '4' }]);
  });

  it('keeps a frame within ten envelopes and 28 KB', () => {
    expect(nextBatch(filled(...Array.from({ length: 15 }, (_, i) => String(i))))).toHaveLength(10);
    expect(nextBatch(filled('字'.repeat(5000), '字'.repeat(5000)))).toHaveLength(1);
    expect(nextBatch(filled('字'.repeat(20_000)))).toHaveLength(1);
  });

  it('sends again what was in flight when the connection went away, with the same ids', () => {
    const outbox = filled('1', '2');
    const batch = nextBatch(outbox);
    expect(nextBatch(requeue(markSent(outbox, batch)))).toEqual(batch);
  });

  it('is done with a command only when its event is here', () => {
    const [item] = filled('1');
    const done = recorded([item as Outgoing], item?.command.id ?? '', 7);
    expect(finished(done, 6)).toEqual([]);
    expect(finished(done, 7)).toHaveLength(1);
  });

  it('goes on past a refused command and keeps it to show', () => {
    const outbox = filled('1', '2');
    const first = outbox[0]?.command.id ?? '';
    const after = refused(markSent(outbox, nextBatch(outbox)), first, { code: 'not_allowed', message: '' });
    expect(after[0]).toMatchObject({ state: 'refused', error: { code: 'not_allowed' } });
    expect(nextBatch(requeue(after)).map((one) => one.payload)).toEqual([{ content: '2' }]);
  });

  it('holds a command once, however often it is added', () => {
    const one = say('1', 'same');
    expect(add(add([], one), one)).toHaveLength(1);
  });
});
