/** How an agent is started again, as far as the page can know it. */
import type { Agent } from '../../lap/types';

/** What `lineup demo` says of itself: the simulated agent, whatever it was named. */
const DEMO_RUNTIME = 'lineup demo';

export const isDemo = (agent: Pick<Agent, 'kind' | 'runtime'>): boolean => agent.runtime === DEMO_RUNTIME || (agent.runtime === undefined && agent.kind === 'demo');

/** What an own agent is run with, as an example. */
export const EXAMPLE = 'lineup run my_agent:agent';

/** Paired, and its process was never seen here. */
export const neverStarted = (agent: Agent): boolean => !agent.connected && agent.connectedAt === undefined && agent.status !== 'revoked';

/** The command; `hole`: its last word is for whoever runs it to fill in. */
export type Start = { command: string; hole: boolean };

export const startOf = (agent: Pick<Agent, 'kind' | 'runtime'>): Start =>
  isDemo(agent) ? { command: 'lineup demo', hole: false } : { command: 'lineup run', hole: true };
