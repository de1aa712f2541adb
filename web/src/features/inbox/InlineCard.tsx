import { Link } from 'wouter';
import type { Interaction } from '../../lap/types';
import { useStrings } from '../../strings';
import { Chip, RiskLabel, TimeLeft } from '../../ui/bits';
import { Plain } from '../../ui/Plain';
import { OfTask } from '../conversations/OfTask';
import { CompactActions } from './AskCard';
import { Refusal } from './Refusal';
import { Receipt } from './Receipt';
import { useCard } from './useCard';
import './inbox.css';

/** A card where it was asked, in the conversation: what it is about, and the way to the whole of it. */
export function InlineCard({ interaction }: { interaction: Interaction }) {
  const { t } = useStrings();
  const use = useCard(interaction);
  const { card } = interaction;
  if (use.over) return <div className="card inline-card"><Receipt interaction={interaction} use={use} title /><OfTask taskId={interaction.taskId} /></div>;
  return (
    <div className="card inline-card" role="group" aria-labelledby={`ic-${interaction.id}`}>
      <p className="lead">
        <Chip tone="waiting" icon="waiting">{t.card.waiting}</Chip>
        <RiskLabel risk={card.risk} />
        {card.expiresAt !== undefined && <span className="push"><TimeLeft since={interaction.requestedAt} until={card.expiresAt} /></span>}
      </p>
      <p className="q" id={`ic-${interaction.id}`}><Link href={`/inbox/${interaction.id}`}><Plain text={card.title} /></Link></p>
      <OfTask taskId={interaction.taskId} />
      <dl className="kv">
        {card.description !== undefined && <><dt>{t.card.why}</dt><dd><Plain text={card.description} lines /></dd></>}
        {card.impact !== undefined && <><dt>{t.card.impact}</dt><dd><Plain text={card.impact} lines /></dd></>}
      </dl>
      <Refusal use={use} compact />
      {use.mayAct && <CompactActions key={use.seen} card={card} href={`/inbox/${interaction.id}`} live={use.open} respond={use.respond} />}
    </div>
  );
}
