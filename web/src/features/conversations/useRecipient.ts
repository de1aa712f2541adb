import { useState } from 'react';
import { own } from '../../lap/own';
import type { Agent } from '../../lap/types';
import { useSelect } from '../../sync/hooks';

/** The agent that a message is for: the chosen one, else the one I spoke to last here, else the first. */
export function useRecipient(conversationId: string, agents: readonly Agent[]): [Agent | undefined, (id: string) => void] {
  const [chosen, choose] = useState<string>();
  const me = useSelect((state) => (state.session.phase === 'signedIn' ? state.session.user.id : undefined));
  const [first, ...more] = agents;
  const last = useSelect((state) => {
    if (more.length === 0) return undefined;
    const said = own(state.pages, `conversations/${conversationId}`)?.events.findLast((event) => event.type === 'message.created' && event.actor.id === me && event.payload.targetAgentId !== undefined);
    return said?.type === 'message.created' ? said.payload.targetAgentId : undefined;
  });
  const target = agents.find((agent) => agent.id === chosen) ?? agents.find((agent) => agent.id === last) ?? first;
  return [target, choose];
}
