/** Answering several at once: small approvals only, each recorded by itself. */
import { useState } from 'react';
import type { ApprovalCard, Interaction } from '../../lap/types';
import { fitsCompact } from './kind';

export type Decision = 'approve' | 'reject';
export type BulkCard = Interaction & { card: ApprovalCard };

/** Low risk, a plain yes or no, and all of it in sight in the list. */
export function mayBulk(interaction: Interaction): interaction is BulkCard {
  const { card } = interaction;
  return card.type === 'approval' && card.risk === 'low' && fitsCompact(card) && interaction.status === 'pending';
}

export const optionFor = (card: ApprovalCard, decision: Decision) => card.options.find((option) => (option.decision === 'reject') === (decision === 'reject'));

export type Selection = { ids: readonly string[]; has: (id: string) => boolean; toggle: (id: string) => void };

/** `selection` is there while somebody selects. Cards that can be answered no more drop out. */
export function useBulk(waiting: readonly Interaction[]) {
  const fit = waiting.filter(mayBulk);
  const [chosen, setChosen] = useState<readonly string[]>();
  const ids = chosen?.filter((id) => fit.some((one) => one.id === id));
  const toggle = (id: string) => {
    if (!fit.some((one) => one.id === id)) return;
    const before = ids ?? [];
    setChosen(before.includes(id) ? before.filter((each) => each !== id) : [...before, id]);
  };
  const selection: Selection | undefined = ids && { ids, has: (id) => ids.includes(id), toggle };
  return {
    fit, selection, toggle,
    begin: () => { setChosen([]); },
    all: () => { setChosen(fit.map((one) => one.id)); },
    end: () => { setChosen(undefined); },
  };
}

export type Bulk = ReturnType<typeof useBulk>;
