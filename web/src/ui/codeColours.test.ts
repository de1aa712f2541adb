import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('the colours of code', () => {
  const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
  const pair = (name: string) => new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens)?.slice(1) ?? [];
  const light = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const contrast = (a = '', b = '') => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

  it.each(['code-keyword', 'code-string', 'code-number', 'code-name', 'code-type', 'text-tertiary'])('%s is read on its ground in both themes', (name) => {
    const [ground, colour] = [pair('surface-code'), pair(name)];
    expect(contrast(colour[0], ground[0])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour[1], ground[1])).toBeGreaterThanOrEqual(4.5);
  });
});
