import type { Agent } from '../../lap/types';
import type { Strings } from '../../strings/zh';
import { neverStarted } from './start';

/** What is said of an agent that nobody confirmed yet. */
export const pendingWords = (t: Strings, agent: Agent): string =>
  agent.connected ? t.agents.pendingHint : neverStarted(agent) ? t.agents.pendingAway : t.agents.pendingGone;
