import { memo, useId, useState } from 'react';
import { useStrings } from '../strings';
import { CopyButton } from './bits';
import { Button } from './Button';
import { Plain } from './Plain';
import { reveal } from './plain';
import { useHead } from './useHead';
import { usePaint } from './usePaint';
import './code.css';

const FILE_LINE = /^(?:diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/;
/** A block with more lines is folded to `HEAD_LINES` where folding is asked for. */
const FOLD_LINES = 28;
const HEAD_LINES = 16;

/** Hidden characters as their codes: code is what is approved most carefully. Copying gives the raw text. */
function Shown({ text }: { text: string }) {
  return reveal(text, true).map((part, i) => (part.hidden ? <span className="seen" key={i}>{part.text}</span> : part.text));
}

/** The lines of a diff: their sign says what they are, for eyes that do not see the colour and for screen readers too. */
function Diff({ text }: { text: string }) {
  return text.replace(/\n+$/, '').split('\n').map((line, i) => {
    const shown = <><Shown text={line} />{'\n'}</>;
    if (FILE_LINE.test(line)) return <span key={i} className="file">{shown}</span>;
    if (line.startsWith('+')) return <ins key={i} className="add">{shown}</ins>;
    if (line.startsWith('-')) return <del key={i} className="del">{shown}</del>;
    return <span key={i} className={line.startsWith('@@') ? 'hunk' : 'same'}>{shown}</span>;
  });
}

function Painted({ text, language }: { text: string; language: string | undefined }) {
  const tokens = usePaint(text, language);
  if (tokens === undefined) return <Shown text={text} />;
  return tokens.map((token, i) => (token.tone === undefined ? <Shown key={i} text={token.text} /> : <span key={i} className={`tok-${token.tone}`}><Shown text={token.text} /></span>));
}

/**
 * A block of code in its own scrolling box; a diff has its lines marked by sign and colour. `fold`: a long one begins
 * folded (never where something is decided: what is approved must have been in sight).
 */
export const Code = memo(function Code({ text, language, fold = false }: { text: string; language?: string | undefined; fold?: boolean }) {
  const { t } = useStrings();
  const id = useId();
  const [head, more] = useHead(text);
  const lines = countLines(head, FOLD_LINES);
  const foldable = fold && lines > FOLD_LINES;
  const [open, setOpen] = useState(false);
  const folded = foldable && !open;
  const name = language ?? t.conversation.code;
  const shown = folded ? firstLines(head, HEAD_LINES) : head;
  return (
    <div className="code">
      <div className="code-head">
        <span className="mono trunc grow"><Plain text={name} /></span>
        <CopyButton text={text} className="btn--ghost btn--sm">{t.common.copy}</CopyButton>
      </div>
      <pre tabIndex={0} aria-label={name} id={id} className={folded ? 'folded' : undefined}>
        <code>{isDiff(language) ? <Diff text={shown} /> : <Painted text={shown} language={language} />}</code>
      </pre>
      {foldable && (
        <Button look="ghost" className="code-fold" icon="down" aria-expanded={open} aria-controls={id} onClick={() => { setOpen(!open); }}>
          {open ? t.conversation.codeLess : t.conversation.codeAll(countLines(text))}
        </Button>
      )}
      {!folded && more}
    </div>
  );
});

const isDiff = (language: string | undefined) => language === 'diff' || language === 'patch';

/** Lines in `text`; counting stops above `most`. */
function countLines(text: string, most = Number.POSITIVE_INFINITY): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
