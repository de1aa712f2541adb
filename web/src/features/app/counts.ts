import { waitingForMe } from '../../lap/select';
import type { Interaction } from '../../lap/types';
import { own } from '../../lap/own';
import { sameItems, useNow, useSelect } from '../../sync/hooks';
import type { State } from '../../sync/state';
import { asideUntil } from '../inbox/later';
import { useMayAct } from './names';

/** Cards that I can answer now, have not answered yet and have not put aside. */
export function useWaiting(): readonly Interaction[] {
  const now = useNow(1000);
  return useSelect((state) => unanswered(state, now).filter((one) => !isAside(state, one, now)), sameItems);
}

/** Cards of a conversation that I can answer now, also those that I put aside. */
export function useWaitingIn(conversationId: string): readonly Interaction[] {
  const now = useNow(1000);
  return useSelect((state) => unanswered(state, now).filter((one) => one.conversationId === conversationId), sameItems);
}

/** What the badge counts: nothing waits for somebody who may only look. */
export function useBadge(): number {
  const mayAct = useMayAct();
  const waiting = useWaiting().length;
  return mayAct ? waiting : 0;
}

/** Those that I put aside for later. */
export function useAside(): readonly Interaction[] {
  const now = useNow(1000);
  return useSelect((state) => unanswered(state, now).filter((one) => isAside(state, one, now)), sameItems);
}

function unanswered(state: State, now: number): Interaction[] {
  const answered = new Set(state.outbox.flatMap((item) =>
    item.command.type === 'interaction.respond' && item.state !== 'refused' ? [item.command.payload.interactionId] : []));
  return waitingForMe(state.world, now).filter((one) => !answered.has(one.id));
}

const isAside = ({ world, mine }: State, one: Interaction, now: number): boolean => asideUntil(world, one, own(mine.snooze, one.id), now) !== undefined;
