import type { InputSpec } from '../../lap/types';
import { useStrings } from '../../strings';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { answerState } from './answerState';

/** One line below the field; it keeps its height, so that nothing moves while somebody types. */
export function AnswerHint({ id, spec, text, tried }: { id: string; spec: InputSpec; text: string; tried: boolean }) {
  const { t } = useStrings();
  const { look, words, count } = answerState(t, spec, text, tried);
  return (
    <p className={`hint is-${look}`} id={id}>
      {words !== '' && <span role={look === 'wrong' ? 'alert' : undefined}>{look !== 'hint' && <Icon name={look === 'wrong' ? 'alert' : 'check'} />}{words}</span>}
      {spec.pattern !== undefined && <code><Plain text={spec.pattern} /></code>}
      {count !== undefined && <span className="push num">{count}</span>}
    </p>
  );
}
