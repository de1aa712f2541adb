import { lazy, memo, Suspense } from 'react';
import { Plain } from './Plain';

const Rich = lazy(() => import('./MarkdownRich'));
const MARKS = /[*_`#>|~[\]<&\\]|^\s*(?:[-+]|\d+[.)])\s|https?:|www\.|^\s*---/m;
const HUGE = 200_000;

/** Markdown of others: no raw HTML, links only to http and https. Text without any mark needs no parser. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  if (text.length > HUGE || !MARKS.test(text)) return <Paragraphs text={text} />;
  return (
    <Suspense fallback={<Paragraphs text={text} />}>
      <Rich text={text} />
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
