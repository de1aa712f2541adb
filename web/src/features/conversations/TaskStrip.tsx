import { faceOf, lossOf } from '../../lap/select';
import type { Task } from '../../lap/types';
import { useStrings } from '../../strings';
import { useNow, useSelect } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';

/** On phones, under the title: how the task stands and how far it is, and the way to all of it. */
export function TaskStrip({ task, onOpen }: { task: Task; onOpen: () => void }) {
  const { t, f } = useStrings();
  const face = useSelect((state) => faceOf(state.world, task));
  const now = useNow(15_000);
  const until = useSelect((state) => lossOf(state.world, task, now)?.until);
  const { tone, icon } = TASK_LOOK[face];
  return (
    <button type="button" className={`task-strip only-phone is-${tone}`} onClick={onOpen}>
      <span className="sr">{t.nav.openDetail}: </span>
      <Icon name={icon} />
      {task.progress !== undefined && <b className="num">{f.percent(task.progress)}</b>}
      <span className="word">{t.task[face]}</span>
      <span className="trunc grow">{until === undefined ? <Plain text={task.title} /> : t.receipt.backBy(f.when(until, now))}</span>
      <Icon name="right" size={14} />
    </button>
  );
}
