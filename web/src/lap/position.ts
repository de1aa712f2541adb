/** What a frame of the feed means for a reader at this position (design.md §3). Shared vectors pin it. */
export type Range = { epoch: string; from: number; to: number };
export type Judgement = 'apply' | 'ignore' | 'gap' | 'resync';

export function judge(position: { epoch?: string; cursor: number }, range: Range): Judgement {
  if (range.epoch !== position.epoch) return 'resync';
  if (range.to <= position.cursor) return 'ignore';
  return range.from > position.cursor ? 'gap' : 'apply';
}
