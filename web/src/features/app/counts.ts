import { waitingForMe } from '../../lap/select';
import type { Interaction } from '../../lap/types';
import { sameItems, useNow, useSelect } from '../../sync/hooks';

/** Cards that I can answer now and have not answered yet. The badge counts these. */
export function useWaiting(): readonly Interaction[] {
  const now = useNow(1000);
  return useSelect((state) => {
    const answered = new Set(state.outbox.flatMap((item) =>
      item.command.type === 'interaction.respond' && item.state !== 'refused' ? [item.command.payload.interactionId] : []));
    return waitingForMe(state.world, now).filter((one) => !answered.has(one.id));
  }, sameItems);
}
