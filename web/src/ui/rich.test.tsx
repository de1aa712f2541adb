// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../dev/render';
import { Code } from './Code';
import { paint } from './codePaint';
import { Markdown } from './Markdown';
import { blocksOf } from './markdownBlocks';
import MarkdownRich from './MarkdownRich';

const rich = (text: string, growing = false) => {
  const { container } = renderApp(<MarkdownRich text={text} fold={false} growing={growing} />);
  const html = container.innerHTML;
  cleanup();
  return html;
};
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

afterEach(cleanup);

describe('markdown of others', () => {
  it('names its tables by their heads, and keeps its headings below those of the page', () => {
    renderApp(<MarkdownRich text={'# Plan\n\n| Name | Size |\n|---|--:|\n| a | 1 |'} fold={false} growing={false} />);
    expect(screen.getByRole('region', { name: /^Table: Name, ?.*Size$/ })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Plan' })).toBeTruthy();
  });

  it('shows hidden characters in words, HTML and links, and raw HTML as text', () => {
    const html = rich('**safe\u202egpj** <b>x\u200b</b> [a\u200bb](https://example.com)');
    expect(html.match(/<span class="seen">U\+20(?:2E|0B)<\/span>/g)).toHaveLength(3);
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('\u202e');
  });

  it('gives the raw text of code to copy, hidden characters and all', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: (text: string) => { copied.push(text); return Promise.resolve(); } } });
    renderApp(<MarkdownRich text={code('bash', 'rm -rf \u202e/tmp\n  # end')} fold={false} growing={false} />);
    expect(screen.getByText('U+202E')).toBeTruthy();
    screen.getByRole('button', { name: 'Copy' }).click();
    await Promise.resolve();
    expect(copied).toEqual(['rm -rf \u202e/tmp\n  # end']);
  });

  it('has no id twice however often it is on the page', () => {
    const text = 'a[^1]\n\n[^1]: note';
    const { container } = renderApp(<><MarkdownRich text={text} fold={false} growing={false} /><MarkdownRich text={`${text} `} fold={false} growing={false} /></>);
    expect(container.querySelectorAll('[id], [aria-describedby]')).toHaveLength(0);
  });

  it('shows a very long text a part at a time', () => {
    renderApp(<Markdown text={'x'.repeat(2_000_000)} />);
    expect(document.body.textContent.length).toBeLessThan(50_000);
    screen.getByText(/first 40,000 of 2,000,000/);
    screen.getByRole('button', { name: 'Show more' });
  });
});

describe('text that is being written', () => {
  const SAMPLES = [
    'one\n\ntwo\n\nthree', '# A\n\ntext\n\n- a\n\n- b\n\n  more\n\nafter', '1. a\n\n2. b\n\n   ```js\n   x\n\n   y\n   ```\n\nend',
    code('js', 'a\n\nb\n\n# no heading'), `before\n\n${code('', '~~~\n\n')}\n\nafter`, '> a\n\n> b\n\nc', '| a |\n|---|\n| 1 |\n\nx\n\n| b |\n|---|\n| 2 |',
    '[a][x]\n\n[x]: https://example.com', 'a[^1]\n\nb\n\n[^1]: note', '<pre>\n\n**a**\n\n</pre>', '<div>\n\n**a**\n\n</div>', 'a\n\n    code\n\n    more\n\nb', '- ```\n  x\n\n  y\n  ```\n\nz',
    'a\n***\n\nb\n===\n\nc', '\n\n\na\n\n\n\nb\n\n',
  ];

  it.each(SAMPLES)('%# is in parts what it is as a whole', (text) => {
    const parts = blocksOf(text);
    expect(parts.join('')).toBe(text);
    const compact = (html: string) => html.replace(/\s*(<[^>]*>)\s*/g, '$1').replace(/ id="[^"]*"/g, '');
    expect(compact(rich(text, true))).toBe(compact(rich(text)));
  });

  it('keeps what stands above: only the last part changes while it grows', () => {
    const text = `# Plan\n\nFirst.\n\n${code('python', 'x = 1\n\ny = 2')}\n\n- a\n- b\n\nLast.`;
    let before: string[] = [];
    for (let end = 1; end <= text.length; end += 1) {
      const parts = blocksOf(text.slice(0, end));
      expect(parts.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      before = parts;
    }
    expect(before).toHaveLength(4);
  });
});

describe('code', () => {
  it.each([
    ['bash', 'if [ -f x ]; then echo "a $B"; fi # c'], ['python', 'def f(x):\n    return f"{x}" # c'], ['ts', 'const a: number = 1; // c'], ['tsx', 'const a = <b c="d">x</b>;'],
    ['json', '{"a": [1, true]}'], ['yaml', 'a: 1 # c'], ['sql', "SELECT * FROM a WHERE b = 'c' -- d"], ['go', 'func main() { fmt.Println("x") }'],
    ['rust', 'fn main() { let x: u8 = 1; }'], ['java', 'class A { int b = 1; }'], ['html', '<a href="b">c</a>'], ['css', 'a { color: red; }'], ['toml', 'a = "b"'], ['dockerfile', 'FROM a\nRUN b'],
  ])('in %s is painted, and every character stays', (language, text) => {
    const tokens = paint(text, language) ?? [];
    expect(tokens.map((token) => token.text).join('')).toBe(text);
    expect(tokens.filter((token) => token.tone !== undefined).length).toBeGreaterThan(0);
  });

  it('in a language that nobody knows is plain', () => { expect(paint('a', 'brainfuck')).toBeUndefined(); });

  it('says by its marks what a diff adds and takes away', () => {
    const { container } = renderApp(<Code language="diff" text={'--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same'} />);
    expect(container.querySelector('ins')?.textContent).toBe('+new\n');
    expect(container.querySelector('del')?.textContent).toBe('-old\n');
    expect(container.querySelectorAll('.file')).toHaveLength(2);
  });

  it('that is long is folded where asked for, and whole where something is decided', async () => {
    const text = Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n');
    renderApp(<Code text={text} />);
    expect(screen.getByText(/line 39/)).toBeTruthy();
    cleanup();
    renderApp(<Code text={text} fold />);
    expect(screen.queryByText(/line 39/)).toBeNull();
    const button = screen.getByRole('button', { name: 'Show all 40 lines', expanded: false });
    button.click();
    expect(await within(document.body).findByText(/line 39/)).toBeTruthy();
  });
});
