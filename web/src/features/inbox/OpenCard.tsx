import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Card, Interaction } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useNow, useSelect } from '../../sync/hooks';
import { Callout, Chip, Fold, RiskLabel, TimeLeft } from '../../ui/bits';
import { ButtonLink } from '../../ui/Button';
import { Code } from '../../ui/Code';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { useStream } from '../conversations/useConversation';
import { useWaiting } from '../app/counts';
import { useNames } from '../app/names';
import { Decide } from './Decide';
import { Details } from './Details';
import { Refusal } from './Refusal';
import { fileToRead, ReviewMatter } from './ReviewMatter';
import { Receipt } from './Receipt';
import { ReceiptFacts } from './ReceiptFacts';
import { useSeen } from './Seen';
import { useRead } from './useRead';
import { useCard } from './useCard';

/** The whole card: why you, impact, what you can do, details folded (§7.3). The order never changes. */
export function OpenCard({ interaction }: { interaction: Interaction }) {
  const { t } = useStrings();
  const { card } = interaction;
  const use = useCard(interaction);
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState<string>();
  const onShown = useCallback(() => { setShown(use.seen); }, [use.seen]);
  const [end, read] = useRead(use.seen, fileToRead(card) === undefined || shown === use.seen);
  useSeen(interaction.id);
  // Also when it is over: the receipt stands at the top, and the control that had the focus is gone.
  useEffect(() => { heading.current?.focus(); }, [interaction.id, use.over]);
  return (
    <article className="open" aria-labelledby={`q-${interaction.id}`}>
      {!use.over && <Head interaction={interaction} />}
      <h1 id={`q-${interaction.id}`} tabIndex={-1} ref={heading}><Plain text={card.title} /></h1>
      <From interaction={interaction} />
      {!use.over && <AgentAway agentId={interaction.agentId} />}
      {use.over && <div className="mt6"><Receipt interaction={interaction} use={use} />{interaction.taskId !== undefined && <LogOf taskId={interaction.taskId} />}{interaction.status !== 'pending' && <ReceiptFacts interaction={interaction} />}<Next id={interaction.id} /></div>}
      {card.description !== undefined && <section className="blk"><h2>{t.card.why}</h2><p><Plain text={card.description} lines /></p></section>}
      <Impact card={card} />
      {card.type === 'review' && <ReviewMatter key={use.seen} card={card} onShown={onShown} />}
      <div ref={end} aria-hidden="true" />
      <section className="blk" aria-label={t.card.details}>
        {card.details !== undefined && <Details details={card.details} />}
        <Fold title={t.card.raw} aside="JSON"><Code text={JSON.stringify(card, null, 2)} language="json" /></Fold>
      </section>
      {!use.over && (
        <section className={`decide${card.type === 'approval' ? '' : ' decide--long'}`} aria-label={t.card.decide}>
          {use.open && !read && <p className="unread"><Icon name="down" />{t.card.readFirst}</p>}
          <Refusal use={use} />
          {use.mayAct ? <Decide key={use.seen} card={card} open={use.open} live={use.open && read} respond={use.respond} /> : <p className="s13 t2">{t.card.readOnly}</p>}
        </section>
      )}
    </article>
  );
}

/** The agent is not there: answering works all the same. */
function AgentAway({ agentId }: { agentId: string }) {
  const { t, f } = useStrings();
  const now = useNow(60_000);
  const agent = useSelect((state) => own(state.world.agents, agentId));
  if (agent?.status !== 'offline') return null;
  return <div className="mt4"><Callout icon="offline">{t.card.agentAway(f.when(agent.offlineSince ?? agent.lastSeenAt ?? agent.pairedAt, now))}</Callout></div>;
}

/** The receipt tells from the log of the task when the agent went on. */
function LogOf({ taskId }: { taskId: string }) {
  useStream(`tasks/${taskId}`);
  return null;
}

/** After the answer: the way to the next card that waits. */
function Next({ id }: { id: string }) {
  const { t } = useStrings();
  const next = useWaiting().find((one) => one.id !== id);
  if (!next) return null;
  return <ButtonLink look="primary" href={`/inbox/${next.id}`} className="next-card"><span>{t.card.nextUp}<Plain text={next.card.title} /></span></ButtonLink>;
}

function Head({ interaction }: { interaction: Interaction }) {
  const { t } = useStrings();
  const { card } = interaction;
  return (
    <div className="open-head">
      <Chip tone="waiting" icon="waiting">{t.card.waiting}</Chip>
      <RiskLabel risk={card.risk} />
      {card.expiresAt !== undefined && <span className="push"><TimeLeft since={interaction.requestedAt} until={card.expiresAt} /></span>}
    </div>
  );
}

function From({ interaction }: { interaction: Interaction }) {
  const { t, f } = useStrings();
  const names = useNames();
  const task = useSelect((state) => own(state.world.tasks, interaction.taskId));
  return (
    <p className="from">
      <span><Icon name="agent" /><Plain text={names.agent(interaction.agentId)} /></span>
      {task && <span>{t.card.task} <Link className="under" href={`/tasks/${task.id}`}><Plain text={task.title} /></Link></span>}
      <span><time dateTime={interaction.requestedAt}>{t.card.asked(f.clock(interaction.requestedAt))}</time></span>
    </p>
  );
}

function Impact({ card }: { card: Card }) {
  const { t } = useStrings();
  const high = card.risk === 'high';
  if (card.impact === undefined && !high) return null;
  const text = card.impact === undefined ? t.card.noImpact : <Plain text={card.impact} lines />;
  return (
    <section className="blk">
      <h2>{t.card.impact}</h2>
      {high ? <div className="impact--high"><Icon name="alert" /><p>{text}</p></div> : <p>{text}</p>}
    </section>
  );
}
