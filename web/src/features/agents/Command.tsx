import type { ReactNode } from 'react';
import { useStrings } from '../../strings';
import { CopyButton } from '../../ui/bits';
import './start.css';

const LONG = 24;

/** A code or an option is not torn apart at its hyphen where the line ends; an address may be. */
const words = (text: string): ReactNode[] =>
  text.split(/( )/).map((word, i) => (word.length > 1 && word.length <= LONG ? <span className="nobr" key={i}>{word}</span> : word));

/** A command to run elsewhere, with a button that copies it. `hole`: what stands where a word of one's own belongs; it is not copied. */
export function Command({ text, hole, testId }: { text: string; hole?: string | undefined; testId?: string }) {
  const { t } = useStrings();
  return (
    <div className="cmd mt1">
      <code tabIndex={0} data-testid={testId}>{words(text)}{hole !== undefined && <> <i className="hole">{hole}</i></>}</code>
      <CopyButton text={hole === undefined ? text : `${text} `} label={t.pairing.copyCommand}>{t.common.copy}</CopyButton>
    </div>
  );
}
