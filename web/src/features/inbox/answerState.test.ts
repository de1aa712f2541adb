import { describe, expect, it } from 'vitest';
import type { InputSpec } from '../../lap/types';
import { en } from '../../strings/en';
import { answerState } from './answerState';

const spec = (more: Partial<InputSpec>): InputSpec => ({ format: 'text', minLength: 0, maxLength: 4000, ...more });
const state = (more: Partial<InputSpec>, text: string, tried = false) => answerState(en, spec(more), text, tried);

describe('while an answer is typed', () => {
  it('what is wanted stands there, and becomes an error only when it was tried', () => {
    expect(state({ format: 'url' }, '')).toEqual({ look: 'hint', words: en.card.inputBad.url });
    expect(state({ format: 'url' }, 'staging')).toEqual({ look: 'hint', words: en.card.inputBad.url });
    expect(state({ format: 'url' }, 'staging', true)).toEqual({ look: 'wrong', words: en.card.inputBad.url });
    expect(state({ format: 'url' }, 'https://staging.example.com', true)).toEqual({ look: 'fits', words: en.card.fits });
  });

  it('characters are counted, not code units, where their number matters', () => {
    expect(state({ minLength: 3, maxLength: 8 }, '部署🚀').count).toBe('3 / 8');
    expect(state({}, 'x').count).toBeUndefined();
    expect(state({}, 'x'.repeat(3300)).count).toBe('3300 / 4000');
  });

  it('a plain text needs no words', () => {
    expect(state({}, 'anything')).toEqual({ look: 'fits', words: '' });
  });

  it('a pattern is shown and left to the server', () => {
    expect(state({ format: 'regex', pattern: '(a+)+$' }, 'aaaa', true)).toEqual({ look: 'hint', words: en.card.form });
  });
});
