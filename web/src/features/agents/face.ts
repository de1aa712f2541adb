import { tasksOfAgent } from '../../lap/select';
import type { Agent } from '../../lap/types';
import type { World } from '../../lap/world';
import type { AgentFace } from '../../ui/status';
import { neverStarted } from './start';

/** Offline in the middle of work is an interruption; offline without work is just offline. */
export function faceOfAgent(world: Pick<World, 'tasks'>, agent: Agent): AgentFace {
  if (agent.status === 'pending' && neverStarted(agent)) return 'paired';
  if (agent.status !== 'offline') return agent.status;
  return tasksOfAgent(world, agent.id).some((task) => task.status !== 'queued') ? 'interrupted' : 'offline';
}
