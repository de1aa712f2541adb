import type { Card } from '../../lap/types';
import type { Strings } from '../../strings/zh';

export function kindWord(t: Strings, card: Card): string {
  return card.type === 'choice' && card.maxSelected > 1 ? t.kind.choiceMany : t.kind[card.type];
}

/** Whether the whole question is in sight on the compact card, so that it may be answered there (never high risk). */
export function fitsCompact(card: Card): boolean {
  if (card.risk === 'high' || card.details !== undefined) return false;
  const words = (card.description ?? '').length + (card.impact ?? '').length;
  if (words > 240) return false;
  switch (card.type) {
    case 'approval': return card.options.length === 2;
    case 'choice': return card.options.every((option) => option.description === undefined);
    case 'input': return card.input.multiline !== true;
    case 'review': return false;
  }
}
