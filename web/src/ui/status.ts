/** How each state looks: tone, icon and which word. The only table of its kind. */
import type { TaskFace } from '../lap/select';
import type { AgentStatus } from '../lap/types';
import type { Tone } from './bits';
import type { IconName } from './icons';

type Look = { tone: Tone; icon: IconName };

export const TASK_LOOK: Record<TaskFace, Look> = {
  queued: { tone: 'neutral', icon: 'queued' },
  running: { tone: 'running', icon: 'running' },
  waiting_for_human: { tone: 'waiting', icon: 'waiting' },
  succeeded: { tone: 'success', icon: 'done' },
  failed: { tone: 'danger', icon: 'failed' },
  cancelled: { tone: 'neutral', icon: 'cancelled' },
  cancelling: { tone: 'waiting', icon: 'cancelling' },
  interrupted: { tone: 'waiting', icon: 'interrupted' },
};

/** `paired`: it has its credential, and was never started. */
export type AgentFace = AgentStatus | 'interrupted' | 'paired';

export const AGENT_LOOK: Record<AgentFace, Look> = {
  pending: { tone: 'waiting', icon: 'clock' },
  paired: { tone: 'neutral', icon: 'clock' },
  online: { tone: 'success', icon: 'online' },
  offline: { tone: 'neutral', icon: 'offline' },
  revoked: { tone: 'neutral', icon: 'cancelled' },
  interrupted: { tone: 'waiting', icon: 'interrupted' },
};

export const KIND_ICON = { approval: 'approval', choice: 'choice', input: 'input', review: 'review' } as const;
