import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLocale } from './strings';
import { formats } from './strings/formats';
import { en } from './strings/en';
import { zh } from './strings/zh';

const root = new URL('.', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
const named = (pattern: RegExp, not = /$^/) => files.filter((name) => pattern.test(name) && !not.test(name));

describe('the rules of this folder', () => {
  it('has colour literals in the tokens only', () => {
    for (const file of named(/\.(css|tsx)$/, /tokens\.css|\/dev\/|\.test\./)) {
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/#[0-9a-f]{3,8}\b(?!['"`/])|\brgba?\(|\bhsla?\(/i);
    }
  });

  it('has visible text in strings/ only', () => {
    for (const file of named(/\.tsx$/, /\/strings\/|\/dev\/|\.test\./)) {
      const text = readFileSync(file, 'utf8').replace(/中文|English/g, '');
      expect(text, file).not.toMatch(/[\u3000-\u303f\u4e00-\u9fff]/);
      expect(text.match(/>[^<>{}=;()]*[A-Za-z]{3,}[^<>{}=;()]*<\//g) ?? [], file).toEqual([]);
    }
  });

  it('has no download address in the lock file', () => {
    const lock = readFileSync(join(root, '..', 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
  });
});

describe('languages', () => {
  it('follow the choice on this device, then the browser', () => {
    expect(chooseLocale('en', ['zh-CN'])).toBe('en');
    expect(chooseLocale(null, ['fr', 'zh-TW', 'en'])).toBe('zh');
    expect(chooseLocale(null, ['fr'])).toBe('en');
  });

  it('say the same things', () => {
    const keys = (value: object, path = ''): string[] => Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null ? keys(inner as object, `${path}${key}.`) : [`${path}${key}`]);
    expect(keys(en).sort()).toEqual(keys(zh).sort());
  });

  it('count down in words', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    const { left, ago } = formats(en);
    expect(left(now + 522_000, now)).toBe('8\u00a0min 42\u00a0s left');
    expect(left(now + 42 * 60_000, now)).toBe('42\u00a0min left');
    expect(left(now - 1, now)).toBe('Expired');
    expect(ago(now - 180_000, now)).toBe('3\u00a0min ago');
  });
});
