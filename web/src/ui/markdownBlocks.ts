/**
 * The blocks of a markdown text that is still being written, so that only the last one is parsed again. A cut stands
 * where no later text can reach back over it: at an empty line outside of a fence, before a line that begins a new block.
 */

/** Marks that work across empty lines: definitions, footnotes, and HTML that ends at its own end mark. */
const FAR = /^ {0,3}\[[^\]\n]+\]:|<(?:pre|script|style|textarea)\b|<[!?]/im;
const FENCE = /^[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;
/** Begins at the margin and goes on with no list of before, whatever may still be written on it. */
const FRESH = /^(?![-*+](?:[ \t]|$)|\d+[.)]?$|\d+[.)][ \t])\S/;

/** The parts of `text`, which together are `text` again. */
export function blocksOf(text: string): string[] {
  if (FAR.test(text)) return [text];
  const blocks: string[] = [];
  let from = 0;
  let at = 0;
  let fence: string | undefined;
  let gap = false;
  for (const line of text.split('\n')) {
    if (fence === undefined && gap && FRESH.test(line) && at > from) {
      blocks.push(text.slice(from, at));
      from = at;
    }
    fence = fenceAfter(line, fence);
    gap = fence === undefined && line.trim() === '';
    at += line.length + 1;
  }
  blocks.push(text.slice(from));
  return blocks;
}

/** The fence that is open after `line`, if one is. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const match = FENCE.exec(line);
  const mark = match?.[1];
  if (mark === undefined) return open;
  if (open === undefined) return mark.startsWith('`') && match?.[2]?.includes('`') ? undefined : mark;
  return mark[0] === open[0] && mark.length >= open.length && match?.[2]?.trim() === '' ? undefined : open;
}
