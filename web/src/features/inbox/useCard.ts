import { useState } from 'react';
import { answer, myAnswer } from '../../actions/answer';
import type { Interaction, Response } from '../../lap/types';
import { useController, useNow, useSelect } from '../../sync/hooks';
import type { Outgoing } from '../../sync/state';
import { useMayAct } from '../app/names';

/** Refusals after which no other answer can count either. */
const TOO_LATE: ReadonlySet<string> = new Set(['already_resolved', 'expired', 'withdrawn', 'cancelled', 'agent_revoked']);

export type CardUse = {
  /** My answer that is under way or was refused. */
  mine: Outgoing | undefined;
  /** Why the last answer was refused: an error code. */
  refusal: string | undefined;
  /** The card is another one than was shown; the controls stay off until the person has seen the new one. */
  changed: boolean;
  sawChange: () => void;
  /** The digest of the card as the person saw it last. What was chosen, typed or read belongs to it alone. */
  seen: string;
  /** Nothing can be answered any more, or my answer is under way: a receipt stands in the controls' place. */
  over: boolean;
  /** Controls may be live: pending, in time, allowed, not answered yet, unchanged. */
  open: boolean;
  mayAct: boolean;
  respond: (response: Response) => void;
};

/** Everything a card's controls need. The digest is that of the card as it was first shown here. */
export function useCard(interaction: Interaction): CardUse {
  const controller = useController();
  const mayAct = useMayAct();
  const mine = useSelect((state) => myAnswer(state, interaction.id));
  const now = useNow(1000);
  const [seen, setSeen] = useState(interaction.digest);
  const refusal = mine?.state === 'refused' ? (mine.error?.code ?? 'unknown') : undefined;
  const changed = seen !== interaction.digest || refusal === 'digest_mismatch';
  const expired = interaction.card.expiresAt !== undefined && Date.parse(interaction.card.expiresAt) <= now;
  const over = interaction.status !== 'pending' || expired || (mine !== undefined && refusal === undefined)
    || (refusal !== undefined && TOO_LATE.has(refusal));
  return {
    mine, refusal, changed, mayAct, over, seen,
    open: !over && !changed && mayAct,
    sawChange: () => {
      setSeen(interaction.digest);
      if (mine?.state === 'refused') controller.sender.discard(mine.command.id);
    },
    respond: (response) => { answer(controller, interaction, seen, response); },
  };
}
