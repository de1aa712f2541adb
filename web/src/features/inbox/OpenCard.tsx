import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Card, Interaction } from '../../lap/types';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Chip, Fold, RiskLabel, TimeLeft } from '../../ui/bits';
import { Code } from '../../ui/Code';
import { Icon } from '../../ui/Icon';
import { Links } from '../../ui/Links';
import { Markdown } from '../../ui/Markdown';
import { Plain } from '../../ui/Plain';
import { useNames } from '../app/names';
import { Decide } from './Decide';
import { Details } from './Details';
import { Refusal } from './Refusal';
import { Receipt } from './Receipt';
import { useCard } from './useCard';

/** The whole card: why you, impact, what you can do, details folded (§7.3). The order never changes. */
export function OpenCard({ interaction }: { interaction: Interaction }) {
  const { t } = useStrings();
  const { card } = interaction;
  const use = useCard(interaction);
  const heading = useRef<HTMLHeadingElement>(null);
  const [end, read] = useRead();
  useEffect(() => { heading.current?.focus(); }, [interaction.id]);
  return (
    <article className="open" aria-labelledby={`q-${interaction.id}`}>
      {!use.over && <Head interaction={interaction} />}
      <h1 id={`q-${interaction.id}`} tabIndex={-1} ref={heading}><Plain text={card.title} /></h1>
      <From interaction={interaction} />
      {use.over && <div className="mt6"><Receipt interaction={interaction} use={use} /></div>}
      {card.description !== undefined && <section className="blk"><h2>{t.card.why}</h2><p><Plain text={card.description} lines /></p></section>}
      <Impact card={card} />
      {card.type === 'review' && <ReviewMatter card={card} />}
      <section className="blk" aria-label={t.card.details}>
        {card.details !== undefined && <Details details={card.details} />}
        <Fold title={t.card.raw} aside="JSON"><Code text={JSON.stringify(card, null, 2)} language="json" /></Fold>
      </section>
      <div ref={end} aria-hidden="true" />
      {!use.over && (
        <section className={`decide${card.type === 'approval' ? '' : ' decide--long'}`} aria-label={t.card.decide}>
          <Refusal use={use} />
          {use.mayAct ? <Decide card={card} live={use.open && read} respond={use.respond} /> : <p className="s13 t2">{t.card.readOnly}</p>}
        </section>
      )}
    </article>
  );
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
  const task = useSelect((state) => (interaction.taskId === undefined ? undefined : state.world.tasks[interaction.taskId]));
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

function ReviewMatter({ card }: { card: Extract<Card, { type: 'review' }> }) {
  const { t } = useStrings();
  return (
    <section className="blk" aria-label={t.kindTitle.review}>
      {card.content?.format === 'markdown' && <Markdown text={card.content.text} />}
      {card.content !== undefined && card.content.format !== 'markdown' && <Code text={card.content.text} language={card.content.format} />}
      {card.attachment !== undefined && <div className="mt2"><Links links={[card.attachment]} /></div>}
    </section>
  );
}

/** Whether the end of the question has been on screen. Until then nothing that lets the agent act is live. */
function useRead() {
  const end = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState(false);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) setRead(true); });
    watcher.observe(end.current);
    return () => { watcher.disconnect(); };
  }, []);
  return [end, read || typeof IntersectionObserver === 'undefined'] as const;
}
