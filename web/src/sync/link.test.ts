import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoff, BACKOFF, Link, parse, WAITS, type LinkDeps, type Socket } from './link';

class FakeSocket implements Socket {
  readonly sent: { type: string; payload: Record<string, unknown> }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) { this.sent.push(...([JSON.parse(text)].flat() as never[])); }
  close() { this.closed = true; }
  hears(type: string, payload: object = {}) { this.onmessage?.({ data: JSON.stringify({ type, payload }) }); }
}

function setup(over: Partial<LinkDeps> = {}) {
  const sockets: FakeSocket[] = [];
  const downs: [number | undefined, string | undefined][] = [];
  const frames: string[] = [];
  let ups = 0;
  const link = new Link({
    ticket: () => Promise.resolve('tick'),
    open: () => { const socket = new FakeSocket(); sockets.push(socket); return socket; },
    position: () => ({ epoch: 'e', cursor: 5 }),
    envelope: (type, payload) => ({ type, payload }),
    random: () => 0.5,
    onFrame: (frame) => { frames.push(frame.type); },
    onUp: () => { ups += 1; },
    onDown: (wait, problem) => { downs.push([wait, problem]); },
    ...over,
  });
  const socket = () => sockets.at(-1) as FakeSocket;
  const connect = async () => {
    await vi.advanceTimersByTimeAsync(0);
    socket().onopen?.();
    socket().hears('system.welcome', { heartbeatSeconds: 25 });
  };
  return { link, sockets, socket, downs, frames, connect, ups: () => ups };
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

describe('the link', () => {
  it('says hello with its ticket and position, and is up after the welcome', async () => {
    const { link, socket, connect, ups } = setup();
    link.start();
    await connect();
    expect(socket().sent[0]).toEqual({ type: 'client.hello', payload: { ticket: 'tick', epoch: 'e', cursor: 5 } });
    expect(link.up).toBe(true);
    expect(ups()).toBe(1);
  });

  it('comes back after every close code but the fatal ones', async () => {
    for (const code of [1001, 1002, 1006, 1011, 1012, 1013, 4409, 4429]) {
      const { link, socket, sockets, downs, connect } = setup();
      link.start();
      await connect();
      socket().onclose?.({ code });
      expect(downs).toEqual([[250, undefined]]);
      await vi.advanceTimersByTimeAsync(250);
      expect(sockets, String(code)).toHaveLength(2);
    }
    for (const code of [4400, 4401, 4403, 4410]) {
      const { link, socket, sockets, downs, connect } = setup();
      link.start();
      await connect();
      socket().onclose?.({ code });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(downs).toEqual([[undefined, `close_${code}`]]);
      expect(sockets).toHaveLength(1);
    }
  });

  it('takes a new ticket when the old one was too late, but not for ever', async () => {
    const { link, socket, sockets, downs } = setup();
    link.start();
    for (let i = 0; i < 6; i += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      if (socket().closed) break;
      socket().onopen?.();
      socket().hears('system.error', { code: 'unauthenticated', closeCode: 4400 });
      socket().onclose?.({ code: 4400 });
    }
    expect(sockets).toHaveLength(4);
    expect(downs.at(-1)).toEqual([undefined, 'unauthenticated']);
  });

  it('notices a silent other side by its heartbeat', async () => {
    const { link, socket, sockets, connect } = setup();
    link.start();
    await connect();
    await vi.advanceTimersByTimeAsync(12_500);
    expect(socket().sent.at(-1)).toEqual({ type: 'client.heartbeat', payload: { epoch: 'e', cursor: 5 } });
    socket().hears('system.heartbeat');
    await vi.advanceTimersByTimeAsync(24_000);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000 + WAITS.answer + 500);
    expect(sockets).toHaveLength(2);
  });

  it('gives up on a frame that is never answered', async () => {
    const { link, connect, sockets, downs } = setup();
    link.start();
    await connect();
    expect(link.send([{ type: 'message.create', payload: {} }])).toBe(true);
    await vi.advanceTimersByTimeAsync(WAITS.answer);
    expect(downs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  it('asks for what is missing once, until the answer is here', async () => {
    const { link, socket, connect } = setup();
    link.start();
    await connect();
    link.ask();
    link.ask();
    expect(socket().sent.filter((frame) => frame.type === 'client.hello')).toHaveLength(2);
    socket().hears('system.welcome', { heartbeatSeconds: 25 });
    link.ask();
    expect(socket().sent.filter((frame) => frame.type === 'client.hello')).toHaveLength(3);
  });

  it('reconnects by itself before the gateway would cut it', async () => {
    const { link, connect, sockets, socket } = setup();
    link.start();
    await connect();
    for (let i = 0; i < 5; i += 1) {
      await vi.advanceTimersByTimeAsync(25 * 60_000 / 100);
      socket().hears('system.heartbeat');
    }
    const answer = setInterval(() => { socket().hears('system.heartbeat'); }, 5000);
    await vi.advanceTimersByTimeAsync(WAITS.planned * 1.06);
    clearInterval(answer);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('hears nothing more from a socket that it left', async () => {
    const { link, connect, sockets, frames } = setup();
    link.start();
    await connect();
    link.stop();
    sockets[0]?.hears('system.events', {});
    expect(frames).toEqual(['system.welcome']);
    expect(sockets[0]?.closed).toBe(true);
  });
});

describe('backoff', () => {
  it('has full jitter between a tenth of a second and 20 s', () => {
    expect(backoff(0, () => 1)).toBe(BACKOFF.first);
    expect(backoff(30, () => 1)).toBe(BACKOFF.most);
    expect(backoff(30, () => 0)).toBe(100);
  });
});

describe('parse', () => {
  it('takes one envelope or an array, and leaves out what is none', () => {
    expect(parse('{"type":"a","payload":{}}')).toHaveLength(1);
    expect(parse('[{"type":"a","payload":{}},{"type":"b","payload":{}},3,null]')).toHaveLength(2);
    for (const bad of ['', '{', 'null', '7', '{"type":"a"}', new ArrayBuffer(2)]) expect(parse(bad)).toEqual([]);
  });
});
