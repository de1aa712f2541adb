import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { endOf, recentlyDone } from '../../lap/select';
import type { Interaction, Task } from '../../lap/types';
import { useStrings } from '../../strings';
import { sameItems, useNow, useSelect } from '../../sync/hooks';
import type { Tone } from '../../ui/bits';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';
import { useNames } from '../app/names';
import { verdictOf } from './verdict';

type RowProps = { id: string; tone: Tone; icon: IconName; mark?: ReactNode; title: string; href: string; children: ReactNode; end: ReactNode; below?: ReactNode };

export function Row({ id, tone, icon, mark, title, href, children, end, below }: RowProps) {
  return (
    <li className={`row is-${tone}`}>
      <Icon name={icon} />
      <div><h3>{mark}<Link href={href} data-row={id}><Plain text={title} /></Link></h3><p>{children}</p>{below}</div>
      <div className="end">{end}</div>
    </li>
  );
}

/** What is over: tasks and decisions, the newest first. Cards that still stand in the list above are left out. */
export function Done({ hidden }: { hidden: readonly string[] }) {
  const { t, f } = useStrings();
  const now = useNow(60_000);
  const items = useSelect((state) => recentlyDone(state.world).filter((one) => !hidden.includes(one.id)), sameItems);
  if (items.length === 0) return null;
  return (
    <Section title={t.inbox.done} aside={<Link href="/tasks">{t.inbox.allTasks}</Link>}>
      <ul className="rows">
        {items.map((one) => {
          const end = <time>{f.short(endOf(one), now)}</time>;
          return 'card' in one ? <DoneCard key={one.id} one={one} end={end} /> : <DoneTask key={one.id} one={one} end={end} />;
        })}
      </ul>
    </Section>
  );
}

function DoneTask({ one, end }: { one: Task; end: ReactNode }) {
  const { t } = useStrings();
  const names = useNames();
  const face = one.status === 'cancelled' ? 'cancelled' : 'succeeded';
  return (
    <Row id={one.id} {...TASK_LOOK[face]} title={one.title} href={`/tasks/${one.id}`} end={end}>
      <span className="word">{t.task[face]}</span>{t.sep}<Plain text={names.agent(one.agentId)} />
      {one.artifacts.length > 0 && <>{t.sep}{t.inbox.artifacts(one.artifacts.length)}</>}
      {face === 'cancelled' && one.summary !== undefined && <>{t.sep}<Plain text={one.summary} /></>}
    </Row>
  );
}

function DoneCard({ one, end }: { one: Interaction; end: ReactNode }) {
  const { t } = useStrings();
  const names = useNames();
  const ended = one.status === 'expired' || one.status === 'withdrawn' || one.status === 'cancelled' ? one.status : undefined;
  const icon = ended === 'expired' ? 'expired' : ended === 'withdrawn' ? 'withdrawn' : 'cancelled';
  const verdict = ended ? { tone: 'neutral' as const, icon, word: t.receipt[ended] } as const : verdictOf(t, one, one.response);
  return (
    <Row id={one.id} tone={verdict.tone} icon={verdict.icon} title={one.card.title} href={`/inbox/${one.id}`} end={end}>
      <span className="word">{verdict.word}</span>
      {one.answeredBy && <>{t.sep}<Plain text={names.actor(one.answeredBy)} /></>}
      {!ended && <>{t.sep}{one.acknowledgedAt === undefined ? t.receipt.delivering : t.receipt.has}</>}
      {t.sep}<Plain text={names.agent(one.agentId)} />
    </Row>
  );
}
