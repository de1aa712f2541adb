import { labelOf } from './label';
import type { Interaction, Response } from '../../lap/types';
import type { Strings } from '../../strings/zh';
import type { Tone } from '../../ui/bits';
import type { IconName } from '../../ui/icons';

export type Verdict = { tone: Tone; icon: IconName; word: string; said?: string };

/** What was decided, in words. `said`: raw text of the answer (show it escaped). */
export function verdictOf(t: Strings, interaction: Interaction, response: Response | undefined): Verdict {
  const { card } = interaction;
  if (!response) return { tone: 'neutral', icon: 'info', word: t.receipt.answered };
  const label = (id: string) => {
    const option = 'options' in card ? card.options.find((one) => one.id === id) : undefined;
    return option ? labelOf(t, option) : id;
  };
  switch (response.type) {
    case 'approval': {
      const decision = response.decision ?? ('options' in card ? card.options.find((o) => o.id === response.optionId)?.decision : undefined);
      const said = [label(response.optionId), response.note].filter(Boolean).join(' — ');
      return decision === 'reject'
        ? { tone: 'danger', icon: 'x', word: t.receipt.rejected, said }
        : { tone: 'success', icon: 'check', word: t.receipt.approved, said };
    }
    case 'choice':
      return {
        tone: 'success', icon: 'check', word: t.receipt.chosen,
        said: [response.optionIds.map(label).join(t.listComma), response.note].filter(Boolean).join(' — '),
      };
    case 'input':
      return { tone: 'success', icon: 'check', word: t.receipt.answered, said: response.text ?? t.receipt.hidden };
    case 'review':
      return response.decision === 'approve'
        ? { tone: 'success', icon: 'check', word: t.receipt.reviewed, ...(response.comment ? { said: response.comment } : {}) }
        : { tone: 'waiting', icon: 'withdrawn', word: t.receipt.changes, ...(response.comment ? { said: response.comment } : {}) };
  }
}
