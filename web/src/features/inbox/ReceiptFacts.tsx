import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isSecret } from '../../actions/answer';
import type { Interaction } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useShortcuts } from '../../ui/keys';
import { Plain } from '../../ui/Plain';
import { useNames } from '../app/names';
import { verdictOf } from './verdict';

/** The receipt of a decision, folded; on paper it is whole. */
export function ReceiptFacts({ interaction }: { interaction: Interaction }) {
  const { t } = useStrings();
  const here = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  usePrintedWhole(here, setOpen);
  const print = () => { window.print(); };
  useShortcuts([{ id: 'print', keys: 'p', group: 'card', run: print }]);
  return (
    <div className="receipt-facts mt4" ref={here}>
      <details className="fold" open={open} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
        <summary><Icon name="right" />{t.receipt.title}</summary>
        {open && <div className="in"><Facts interaction={interaction} /></div>}
      </details>
      <Button className="no-print mt2" icon="file" onClick={print}>{t.receipt.print}</Button>
    </div>
  );
}

/** What exactly was decided: the answer, by whom, when, and the fingerprint of the card it was given for. */
function Facts({ interaction }: { interaction: Interaction }) {
  const { t, f } = useStrings();
  const names = useNames();
  const workspace = useSelect((state) => state.world.workspace?.name);
  const task = useSelect((state) => own(state.world.tasks, interaction.taskId));
  const { response, answeredBy, answeredAt, acknowledgedAt, endedAt, card } = interaction;
  const ended = interaction.status === 'expired' || interaction.status === 'withdrawn' || interaction.status === 'cancelled' ? interaction.status : undefined;
  const verdict = ended ? { word: t.receipt[ended] } : verdictOf(t, interaction, isSecret(card) ? undefined : response);
  const facts: [string, string | undefined][] = [
    [t.receipt.decision, [verdict.word, 'said' in verdict ? verdict.said : undefined].filter(Boolean).join(t.sep)],
    [t.receipt.by, answeredBy && `${answeredBy.name || names.actor(answeredBy)}`],
    [t.receipt.at, (answeredAt ?? endedAt) && f.full(answeredAt ?? endedAt ?? '')],
    [t.receipt.option, optionIds(interaction)],
    [t.receipt.has, acknowledgedAt && f.full(acknowledgedAt)],
    [t.receipt.askedAt, f.full(interaction.requestedAt)],
    [t.receipt.until, card.expiresAt && f.full(card.expiresAt)],
    [t.tasks.agent, names.agent(interaction.agentId)],
    [t.card.task, task?.title],
    [t.nav.workspace, workspace],
    [t.receipt.card, interaction.id],
    [t.receipt.digest, interaction.digest],
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => value !== undefined && value !== '' && <div key={name}><dt>{name}</dt><dd><Plain text={value} lines /></dd></div>)}
      </dl>
      <p className="s12 t3 mt2">{t.receipt.digestSay}</p>
    </>
  );
}

function optionIds({ response }: Interaction): string | undefined {
  if (response?.type === 'approval') return response.optionId;
  return response?.type === 'choice' ? response.optionIds.join(' ') : undefined;
}

/** Paper has no folds: all of the card's are open while it is printed. */
function usePrintedWhole(here: RefObject<HTMLElement | null>, setReceipt: (open: boolean) => void): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const before = () => {
      opened = [...here.current?.closest('article')?.querySelectorAll('details') ?? []].filter((fold) => !fold.open);
      for (const fold of opened) fold.open = true;
      flushSync(() => { setReceipt(true); });
    };
    const after = () => {
      for (const fold of opened) fold.open = false;
      opened = [];
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [here, setReceipt]);
}
