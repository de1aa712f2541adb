import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { endOf, faceOf, graceRuns, needsAttention, recentlyDone } from '../../lap/select';
import type { Interaction, Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useNow, useWorld } from '../../sync/hooks';
import type { Tone } from '../../ui/bits';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';
import { useNames } from '../app/names';
import { verdictOf } from './verdict';

function Row({ tone, icon, title, href, children, end }: { tone: Tone; icon: IconName; title: string; href: string; children: ReactNode; end: ReactNode }) {
  return (
    <li className={`row is-${tone}`}>
      <Icon name={icon} />
      <div><h3><Link href={href}><Plain text={title} /></Link></h3><p>{children}</p></div>
      <div className="end">{end}</div>
    </li>
  );
}

/** What failed or is cut off. */
export function Attention() {
  const { t, f } = useStrings();
  const world = useWorld();
  const names = useNames();
  const now = useNow(60_000);
  const tasks = needsAttention(world, now);
  if (tasks.length === 0) return null;
  return (
    <Section title={t.inbox.attention} count={tasks.length}>
      <ul className="rows">
        {tasks.map((task) => {
          const face = faceOf(world, task) === 'failed' ? 'failed' : 'interrupted';
          const agent = own(world.agents, task.agentId);
          const away = face === 'interrupted';
          const at = away ? agent?.offlineSince : task.endedAt;
          return (
            <Row key={task.id} {...TASK_LOOK[face]} title={task.title} href={`/tasks/${task.id}`}
              end={<>{away && <ButtonLink href={`/agents/${task.agentId}`}>{t.inbox.diagnose}</ButtonLink>}<time className="no-phone">{f.short(at ?? task.reportedAt, now)}</time></>}>
              <span className="word">{t.task[face]}</span>
              {task.lateReport && <>{t.sep}{t.inbox.lateReport}</>}
              {!away && <Why task={task} />}
              {t.sep}<Plain text={names.agent(task.agentId)} />
              {away && agent?.lastSeenAt !== undefined && <>{t.sep}{t.inbox.lastContact(f.when(agent.lastSeenAt, now))}</>}
              {away && agent?.offlineSince !== undefined && graceRuns(world, task) && <>{t.sep}{t.inbox.keptUntil(f.when(Date.parse(agent.offlineSince) + agent.graceSeconds * 1000, now))}</>}
            </Row>
          );
        })}
      </ul>
    </Section>
  );
}

function Why({ task }: { task: Task }) {
  const { t } = useStrings();
  const reason = task.reason === undefined ? undefined : t.tasks.reasons[task.reason];
  const text = reason ?? task.error;
  return text === undefined ? null : <>{t.sep}<Plain text={text} /></>;
}

/** What is over: tasks and decisions, the newest first. Cards that still stand in the list above are left out. */
export function Done({ hidden }: { hidden: readonly string[] }) {
  const { t, f } = useStrings();
  const world = useWorld();
  const now = useNow(60_000);
  const items = recentlyDone(world).filter((one) => !hidden.includes(one.id));
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
    <Row {...TASK_LOOK[face]} title={one.title} href={`/tasks/${one.id}`} end={end}>
      <span className="word">{t.task[face]}</span>{t.sep}<Plain text={names.agent(one.agentId)} />
      {one.artifacts.length > 0 && <>{t.sep}{t.inbox.artifacts(one.artifacts.length)}</>}
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
    <Row tone={verdict.tone} icon={verdict.icon} title={one.card.title} href={`/inbox/${one.id}`} end={end}>
      <span className="word">{verdict.word}</span>
      {one.answeredBy && <>{t.sep}<Plain text={names.actor(one.answeredBy)} /></>}
      {!ended && <>{t.sep}{one.acknowledgedAt === undefined ? t.receipt.delivering : t.receipt.has}</>}
      {t.sep}<Plain text={names.agent(one.agentId)} />
    </Row>
  );
}
