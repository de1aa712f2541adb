import type { InputSpec } from '../../lap/types';
import type { Strings } from '../../strings/zh';

const EMAIL = /^[^@\s<>"]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/;
const NUMBER = /^[+-]?\d{1,30}(\.\d{1,30})?$/;

/** What is wrong with `text` as an answer, or undefined. The server has the last word (regex is checked there only). */
export function checkInput(t: Strings, spec: InputSpec, text: string): string | undefined {
  const bad = t.card.inputBad;
  if (text.trim() === '') return bad.empty;
  const kept = spec.secret || spec.format === 'text' ? text : text.trim();
  const length = Array.from(kept).length;
  if (length < spec.minLength || length > spec.maxLength) return bad.length(spec.minLength, spec.maxLength);
  if (spec.format === 'url' && !isWebAddress(kept)) return bad.url;
  if (spec.format === 'email' && !EMAIL.test(kept)) return bad.email;
  if (spec.format === 'number' && !NUMBER.test(kept)) return bad.number;
  return undefined;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
