import { useCallback, useEffect, useMemo } from 'react';
import type { Conversation } from '../../lap/types';
import { own } from '../../lap/own';
import { useController, useSelect } from '../../sync/hooks';
import { EMPTY_PAGE, type Page, type State, type Stream } from '../../sync/state';
import { viewOf, windowAt, type View } from '../../sync/windows';

/** A stream of the log that is on screen. */
export function useStream(stream: Stream): Page {
  const controller = useController();
  useEffect(() => controller.watch(stream), [controller, stream]);
  return useSelect((state) => own(state.pages, stream)) ?? EMPTY_PAGE;
}

/** What is said in a conversation: its end, or with `at` what is around that sequence; and the ways to see more. */
export function useLog(id: string, at: number | undefined): View & { earlier: () => void; later: () => void; again: () => void } {
  const { history } = useController().loader;
  const end: Stream = `conversations/${id}`;
  const live = useStream(end);
  const sought = at !== undefined && live.loaded && live.more && (live.events[0]?.sequence ?? 0) > at;
  const stream = sought ? windowAt(id, at) : end;
  const part = useStream(stream);
  const view = useMemo(() => viewOf(live, sought ? part : undefined), [live, part, sought]);
  const ready = !view.loading && view.problem === undefined;
  return {
    ...view,
    earlier: useCallback(() => { if (ready && view.more) void history.load(stream, true); }, [history, stream, ready, view.more]),
    later: useCallback(() => { if (ready && view.behind) void history.later(stream); }, [history, stream, ready, view.behind]),
    again: () => { void history.load(stream, view.loaded); },
  };
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
