/**
 * Characters that hide or reorder text, made visible (design.md §5): what an agent sends in a title, an option or a file
 * name must look like what it is. Emoji joiners between pictographs and variation selectors after one stay as they are.
 */
const HIDDEN_RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x1f], [0x7f, 0x9f], [0xad, 0xad], [0x34f, 0x34f], [0x61c, 0x61c], [0x115f, 0x1160], [0x17b4, 0x17b5],
  [0x180b, 0x180f], [0x200b, 0x200f], [0x2028, 0x202e], [0x2060, 0x206f], [0x3164, 0x3164], [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xfff9, 0xfffb], [0xe0000, 0xe0fff],
];
const hex = (point: number): string => `\\u{${point.toString(16)}}`;
const HIDDEN = new RegExp(`[${HIDDEN_RANGES.map(([from, to]) => `${hex(from)}-${hex(to)}`).join('')}]`, 'gu');

export type Part = { text: string; hidden: boolean };

/** `text` in parts: the hidden characters as their code (`U+202E`), the rest as it is. `lines`: line breaks and tabs may stay. */
export function reveal(text: string, lines = false): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const [char] = match;
    if ((lines && (char === '\n' || char === '\t' || char === '\r')) || isEmojiPart(text, match.index, char)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), hidden: false });
    parts.push({ text: codeOf(char), hidden: true });
    from = match.index + char.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hidden: false });
  return parts;
}

/** The same as one text, for places that take no elements (labels, window titles). */
export function revealed(text: string): string {
  return reveal(text).map((part) => (part.hidden ? `[${part.text}]` : part.text)).join('');
}

export function isClean(text: string): boolean {
  return reveal(text).every((part) => !part.hidden);
}

function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function isEmojiPart(text: string, index: number, char: string): boolean {
  const before = /\p{Extended_Pictographic}(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})*$/u.test(text.slice(Math.max(0, index - 8), index));
  if (char === '\u200d') return before && /^\p{Extended_Pictographic}/u.test(text.slice(index + 1, index + 3));
  return (char === '\ufe0e' || char === '\ufe0f') && (before || /[\p{Emoji}]$/u.test(text.slice(0, index)));
}

/** The words of a markdown text on one line, where only a line has room. */
export function oneLine(text: string): string {
  return text
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)]|```\S*)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|\*|`+|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/[|]|```/g, ' ')
    .replace(/[\r\n\t ]+/g, ' ')
    .trim();
}
