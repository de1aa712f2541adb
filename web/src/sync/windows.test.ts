import { describe, expect, it, vi } from 'vitest';
import type { LogEvent } from '../lap/types';
import { Api } from './api';
import { History } from './history';
import { EMPTY_PAGE, INITIAL, type Page, type State } from './state';
import { Store } from './store';
import { placeOf, viewOf, windowAt } from './windows';

const event = (sequence: number) => ({ sequence, id: `e${sequence}`, type: 'task.delivered' }) as LogEvent;
const page = (from: number, to: number, more = true): Page =>
  ({ ...EMPTY_PAGE, events: Array.from({ length: to - from + 1 }, (_, i) => event(from + i)), more, loaded: true });
const sequences = (events: readonly LogEvent[]) => events.map((one) => one.sequence);

describe('a window far from the end', () => {
  it('has a name that leads to its log and its place', () => {
    expect(placeOf(windowAt('c', 120))).toEqual({ log: 'conversations/c', at: 120 });
    expect(placeOf('conversations/c')).toEqual({ log: 'conversations/c' });
  });

  it('is shown alone while it does not reach the end, and as one with it from then on', () => {
    const live = page(900, 1000);
    expect(viewOf(live, page(100, 200))).toMatchObject({ behind: true, more: true });
    const one = viewOf(live, page(800, 900));
    expect(one.behind).toBe(false);
    expect(sequences(one.events)).toEqual(Array.from({ length: 201 }, (_, i) => 800 + i));
  });
});

/** A server whose conversation `c` has the events of these sequences; it gives at most `most` to a request. */
function reading(all: readonly number[], most = 100) {
  const asked: (number | undefined)[] = [];
  class Server extends Api {
    override get<T>(path: string): Promise<T> {
      const query = new URLSearchParams(path.split('?')[1]);
      const before = query.has('before') ? Number(query.get('before')) : undefined;
      asked.push(before);
      const found = all.filter((each) => before === undefined || each < before).slice(-most);
      return Promise.resolve({ events: found.map(event).reverse(), more: found.length === most } as T);
    }
  }
  const head = all.at(-1) ?? 0;
  const opened: State = {
    ...INITIAL, workspaceId: 'w', sync: { ...INITIAL.sync, head }, session: { phase: 'signedIn', user: { id: 'u', email: '', displayName: '' }, workspaces: [] },
  };
  const store = new Store(opened);
  return { store, asked, history: new History(store, new Server(), () => undefined) };
}

const range = (from: number, to: number, step = 1) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

describe('reading on from a window', () => {
  const readAll = async ({ store, history }: ReturnType<typeof reading>, at: number, last: number) => {
    const stream = windowAt('c', at);
    await history.load(stream);
    let held = 0;
    while (store.get().pages[stream]?.events.at(-1)?.sequence !== last && held !== store.get().pages[stream]?.events.length) {
      held = store.get().pages[stream]?.events.length ?? 0;
      await history.later(stream);
    }
    return store.get().pages[stream]?.events ?? [];
  };

  it('leaves no hole and reads each page about once', async () => {
    const server = reading(range(1, 2000));
    const events = await readAll(server, 500, 2000);
    expect(sequences(events)).toEqual(range(events[0]?.sequence ?? 0, 2000));
    expect(server.asked.length).toBeLessThan(25);
  });

  it('leaves no hole where most of the log belongs to others', async () => {
    const all = [...range(7, 700, 7), ...range(90_000, 99_999), ...range(150_000, 150_020)];
    const events = await readAll(reading(all), 350, 150_020);
    expect(sequences(events)).toEqual(all.filter((each) => each >= (events[0]?.sequence ?? 0)));
  });

  it('leaves no hole where the server gives fewer at once than were asked for', async () => {
    const events = await readAll(reading(range(1, 300), 9), 100, 300);
    expect(sequences(events)).toEqual(range(events[0]?.sequence ?? 0, 300));
  });

  it('takes no live event, and is gone when it leaves the screen', async () => {
    const { store, history } = reading(range(1, 2000));
    const stream = windowAt('c', 500);
    const leave = history.watch(stream);
    await vi.waitFor(() => { expect(store.get().pages[stream]?.loaded).toBe(true); });
    const before = store.get().pages[stream]?.events.length;
    store.dispatch({ do: 'events', to: 2001, head: 2001, events: [{ ...event(2001), conversationId: 'c' } as LogEvent], now: 1 });
    expect(store.get().pages[stream]?.events.length).toBe(before);
    leave();
    expect(stream in store.get().pages).toBe(false);
  });
});
