import { useRef, useState } from 'react';
import { answer } from '../../actions/answer';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { ArmedButton } from '../../ui/Armed';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Plain } from '../../ui/Plain';
import { useNames } from '../app/names';
import { mayBulk, optionFor, type BulkCard, type Decision } from './bulk';
import { labelOf } from './label';

/** The cards by name, as they were when this opened. One that has changed or ended since is left out, and says so. */
export function BulkDialog({ cards: given, decision, onDone, onClose }: { cards: readonly BulkCard[]; decision: Decision; onDone: () => void; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const [cards] = useState(given);
  const now = useNow(1000);
  const world = useSelect((state) => state.world);
  const back = useRef<HTMLButtonElement>(null);
  const stands = (card: BulkCard) => {
    const current = own(world.interactions, card.id);
    return current !== undefined && current.digest === card.digest && mayBulk(current)
      && (card.card.expiresAt === undefined || Date.parse(card.card.expiresAt) > now);
  };
  const left = cards.filter(stands);
  const send = () => {
    for (const card of left) {
      const option = optionFor(card.card, decision);
      if (option) answer(controller, card, card.digest, { type: 'approval', optionId: option.id });
    }
    onDone();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t.inbox.bulkTitle[decision](cards.length)} intro={t.inbox.bulkSay} initialFocus={back}>
      <ul className="bulk-list" tabIndex={0} aria-label={t.inbox.bulk}>{cards.map((card) => <Line key={card.id} card={card} decision={decision} stands={stands(card)} />)}</ul>
      <div className="dialog-acts">
        <Button ref={back} onClick={onClose}>{t.common.cancel}</Button>
        {decision === 'approve'
          ? <ArmedButton look="primary" disabled={left.length === 0} onPress={send}>{t.inbox.bulkConfirm.approve(left.length)}</ArmedButton>
          : <Button look="strong" disabled={left.length === 0} onClick={send}>{t.inbox.bulkConfirm.reject(left.length)}</Button>}
      </div>
    </Dialog>
  );
}

function Line({ card: { card, agentId }, decision, stands }: { card: BulkCard; decision: Decision; stands: boolean }) {
  const { t } = useStrings();
  const names = useNames();
  const option = optionFor(card, decision);
  return (
    <li>
      <h3><Plain text={card.title} /></h3>
      <p className="meta"><span><Plain text={names.agent(agentId)} /></span>{option && <b><Plain text={labelOf(t, option)} /></b>}</p>
      {card.impact !== undefined && <p className="affects"><span className="t3">{t.card.impact} </span><Plain text={card.impact} lines /></p>}
      {!stands && <p className="err" role="alert">{t.inbox.bulkChanged}</p>}
    </li>
  );
}
