import { acceptLate } from '../../actions/tasks';
import { faceOf, graceRuns, needsAttention, retryOf } from '../../lap/select';
import type { Task } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useAllMine, useController, useNow, useTables } from '../../sync/hooks';
import type { Entry } from '../../sync/mine';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { TASK_LOOK } from '../../ui/status';
import { toast } from '../../ui/Toast';
import { useMayAct, useNames } from '../app/names';
import { Row } from './Rows';
import { focusBeside } from './walk';
import { NewDot } from './Seen';

/** What failed or is cut off, without what I dismissed. A result that came after that brings it back. */
export function Attention() {
  const { t } = useStrings();
  const world = useTables('tasks', 'agents');
  const dismissed = useAllMine('dismissed');
  const now = useNow(60_000);
  const tasks = needsAttention(world, now).filter((task) => !isDismissed(task, own(dismissed, task.id)) && !retryOf(world, task.id));
  if (tasks.length === 0) return null;
  return (
    <Section title={t.inbox.attention} count={tasks.length}>
      <ul className="rows">{tasks.map((task) => <AttentionRow key={task.id} task={task} world={world} now={now} />)}</ul>
    </Section>
  );
}

const isDismissed = (task: Task, entry: Entry | undefined): boolean =>
  task.status === 'failed' && entry !== undefined && !(task.lateReport !== undefined && Date.parse(task.lateReport.at) > Date.parse(entry.at));

function AttentionRow({ task, world, now }: { task: Task; world: Pick<World, 'tasks' | 'agents'>; now: number }) {
  const { t, f } = useStrings();
  const names = useNames();
  const agent = own(world.agents, task.agentId);
  const away = faceOf(world, task) !== 'failed';
  const face = away ? 'interrupted' : 'failed';
  const at = away ? agent?.offlineSince : task.endedAt;
  return (
    <Row id={task.id} {...TASK_LOOK[face]} mark={away ? undefined : <NewDot id={task.id} />} title={task.title} href={`/tasks/${task.id}`} end={<End task={task} away={away} time={f.short(at ?? task.reportedAt, now)} />}>
      <span className="word">{t.task[face]}</span>
      {task.lateReport && <>{t.sep}{t.inbox.lateReport}</>}
      {!away && <Why task={task} />}
      {t.sep}<Plain text={names.agent(task.agentId)} />
      {away && agent?.lastSeenAt !== undefined && <>{t.sep}{t.inbox.lastContact(f.when(agent.lastSeenAt, now))}</>}
      {away && agent?.offlineSince !== undefined && graceRuns(world, task) && <>{t.sep}{t.inbox.keptUntil(f.when(Date.parse(agent.offlineSince) + agent.graceSeconds * 1000, now))}</>}
    </Row>
  );
}

function End({ task, away, time }: { task: Task; away: boolean; time: string }) {
  const { t } = useStrings();
  const controller = useController();
  const mayAct = useMayAct();
  const dismiss = () => {
    controller.mine.set('dismissed', task.id, {});
    toast({ text: t.inbox.dismissed, action: { label: t.inbox.undo, run: () => { controller.mine.set('dismissed', task.id, null); } } });
    focusBeside(task.id);
  };
  return (
    <>
      {away && <ButtonLink href={`/agents/${task.agentId}`}>{t.inbox.diagnose}</ButtonLink>}
      {task.lateReport && mayAct && <Button onClick={() => { acceptLate(controller, task); }}>{t.inbox.acceptLate}</Button>}
      <time className="no-phone">{time}</time>
      {!away && <IconButton icon="x" data-dismiss={task.id} label={`${t.inbox.dismiss}: ${revealed(task.title)}`} onClick={dismiss} />}
    </>
  );
}

function Why({ task }: { task: Task }) {
  const { t } = useStrings();
  const reason = task.reason === undefined ? undefined : t.tasks.reasons[task.reason];
  const text = reason ?? task.error;
  return text === undefined ? null : <>{t.sep}<Plain text={text} /></>;
}
