/** The one reducer. Pure: no clock, no network, no React. */
import { evolve } from '../lap/evolve';
import type { LogEvent } from '../lap/types';
import type { World } from '../lap/world';
import { own } from '../lap/own';
import { appendDelta, dropFinished, type Delta } from './drafts';
import type { Mine } from './mine';
import { appendLive, mergePage } from './pages';
import {
  EMPTY_PAGE, INITIAL, NO_SYNC,
  type Draft, type Outgoing, type Page, type Session, type State, type Stream, type Sync,
} from './state';

export type Action =
  | { do: 'session'; session: Session }
  | { do: 'open'; workspaceId: string | undefined }
  | { do: 'restore'; epoch: string; cursor: number; since?: number; world: World; pages: Record<string, Page> }
  | { do: 'snapshot'; epoch: string; head: number; world: World; drafts: Record<string, Draft> }
  | { do: 'events'; to: number; head: number; events: readonly LogEvent[]; now: number }
  | { do: 'sync'; patch: Partial<Sync> }
  | { do: 'clock'; skew: number }
  | { do: 'delta'; delta: Delta }
  | { do: 'page'; stream: Stream; page: Partial<Page> & { events: readonly LogEvent[] } }
  | { do: 'pageState'; stream: Stream; patch: Partial<Page> }
  | { do: 'forget'; stream: Stream }
  | { do: 'outbox'; outbox: readonly Outgoing[] }
  | { do: 'mine'; mine: Mine };

export function reduce(state: State, action: Action): State {
  switch (action.do) {
    case 'session':
      return action.session.phase === 'signedOut' ? { ...INITIAL, session: action.session } : { ...state, session: action.session };
    case 'open':
      return {
        ...INITIAL, session: state.session, skew: state.skew,
        ...(action.workspaceId === undefined ? {} : { workspaceId: action.workspaceId }),
        sync: { ...NO_SYNC, phase: action.workspaceId === undefined ? 'idle' : 'loading' },
      };
    case 'restore':
      return {
        ...state, world: action.world, pages: action.pages,
        sync: {
          ...state.sync, epoch: action.epoch, cursor: action.cursor, head: action.cursor, from: action.cursor,
          ...(action.since === undefined ? {} : { since: action.since }),
        },
      };
    case 'snapshot':
      // The log between the pages we hold and the snapshot is unknown: pages are loaded anew.
      return {
        ...state, world: action.world, pages: {}, drafts: action.drafts,
        sync: { ...state.sync, epoch: action.epoch, cursor: action.head, head: action.head, from: action.head },
      };
    case 'events':
      return settle(applyEvents(state, action), action.now);
    case 'sync':
      return { ...state, sync: { ...state.sync, ...action.patch } };
    case 'clock':
      return Math.abs(action.skew - state.skew) < 250 ? state : { ...state, skew: action.skew };
    case 'delta':
      return { ...state, drafts: appendDelta(state.drafts, action.delta) };
    case 'page':
      return setPage(state, action.stream, (page) => ({
        ...page, loaded: true, loading: false, problem: undefined, ...action.page,
        events: mergePage(page.events, action.page.events),
      }));
    case 'pageState':
      return setPage(state, action.stream, (page) => ({ ...page, ...action.patch }));
    case 'forget':
      return { ...state, pages: Object.fromEntries(Object.entries(state.pages).filter(([stream]) => stream !== action.stream)) };
    case 'outbox':
      return { ...state, outbox: action.outbox };
    case 'mine':
      return { ...state, mine: action.mine };
  }
}

function applyEvents(state: State, action: Extract<Action, { do: 'events' }>): State {
  const news = action.events.filter((event) => event.sequence > state.sync.cursor);
  const world = news.reduce(evolve, state.world);
  return {
    ...state,
    world,
    pages: appendLive(state.pages, news, world),
    drafts: dropFinished(state.drafts, news),
    sync: {
      ...state.sync,
      cursor: Math.max(action.to, state.sync.cursor),
      head: Math.max(action.head, action.to, state.sync.head),
    },
  };
}

/** In step with the head: we are live. */
function settle(state: State, now: number): State {
  const { sync } = state;
  if (sync.cursor < sync.head) return sync.phase === 'live' ? state : { ...state, sync: { ...sync, phase: 'catching_up' } };
  return { ...state, sync: { ...sync, phase: 'live', since: now } };
}

function setPage(state: State, stream: Stream, rule: (page: Page) => Page): State {
  return { ...state, pages: { ...state.pages, [stream]: rule(own(state.pages, stream) ?? EMPTY_PAGE) } };
}

