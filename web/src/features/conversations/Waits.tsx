import { useState } from 'react';
import type { Interaction } from '../../lap/types';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { oneLine } from '../../ui/plain';

/** Above the field: what waits in this conversation, that words do not answer it, and the way to it, one after the other. */
export function Waits({ waiting, onGo }: { waiting: readonly Interaction[]; onGo: (id: string) => void }) {
  const { t } = useStrings();
  const [turn, setTurn] = useState(0);
  const at = turn % waiting.length;
  const one = waiting[at];
  if (!one) return null;
  return (
    <div className="waits is-waiting">
      <Icon name="waiting" size={14} />
      <p className="grow">{waiting.length === 1 ? <>{t.conversation.notAnswer}<Plain text={oneLine(one.card.title)} /></> : t.conversation.notAnswers(waiting.length)}</p>
      <Button className="btn--sm" onClick={() => { onGo(one.id); setTurn(at + 1); }}>{t.conversation.goTo(at + 1, waiting.length)}</Button>
    </div>
  );
}

type Props = { waiting: readonly Interaction[]; ready: boolean; onStart: () => void; onGo: (id: string) => void };

/** Asked once before a new task is begun while something waits here: it may have been meant as the answer. */
export function Another({ waiting, ready, onStart, onGo }: Props) {
  const { t } = useStrings();
  const first = waiting[0];
  if (!first) return null;
  return (
    <div className="another">
      <p role="alert">{t.conversation.anotherStill}<Plain text={oneLine(first.card.title)} />{waiting.length > 1 && t.conversation.anotherMore(waiting.length - 1)}<br />{t.conversation.anotherSay}</p>
      <p className="acts">
        <Button className="btn--sm" onClick={() => { onGo(first.id); }}>{t.conversation.goTo(1, 1)}</Button>
        <Button className="btn--sm" disabled={!ready} onClick={onStart}>{t.conversation.anotherStart}</Button>
      </p>
    </div>
  );
}
