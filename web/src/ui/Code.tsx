import { useStrings } from '../strings';
import { CopyButton } from './bits';
import { reveal } from './plain';

const LINE_CLASS: Record<string, string> = { '+': 'add', '-': 'del', '@': 'hunk' };
const FILE_LINE = /^(?:diff |index |--- |\+\+\+ )/;

const classOf = (line: string) => (FILE_LINE.test(line) ? 'file' : LINE_CLASS[line[0] ?? '']);

/** Hidden characters as their codes: code is what is approved most carefully. Copying gives the raw text. */
function Shown({ text }: { text: string }) {
  return reveal(text, true).map((part, i) => (part.hidden ? <span className="seen" key={i}>{part.text}</span> : part.text));
}

/** A block of code in its own scrolling box; a diff has its lines marked by sign and colour. */
export function Code({ text, language }: { text: string; language?: string | undefined }) {
  const { t } = useStrings();
  const name = language ?? t.conversation.code;
  const lines = language === 'diff' ? text.replace(/\n+$/, '').split('\n') : undefined;
  return (
    <div className="code">
      <div className="code-head">
        <span className="mono trunc grow">{name}</span>
        <CopyButton text={text} className="btn--ghost btn--sm">{t.common.copy}</CopyButton>
      </div>
      <pre tabIndex={0} aria-label={name}>
        <code>
          {lines
            ? lines.map((line, i) => <span key={i} className={classOf(line)}><Shown text={line} />{'\n'}</span>)
            : <Shown text={text} />}
        </code>
      </pre>
    </div>
  );
}
