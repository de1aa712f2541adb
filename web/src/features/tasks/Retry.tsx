import { Link } from 'wouter';
import { myRetry, retryTask } from '../../actions/tasks';
import { retryOf } from '../../lap/select';
import type { Task } from '../../lap/types';
import { own } from '../../lap/own';
import { errorText, useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Callout } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { useMayAct } from '../app/names';
import { useRequestLinks } from './Request';

/** Give the same request again; then the way to the new try. */
export function Retry({ task }: { task: Task }) {
  const { t } = useStrings();
  const controller = useController();
  const mayAct = useMayAct();
  const links = useRequestLinks(task.id);
  const again = useSelect((state) => retryOf(state.world, task.id));
  const mine = useSelect((state) => myRetry(state, task.id));
  const known = useSelect((state) => own(state.pages, `tasks/${task.id}`)?.loaded === true);
  const gone = useSelect((state) => own(state.world.agents, task.agentId)?.status === 'revoked');
  if ((task.status !== 'failed' && task.status !== 'cancelled') || task.parentTaskId !== undefined) return null;
  if (again) return <p className="s13 t2 mt4">{t.tasks.retried} <Link className="under" href={`/tasks/${again.id}`}>{t.tasks.retriedAs}</Link></p>;
  if (!mayAct) return null;
  const refused = mine?.state === 'refused';
  const retry = () => {
    if (mine) controller.sender.discard(mine.command.id);
    retryTask(controller, task, links);
  };
  const busy = mine !== undefined && !refused;
  return (
    <div className="mt4">
      {refused && <Callout tone="danger" icon="failed" role="alert">{errorText(t, mine.error?.code)}</Callout>}
      {gone ? <p className="s13 t2">{t.tasks.retryGone}</p> : <Button className={refused ? 'mt2' : ''} icon="refresh" busy={busy} disabled={busy || !known} onClick={retry}>{t.tasks.retry}</Button>}
    </div>
  );
}
