// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { Profiler, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixture } from '../dev/fixture';
import { renderApp } from '../dev/render';
import type { EventOf } from '../lap/types';
import { Api } from '../sync/api';
import { Controller } from '../sync/controller';
import { Store } from '../sync/store';
import { Sidebar } from './app/Sidebar';
import { ConversationList } from './conversations/ConversationList';
import { Stream } from './conversations/Stream';
import { Lists } from './inbox/Lists';
import { NowRail } from './inbox/NowRail';

const PANES = {
  list: <ConversationList current="c1" onStart={() => undefined} />,
  inbox: <><Lists open={undefined} /><NowRail /></>,
  side: <Sidebar />,
  conversation: <Stream id="c1" />,
  other: <Stream id="c2" />,
} satisfies Record<string, ReactElement>;
type Pane = keyof typeof PANES;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** All panes at once, and which of them render again while `act` runs. */
function panes() {
  const counts = new Map<string, number>();
  const controller = new Controller(new Store(fixture(false)), new Api(() => 'http://127.0.0.1:9/'), null);
  renderApp(
    <>{Object.entries(PANES).map(([name, pane]) => <Profiler key={name} id={name} onRender={() => { counts.set(name, (counts.get(name) ?? 0) + 1); }}>{pane}</Profiler>)}</>,
    controller,
  );
  const renderedBy = (doing: () => void): Partial<Record<Pane, number>> => {
    counts.clear();
    act(doing);
    return Object.fromEntries(counts);
  };
  return { controller, renderedBy };
}

function said(sequence: number, conversationId: string, text: string): EventOf<'message.created'> {
  const at = new Date().toISOString();
  return {
    id: `n${sequence}`, type: 'message.created', version: '0.1', workspaceId: 'w1', conversationId, sequence, occurredAt: at, receivedAt: at,
    actor: { kind: 'agent', id: 'a1', name: '代码助手' }, payload: { messageId: `n${sequence}`, content: text },
  } as EventOf<'message.created'>;
}

describe('what renders again', () => {
  it('for a piece of streamed text: its conversation alone, once', () => {
    const { controller, renderedBy } = panes();
    const piece = (text: string, offset: number) => () => {
      controller.feed.receive({ type: 'message.delta', conversationId: 'c1', payload: { messageId: 'm10', offset, text } } as never);
    };
    act(piece('Begun', 0));
    expect(renderedBy(piece(' and on', 5))).toEqual({ conversation: 1 });
  });

  it('for a heartbeat: the line that says how current the page is', () => {
    const { controller, renderedBy } = panes();
    const beat = () => { controller.feed.receive({ type: 'system.heartbeat', payload: { now: new Date().toISOString(), epoch: 'e', head: 100 } } as never); };
    expect(Object.keys(renderedBy(beat))).toEqual(['side']);
  });

  it('for a message: its conversation and the lists that show it, no other', () => {
    const { controller, renderedBy } = panes();
    const message = () => { controller.store.dispatch({ do: 'events', to: 101, head: 101, events: [said(101, 'c1', 'new')], now: Date.now() }); };
    const rendered = renderedBy(message);
    expect(rendered.inbox).toBeUndefined();
    expect(rendered.other).toBeUndefined();
    expect(rendered.conversation).toBeGreaterThan(0);
    expect(rendered.list).toBeGreaterThan(0);
  });

  it('for something that waits to be sent: no list of cards and tasks', () => {
    const { controller, renderedBy } = panes();
    const send = () => { controller.send('message.create', { content: 'hello' }, { conversationId: 'c2' }); };
    const rendered = renderedBy(send);
    expect(rendered.inbox).toBeUndefined();
    expect(rendered.conversation).toBeUndefined();
    expect(rendered.other).toBeGreaterThan(0);
  });
});
