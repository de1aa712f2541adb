/** Which messages their agents have taken up, by `message.acknowledged` in the loaded events. Pure. */
import { createContext } from 'react';
import type { EventOf, LogEvent } from '../../lap/types';

export const CAPABILITY = 'message.acknowledged';
/** A message that waited longer was overtaken by something that we did not load. */
const OLD = 24 * 3_600_000;
/** An idle agent takes a message up at once: only one that waits longer waits. */
export const SOON = 2_000;

/**
 * `until`: by agent, the sequence of the last message that was taken up: they are taken up in order. `spoke`: of the last thing
 * that it said here.
 */
export type Taken = { messages: ReadonlySet<string>; until: ReadonlyMap<string, number>; spoke: ReadonlyMap<string, number> };
export const NOTHING_TAKEN: Taken = { messages: new Set(), until: new Map(), spoke: new Map() };
export const TakenContext = createContext<Taken>(NOTHING_TAKEN);

export function takenOf(events: readonly LogEvent[]): Taken {
  const messages = new Set<string>();
  const until = new Map<string, number>();
  const said = new Map<string, number>();
  const spoke = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'message.created' && event.payload.targetAgentId !== undefined) said.set(event.payload.messageId, event.sequence);
    if (event.actor.kind === 'agent') spoke.set(event.actor.id, event.sequence);
    if (event.type !== 'message.acknowledged') continue;
    const { messageId, agentId } = event.payload;
    messages.add(messageId);
    until.set(agentId, Math.max(until.get(agentId) ?? 0, said.get(messageId) ?? 0));
  }
  return { messages, until, spoke };
}

/** Whether a message of mine still waits for its agent. `capable`: the agent says that it tells. `now`: server time in ms. */
export function isQueued(event: EventOf<'message.created'>, taken: Taken, capable: boolean, now: number): boolean {
  const { messageId, targetAgentId, opensTask } = event.payload;
  if (targetAgentId === undefined || opensTask || taken.messages.has(messageId)) return false;
  const until = taken.until.get(targetAgentId);
  if (until === undefined ? !capable : event.sequence < until) return false;
  const age = now - Date.parse(event.receivedAt);
  return age > SOON && age < OLD;
}

/** Whether nothing shows that a message came to its agent: neither its word nor anything that it did later. */
export function mayBeAway(event: EventOf<'message.created'>, taken: Taken): boolean {
  const { messageId, targetAgentId = '' } = event.payload;
  return !taken.messages.has(messageId) && event.sequence > (taken.spoke.get(targetAgentId) ?? 0);
}
