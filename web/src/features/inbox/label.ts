import type { ApprovalCard, ChoiceCard } from '../../lap/types';
import type { Strings } from '../../strings/zh';

type Option = (ApprovalCard | ChoiceCard)['options'][number];

/** What an option says. The two that the protocol fills in when an agent names none are said in the reader's language. */
export function labelOf(t: Strings, option: Option): string {
  if (option.id === 'approve' && option.label === 'Approve') return t.card.approve;
  if (option.id === 'reject' && option.label === 'Reject') return t.card.reject;
  return option.label;
}
