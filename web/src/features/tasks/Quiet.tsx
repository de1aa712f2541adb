import { quietSince } from '../../lap/select';
import type { Task } from '../../lap/types';
import { useStrings } from '../../strings';
import { useNow, useSelect } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import './quiet.css';

/** "Quiet for 12 min": the agent is there and the task runs, but nothing is heard. Not offline, not failed. */
export function Quiet({ task }: { task: Task }) {
  const { t, f } = useStrings();
  const now = useNow(15_000);
  const since = useSelect((state) => quietSince(state.world, task, now));
  if (since === undefined) return null;
  return <span className="quiet"><Icon name="quiet" size={14} />{t.tasks.quiet(f.span(now - since))}</span>;
}
