import { useState, type ReactNode } from 'react';
import { useStrings } from '../strings';
import { CopyButton } from './bits';
import { Button } from './Button';

/** UTF-16 units that are shown at first, and more at each wish: a page lays out no more of one text without trouble. */
const STEP = 40_000;

/** So much of a very long text as is shown, and the words and buttons to go on; most texts are shown whole. */
export function useHead(text: string): [shown: string, more: ReactNode] {
  const { t } = useStrings();
  const [limit, setLimit] = useState(STEP);
  if (text.length <= limit) return [text, undefined];
  const end = isHalf(text, limit) ? limit - 1 : limit;
  return [text.slice(0, end), (
    <p className="cut">
      <span>{t.conversation.cut(end, text.length)}</span>
      <Button className="btn--sm" onClick={() => { setLimit(limit + STEP); }}>{t.conversation.cutMore}</Button>
      <CopyButton text={text} className="btn--sm">{t.conversation.cutCopy}</CopyButton>
    </p>
  )];
}

/** Whether `at` would part a surrogate pair. */
function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
