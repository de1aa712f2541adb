import { describe, expect, it } from 'vitest';
import { safeUrl } from './links';
import { isClean, oneLine, reveal, revealed } from './plain';

describe('text of others', () => {
  it.each([
    ['evil\u202egnp.exe', 'evil[U+202E]gnp.exe'],
    ['a\u200bb', 'a[U+200B]b'],
    ['a\u2028b', 'a[U+2028]b'],
    ['two\nlines', 'two[U+000A]lines'],
    ['tag\u{e0041}', 'tag[U+E0041]'],
    ['\u2066iso\u2069', '[U+2066]iso[U+2069]'],
    ['\ufeffbom', '[U+FEFF]bom'],
  ])('shows what hides in %j', (text, shown) => { expect(revealed(text)).toBe(shown); });

  it('keeps ordinary text, Chinese, and emoji with their joiners', () => {
    for (const text of ['部署到东京？', 'naïve café', '👩‍💻', '❤️', '🏳️‍🌈', '1️⃣', 'עברית']) expect(isClean(text)).toBe(true);
    expect(isClean('a\u200db')).toBe(false);
  });

  it('keeps line breaks in paragraphs only', () => {
    expect(reveal('a\nb', true)).toEqual([{ text: 'a\nb', hidden: false }]);
    expect(reveal('a\nb')).toHaveLength(3);
  });

  it.each([
    [' a\n\nb\tc\u202e', 'a b c\u202e'],
    ['## Result\n\n- 2 unused\n- `moment` **removed**, see [plan](https://x.example)', 'Result 2 unused moment removed, see plan'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['**Scan', '**Scan'],
  ])('puts %j on one line', (text, line) => { expect(oneLine(text)).toBe(line); });
});

describe('links of others', () => {
  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//host', '/path', 'ftp://x', ''])('refuses %j', (url) => {
    expect(safeUrl(url)).toBeUndefined();
  });
  it('takes http and https', () => {
    expect(safeUrl('https://example.com/a')).toBe('https://example.com/a');
    expect(safeUrl('http://example.com')).toBe('http://example.com/');
  });
});
