import { tasksOfAgent } from '../../lap/select';
import { own } from '../../lap/own';
import type { Agent } from '../../lap/types';
import type { World } from '../../lap/world';
import type { AgentFace } from '../../ui/status';
import { neverStarted } from './start';

/** How the asker of a card stands, if it is not there to hear the answer; it gets it when it is back. */
export function awayOf(world: Pick<World, 'tasks' | 'agents'>, agentId: string): 'interrupted' | 'offline' | undefined {
  const agent = own(world.agents, agentId);
  const face = agent && faceOfAgent(world, agent);
  return face === 'interrupted' || face === 'offline' ? face : undefined;
}

/** Offline in the middle of work is an interruption; offline without work is just offline. */
export function faceOfAgent(world: Pick<World, 'tasks'>, agent: Agent): AgentFace {
  if (agent.status === 'pending' && neverStarted(agent)) return 'paired';
  if (agent.status !== 'offline') return agent.status;
  return tasksOfAgent(world, agent.id).some((task) => task.status !== 'queued') ? 'interrupted' : 'offline';
}
