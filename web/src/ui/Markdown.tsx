import { memo, Suspense } from 'react';
import { later } from './later';
import { Plain } from './Plain';
import { useHead } from './useHead';

/** Text that cannot be drawn with its marks is shown with them. */
export const rich = later(() => import('./MarkdownRich').then((m) => m.default), Paragraphs);
const Rich = rich;
const MARKS = /[*_`#>|~[\]<&\\]|^\s*(?:[-+]|\d+[.)])\s|https?:|www\.|^\s*---/m;
/** Longer texts are shown as they are, a part at a time. Messages have 16,000 characters at most. */
const HUGE = 40_000;

/** `fold`: long code begins folded. `growing`: it is being written; what stands above its last block is not parsed again. */
type Props = { text: string; fold?: boolean; growing?: boolean };

/** Markdown of others: no raw HTML, links only to http and https. Text without any mark needs no parser. */
export const Markdown = memo(function Markdown({ text, fold = false, growing = false }: Props) {
  if (text.length > HUGE) return <Huge text={text} />;
  if (!MARKS.test(text)) return <Paragraphs text={text} />;
  return (
    <Suspense fallback={<div className="md-soon"><Paragraphs text={text} /></div>}>
      <Rich text={text} fold={fold} growing={growing} />
    </Suspense>
  );
});

function Paragraphs({ text }: { text: string }) {
  return (
    <div className="md">
      {text.split(/\n{2,}/).map((part, i) => <p key={i}><Plain text={part} lines /></p>)}
    </div>
  );
}

function Huge({ text }: { text: string }) {
  const [head, more] = useHead(text);
  return <div className="md"><p><Plain text={head} lines /></p>{more}</div>;
}
