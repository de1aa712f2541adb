import { useEffect } from 'react';
import type { Conversation } from '../../lap/types';
import { own } from '../../lap/own';
import { useController, useSelect } from '../../sync/hooks';
import { EMPTY_PAGE, type Page, type State, type Stream } from '../../sync/state';

/** A stream of the log that is on screen. */
export function useStream(stream: Stream): Page {
  const controller = useController();
  useEffect(() => controller.watch(stream), [controller, stream]);
  return useSelect((state) => own(state.pages, stream)) ?? EMPTY_PAGE;
}

export type Shown = Pick<Conversation, 'id' | 'title' | 'agentIds'>;

/** A conversation as the log has it, or as it waits in the outbox. */
export function findConversation(state: State, id: string): Shown | undefined {
  const known = own(state.world.conversations, id);
  if (known) return known;
  for (const { command } of state.outbox) {
    if (command.type === 'conversation.create' && command.conversationId === id) {
      return { id, title: command.payload.title, agentIds: command.payload.agentIds ?? [] };
    }
  }
  return undefined;
}

const same = (a: Shown | undefined, b: Shown | undefined) =>
  a?.id === b?.id && a?.title === b?.title && a?.agentIds.join() === b?.agentIds.join();

export const useConversation = (id: string): Shown | undefined => useSelect((state) => findConversation(state, id), same);
