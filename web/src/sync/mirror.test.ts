// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEvent } from '../lap/types';
import { Api } from './api';
import { command } from './envelope';
import { Keeper } from './keeper';
import { MineControl } from './mineControl';
import { Notes } from './notes';
import { Sender } from './sender';
import { INITIAL } from './state';
import { Store } from './store';

const say = (content: string) => command('message.create', 'w', { content }, { conversationId: 'c' });
const answer = () => command('interaction.respond', 'w', { interactionId: 'i', digest: 'd', response: { type: 'approval', optionId: 'approve' } }, { conversationId: 'c' });

async function page() {
  const store = new Store({ ...INITIAL, workspaceId: 'w' });
  const sender = new Sender(store, new Keeper());
  await sender.open('u', 'w');
  return { sender, store, outbox: () => store.get().outbox, ids: () => store.get().outbox.map((item) => item.command.id) };
}
/** The page goes before IndexedDB has committed anything of it. */
const leave = () => { globalThis.indexedDB = new IDBFactory(); };
const full = () => vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } });

beforeEach(() => { localStorage.clear(); globalThis.indexedDB = new IDBFactory(); });
afterEach(() => { vi.restoreAllMocks(); vi.unstubAllGlobals(); });

describe('leaving at once', () => {
  it('loses no message and no answer', async () => {
    const { sender } = await page();
    const commands = [say('1'), answer(), say('2')];
    for (const one of commands) sender.add(one, false);
    leave();
    expect((await page()).ids()).toEqual(commands.map((one) => one.id));
    leave();
    expect((await page()).ids()).toEqual(commands.map((one) => one.id));
  });

  it('leaves nothing secret behind', async () => {
    const { sender } = await page();
    sender.add(say('hush'), true);
    expect(JSON.stringify({ ...localStorage })).not.toContain('hush');
    leave();
    expect((await page()).ids()).toEqual([]);
  });

  it('brings back once what both have, and nothing that was thrown away', async () => {
    const { sender } = await page();
    const [kept, gone] = [say('1'), say('2')];
    sender.add(kept, false);
    const note = Object.entries({ ...localStorage } as Record<string, string>).find(([, text]) => text.includes(kept.id));
    sender.add(gone, false);
    sender.discard(gone.id);
    await vi.waitFor(() => { expect(localStorage).toHaveLength(0); });
    localStorage.setItem(note?.[0] ?? '', note?.[1] ?? '');
    expect((await page()).ids()).toEqual([kept.id]);
    expect(localStorage).toHaveLength(0);
  });

  it('what was noted for another person or is no note at all stays out', async () => {
    const { sender } = await page();
    sender.add(say('1'), false);
    localStorage.setItem('lineup.note.outbox/u/w/x', '{not json');
    const store = new Store({ ...INITIAL, workspaceId: 'w' });
    await new Sender(store, new Keeper()).open('other', 'w');
    expect(store.get().outbox).toEqual([]);
    expect((await page()).ids()).toHaveLength(1);
  });
});

describe('a message that was refused', () => {
  const error = { code: 'agent_revoked', message: '' };
  const refuse = async () => {
    const { sender } = await page();
    const one = say('1');
    sender.add(one, false);
    sender.failed(one.id, error);
    await vi.waitFor(() => { expect(localStorage).toHaveLength(0); });
    return { sender, one };
  };

  it('is there with its reason after leaving, and is not sent again by itself', async () => {
    const { one } = await refuse();
    expect((await page()).outbox()).toEqual([{ command: one, state: 'refused', error }]);
    expect((await page()).outbox()).toHaveLength(1);
  });

  it('is asked for again where the page was left before its refusal was kept', async () => {
    const { sender } = await page();
    const one = say('1');
    sender.add(one, false);
    sender.failed(one.id, error);
    leave();
    expect((await page()).outbox()).toEqual([{ command: one, state: 'queued' }]);
  });

  it('is gone for good once it was thrown away, and waits again once it is to be sent again', async () => {
    const [gone, again] = [await refuse(), await refuse()];
    gone.sender.discard(gone.one.id);
    again.sender.retry(again.one.id);
    expect((await page()).outbox()).toEqual([{ command: again.one, state: 'queued' }]);
  });

  it('waits to be sent again although the page was left in the moment in which that was asked for', async () => {
    const { one } = await refuse();
    new Notes('outbox/u/w').put(one.id, one);
    expect((await page()).outbox()).toEqual([{ command: one, state: 'queued' }]);
  });

  it('shows no longer when the log has it after all', async () => {
    const { sender, one } = await refuse();
    const { sender: after, store } = await page();
    const event = { type: 'message.created', payload: { messageId: one.id }, sequence: 1 } as unknown as LogEvent;
    store.dispatch({ do: 'page', stream: 'conversations/c', page: { events: [event] } });
    after.settle();
    expect(store.get().outbox).toEqual([]);
    await vi.waitFor(async () => { expect((await page()).ids()).toEqual([]); });
    sender.close();
  });

  it('is not kept where it is secret, nor is a refused answer: the card asks anew', async () => {
    const { sender } = await page();
    const [hush, given] = [say('hush'), answer()];
    sender.add(hush, true);
    sender.add(given, false);
    for (const one of [hush, given]) sender.failed(one.id, error);
    await vi.waitFor(async () => { expect((await page()).ids()).toEqual([]); });
  });
});

describe('what is mine alone', () => {
  const open = async () => {
    const store = new Store({ ...INITIAL, workspaceId: 'w' });
    const mine = new MineControl(store, new Api(() => 'http://127.0.0.1:9/'), new Keeper());
    await mine.open('u', 'w');
    return { mine, now: () => store.get().mine };
  };

  it('is there after leaving at once, and so is that a draft was sent', async () => {
    const { mine } = await open();
    leave();
    const draft = { text: 'hello', links: [], device: 'd' };
    await new Keeper().mine('u', 'w').wait({ kind: 'draft', id: 'c', value: draft });
    mine.set('draft', 'c', draft);
    mine.set('draft', 'c', null);
    mine.set('pin', 'c', {});
    const { now } = await open();
    expect(now().pin).toHaveProperty('c');
    expect(now().draft).toEqual({});
  });

  it('is noted no longer than needed, and what was set later is not forgotten with what was before', async () => {
    const { mine } = await open();
    mine.set('pin', 'c', {});
    mine.set('pin', 'c', null);
    await vi.waitFor(() => { expect(localStorage).toHaveLength(0); });
    expect(await new Keeper().mine('u', 'w').waiting()).toEqual([{ kind: 'pin', id: 'c', value: null }]);
  });
});

describe('a command is safe', () => {
  it('at once where it could be noted', async () => {
    const { sender } = await page();
    sender.add(say('1'), false);
    expect(sender.kept).toBeUndefined();
  });

  it('where there is no room for notes, when IndexedDB has it', async () => {
    const { sender } = await page();
    full();
    const one = say('1');
    sender.add(one, false);
    await sender.kept;
    expect(await new Keeper().outbox('u', 'w').load()).toEqual([{ command: one }]);
  });

  it('never where the browser keeps nothing', async () => {
    full();
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => { throw new DOMException('blocked', 'SecurityError'); });
    const blocked = new Sender(new Store({ ...INITIAL, workspaceId: 'w' }), new Keeper());
    await blocked.open('u', 'w');
    blocked.add(say('1'), false);
    await expect(blocked.kept).rejects.toThrow('blocked');
  });
});
