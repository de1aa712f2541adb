import { Link } from 'wouter';
import { acceptLate } from '../../actions/tasks';
import { cardsOfTask, childrenOf, faceOf, graceRuns, isInterrupted, isTerminal } from '../../lap/select';
import type { Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useNow, useSelect, useTables } from '../../sync/hooks';
import { Callout, Meter } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { PaneBody, Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { KIND_ICON, TASK_LOOK } from '../../ui/status';
import { TaskChip } from '../../ui/StatusChip';
import { StartAgain } from '../agents/StartAgain';
import { useMayAct, useNames } from '../app/names';
import { useSeen } from '../inbox/Seen';
import { Artifacts } from './Artifacts';
import { Cancel } from './Cancel';
import { Quiet } from './Quiet';
import { Request } from './Request';
import { Retry } from './Retry';
import { Timeline } from './Timeline';
import './tasks.css';

/** State, progress, the open question, facts, cancel; then steps, artifacts and the timeline. A drawer below 900 px. */
export function TaskPane({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useStrings();
  useSeen(task.id);
  return (
    <>
      <button type="button" className="scrim" aria-label={t.nav.closeDetail} tabIndex={-1} onClick={onClose} />
      <aside className="pane detail" aria-label={t.tasks.detail}>
        <div className="pane-head"><h2>{t.tasks.detail}</h2><span className="push" /><IconButton icon="x" className="close" label={t.nav.closeDetail} onClick={onClose} /></div>
        <PaneBody>
          <Summary task={task} />
          <Request task={task} />
          <Children task={task} />
          <Artifacts artifacts={task.artifacts} />
          <Section title={t.tasks.timeline} level={3}><Timeline key={task.id} task={task} /></Section>
        </PaneBody>
      </aside>
    </>
  );
}

function Summary({ task }: { task: Task }) {
  const { t, f } = useStrings();
  const world = useTables('tasks', 'agents', 'interactions', 'conversations');
  const names = useNames();
  const now = useNow(15_000);
  const face = faceOf(world, task);
  const { tone } = TASK_LOOK[face];
  const open = cardsOfTask(world, task.id).filter((card) => card.status === 'pending');
  const parent = own(world.tasks, task.parentTaskId);
  const reason = task.reason === undefined ? undefined : (t.tasks.reasons[task.reason] ?? task.reason);
  return (
    <section className="sec">
      <p className="chips"><TaskChip face={face} /><Quiet task={task} /></p>
      <h3 className="ttl"><Plain text={task.title} /></h3>
      {(task.progress !== undefined || task.summary !== undefined) && (
        <div className="progress">
          <p className="line"><span><Plain text={task.summary ?? ''} /></span>{task.progress !== undefined && <b>{f.percent(task.progress)}</b>}</p>
          {task.progress !== undefined && <Meter value={task.progress} tone={tone} />}
        </div>
      )}
      {(task.error ?? reason) !== undefined && isTerminal(task) && task.status !== 'succeeded' && (
        <div className="mt4"><Callout tone={tone} icon="info">{reason !== undefined && <p>{reason}</p>}{task.error !== undefined && <p><Plain text={task.error} lines /></p>}</Callout></div>
      )}
      {open.map((card) => (
        <p className="await" key={card.id}><Icon name={KIND_ICON[card.card.type]} /><Link className="under" href={`/inbox/${card.id}`}><Plain text={card.card.title} /></Link></p>
      ))}
      {isInterrupted(world, task) && <Interrupted task={task} />}
      {task.lateReport && <Late task={task} />}
      <dl className="kv mt4">
        <dt>{t.tasks.agent}</dt><dd><Link href={`/agents/${task.agentId}`}><Plain text={names.agent(task.agentId)} /></Link></dd>
        <dt>{t.tasks.conversation}</dt><dd><Link href={`/conversations/${task.conversationId}`}><Plain text={own(world.conversations, task.conversationId)?.title ?? ''} /></Link></dd>
        {task.retryOf !== undefined && <><dt>{t.tasks.retryOf}</dt><dd><Link href={`/tasks/${task.retryOf}`}>{t.tasks.firstTry}</Link></dd></>}
        {parent && <><dt>{t.tasks.parent}</dt><dd><Link href={`/tasks/${parent.id}`}><Plain text={parent.title} /></Link></dd></>}
        <dt>{task.acceptedAt === undefined ? t.tasks.created : t.tasks.started}</dt>
        <dd><time>{f.when(task.acceptedAt ?? task.createdAt, now)}</time>{!isTerminal(task) && task.acceptedAt !== undefined && <>{t.sep}<Used since={task.acceptedAt} /></>}</dd>
        {task.endedAt !== undefined && <><dt>{t.tasks.ended}</dt><dd><time>{f.when(task.endedAt, now)}</time></dd></>}
      </dl>
      <Cancel task={task} />
      <Retry task={task} />
    </section>
  );
}

function Used({ since }: { since: string }) {
  const { t, f } = useStrings();
  return t.time.used(f.span(useNow(1000) - Date.parse(since)));
}

function Interrupted({ task }: { task: Task }) {
  const { t, f } = useStrings();
  const now = useNow(15_000);
  const agent = useSelect((state) => own(state.world.agents, task.agentId));
  const runs = useSelect((state) => graceRuns(state.world, task));
  if (!agent) return null;
  const until = agent.offlineSince === undefined ? undefined : Date.parse(agent.offlineSince) + agent.graceSeconds * 1000;
  return (
    <div className="mt4"><Callout tone="waiting" icon="interrupted">
      {t.tasks.interrupted(f.when(agent.lastSeenAt ?? agent.offlineSince ?? task.reportedAt, now))}
      {' '}{!runs ? t.tasks.graceStands : until !== undefined && until > now ? t.tasks.graceUntil(f.when(until, now)) : null}
      <StartAgain agent={agent} />
    </Callout></div>
  );
}

function Late({ task }: { task: Task }) {
  const { t } = useStrings();
  const controller = useController();
  const mayAct = useMayAct();
  const late = task.lateReport;
  if (!late) return null;
  return (
    <div className="mt4"><Callout tone="waiting" icon="later">
      <p>{t.tasks.late}{t.sep}{t.task[late.status]}</p>
      {(late.summary ?? late.error) !== undefined && <p><Plain text={late.summary ?? late.error ?? ''} lines /></p>}
      {mayAct && <Button className="mt2" onClick={() => { acceptLate(controller, task); }}>{t.tasks.acceptLate}</Button>}
    </Callout></div>
  );
}

function Children({ task }: { task: Task }) {
  const { t, f } = useStrings();
  const world = useTables('tasks', 'agents');
  const list = childrenOf(world, task.id);
  if (list.length === 0) return null;
  const done = list.filter((child) => child.status === 'succeeded').length;
  return (
    <Section title={t.tasks.children} count={`${done}/${list.length}`} level={3}>
      <ul>
        {list.map((child) => {
          const face = faceOf(world, child);
          const look = TASK_LOOK[face];
          return (
            <li className={`mini is-${look.tone}`} key={child.id}>
              <Icon name={look.icon} />
              <Link className="trunc grow" href={`/tasks/${child.id}`}><Plain text={child.title} /></Link>
              <span className="push num">{child.progress !== undefined && !isTerminal(child) ? f.percent(child.progress) : t.task[face]}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
