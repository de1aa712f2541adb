/** The whole state of the app outside React: what the server said (world, pages, drafts) and what we still owe it. */
import type { Command, LogEvent } from '../lap/types';
import { EMPTY_WORLD, type World } from '../lap/world';
import { NO_MINE, type Mine } from './mine';

export type User = { id: string; email: string; displayName: string; locale?: string };
export type WorkspaceRef = { id: string; name: string; role: 'owner' | 'member' | 'viewer' };

export type Session =
  | { phase: 'starting' }
  | { phase: 'signedOut'; reason?: string }
  | { phase: 'signedIn'; user: User; workspaces: readonly WorkspaceRef[]; offline?: boolean };

/** `loading`: nothing to show yet. `offline`: what is shown was true at `since`. `stopped`: no retry helps. */
export type SyncPhase = 'idle' | 'loading' | 'catching_up' | 'live' | 'offline' | 'stopped';

export type Sync = {
  phase: SyncPhase;
  epoch?: string;
  /** The last sequence that `world` holds. */
  cursor: number;
  head: number;
  /** Where catching up began, for "n of m". */
  from: number;
  /** When we were last in step (server time, ms). */
  since?: number;
  /** Why it stopped: an error code. */
  problem?: string;
};

/** `problem`: the last try to load failed with this error code. */
export type Page = { events: readonly LogEvent[]; more: boolean; loading: boolean; loaded: boolean; problem?: string };

export type Draft = {
  messageId: string; conversationId: string; agentId?: string; text: string;
  /** When the last piece came, our clock in ms. */
  at: number;
};

export type Refusal = { code: string; message: string };
export type OutState = 'queued' | 'sent' | 'recorded' | 'refused';
export type Outgoing = {
  command: Command;
  state: OutState;
  sequence?: number;
  error?: Refusal;
  /** Never written to disk. */
  secret?: true;
  /** Another tab of this browser has it in hand. */
  away?: string;
};

export type State = {
  session: Session;
  workspaceId?: string;
  sync: Sync;
  world: World;
  /** Loaded parts of the log by stream, e.g. `conversations/…`. Ascending, without holes. */
  pages: Readonly<Record<string, Page>>;
  drafts: Readonly<Record<string, Draft>>;
  outbox: readonly Outgoing[];
  /** What is mine alone: pins, read positions, snoozed cards, drafts. */
  mine: Mine;
  /** Server clock minus ours, ms. */
  skew: number;
};

export const NO_SYNC: Sync = { phase: 'idle', cursor: 0, head: 0, from: 0 };

export const INITIAL: State = {
  session: { phase: 'starting' },
  sync: NO_SYNC,
  world: EMPTY_WORLD,
  pages: {},
  drafts: {},
  outbox: [],
  mine: NO_MINE,
  skew: 0,
};

export type Stream = `conversations/${string}` | `tasks/${string}`;
export const EMPTY_PAGE: Page = { events: [], more: false, loading: false, loaded: false };
