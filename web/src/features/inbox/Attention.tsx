import { acceptLate } from '../../actions/tasks';
import { failedLately, retryOf } from '../../lap/select';
import type { Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useAllMine, useController, useNow, useTables } from '../../sync/hooks';
import type { Entry } from '../../sync/mine';
import { Button, IconButton } from '../../ui/Button';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { TASK_LOOK } from '../../ui/status';
import { toast } from '../../ui/Toast';
import { useMayAct, useNames } from '../app/names';
import { Row } from './Rows';
import { focusBeside } from './walk';
import { NewDot } from './Seen';

/** What failed, without what I dismissed. A result that came after that brings it back. */
export function Failed() {
  const { t } = useStrings();
  const world = useTables('tasks', 'agents');
  const dismissed = useAllMine('dismissed');
  const now = useNow(60_000);
  const tasks = failedLately(world, now).filter((task) => !isDismissed(task, own(dismissed, task.id)) && !retryOf(world, task.id));
  if (tasks.length === 0) return null;
  return (
    <Section title={t.inbox.failed} count={tasks.length}>
      <ul className="rows">{tasks.map((task) => <FailedRow key={task.id} task={task} now={now} />)}</ul>
    </Section>
  );
}

const isDismissed = (task: Task, entry: Entry | undefined): boolean =>
  entry !== undefined && !(task.lateReport !== undefined && Date.parse(task.lateReport.at) > Date.parse(entry.at));

function FailedRow({ task, now }: { task: Task; now: number }) {
  const { t, f } = useStrings();
  const names = useNames();
  return (
    <Row id={task.id} {...TASK_LOOK.failed} mark={<NewDot id={task.id} />} title={task.title} href={`/tasks/${task.id}`} end={<End task={task} time={f.short(task.endedAt ?? task.reportedAt, now)} />}>
      <span className="word">{t.task.failed}</span>
      {task.lateReport && <>{t.sep}{t.inbox.lateReport}</>}
      <Why task={task} />
      {t.sep}<Plain text={names.agent(task.agentId)} />
    </Row>
  );
}

function End({ task, time }: { task: Task; time: string }) {
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
      {task.lateReport && mayAct && <Button onClick={() => { acceptLate(controller, task); }}>{t.inbox.acceptLate}</Button>}
      <time className="no-phone">{time}</time>
      <IconButton icon="x" data-dismiss={task.id} label={`${t.inbox.dismiss}: ${revealed(task.title)}`} onClick={dismiss} />
    </>
  );
}

function Why({ task }: { task: Task }) {
  const { t } = useStrings();
  const reason = task.reason === undefined ? undefined : t.tasks.reasons[task.reason];
  const text = reason ?? task.error;
  return text === undefined ? null : <>{t.sep}<Plain text={text} /></>;
}
