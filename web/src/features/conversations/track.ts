import { useState } from 'react';
import type { Interaction } from '../../lap/types';
import { own } from '../../lap/own';
import { useSelect } from '../../sync/hooks';
import type { State } from '../../sync/state';

/** Whether anything was said in a conversation, or is on its way there. */
function isBegun({ world, outbox }: State, id: string): boolean {
  return own(world.conversations, id)?.lastMessage !== undefined
    || outbox.some(({ command }) => command.conversationId === id && (command.type === 'message.create' || command.type === 'task.create'));
}

/**
 * Whether what is written becomes a task. The first words of a conversation do unless one unticks it; whatever comes later is a
 * message unless one ticks it, each time anew. While requests wait there, a new task is asked about once: it answers none of them.
 */
export function useTrack(conversationId: string, waiting: readonly Interaction[]) {
  const begins = useSelect((state) => isBegun(state, conversationId));
  const [begun, setBegun] = useState(begins);
  if (begins && !begun) setBegun(true);
  const [chosen, choose] = useState<boolean>();
  const [asked, setAsked] = useState(false);
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const track = chosen ?? !begun;
  const doubtful = track && waiting.some((one) => !agreed.includes(one.id));
  return {
    track,
    choose: (on: boolean) => {
      choose(on);
      setAsked(false);
    },
    /** To be asked before it is sent. */
    doubtful,
    asking: asked && doubtful,
    ask: () => { setAsked(true); },
    /** It was sent: the next is a message. */
    sent: () => {
      choose(false);
      setAsked(false);
      if (track) setAgreed(waiting.map((one) => one.id));
    },
  };
}
