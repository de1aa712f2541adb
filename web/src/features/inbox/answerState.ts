import type { InputSpec } from '../../lap/types';
import type { Strings } from '../../strings/zh';
import { checkInput } from './checkInput';

export type AnswerState = { look: 'hint' | 'wrong' | 'fits'; words: string; count?: string };

const NEARLY = 0.8;

/**
 * What to say about an answer while it is typed: what is wanted, quietly until the person has left the field or tried
 * to send it, then what is wrong; and that it fits. The count shows where a length is asked for or nearly used up.
 */
export function answerState(t: Strings, spec: InputSpec, text: string, tried: boolean): AnswerState {
  const length = Array.from(text).length;
  const counted = spec.minLength > 1 || length > spec.maxLength * NEARLY || (spec.maxLength <= 200 && text !== '');
  const count = counted ? { count: t.card.count(length, spec.maxLength) } : {};
  const wrong = checkInput(t, spec, text);
  if (wrong !== undefined) return { look: tried ? 'wrong' : 'hint', words: text === '' && !tried ? (wanted(t, spec) ?? '') : wrong, ...count };
  // A pattern is checked by the server alone: an agent's expression must not be able to hang this page.
  if (spec.format === 'regex') return { look: 'hint', words: wanted(t, spec) ?? '', ...count };
  return { look: 'fits', words: spec.format === 'text' && spec.minLength <= 1 ? '' : t.card.fits, ...count };
}

function wanted(t: Strings, spec: InputSpec): string | undefined {
  const wants: Record<InputSpec['format'], string | undefined> = {
    text: spec.minLength > 1 ? t.card.inputBad.length(spec.minLength, spec.maxLength) : undefined, url: t.card.inputBad.url,
    email: t.card.inputBad.email, number: t.card.inputBad.number, regex: t.card.form,
  };
  return wants[spec.format];
}
