import { createContext, use } from 'react';
import { Link } from 'wouter';
import { rootOf } from '../../lap/select';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Plain } from '../../ui/Plain';

/** Whether the conversation around has several tasks. */
export const SeveralTasks = createContext(false);

/** Of which task something is, where there are several in the conversation. */
export function OfTask({ taskId }: { taskId: string | undefined }) {
  const { t } = useStrings();
  const several = use(SeveralTasks);
  const task = useSelect((state) => (several ? rootOf(state.world, taskId) : undefined));
  if (!task) return null;
  return <span className="of-task t3 s12 trunc">{t.conversation.ofTask}<Link className="under" href={`/tasks/${task.id}`}><Plain text={task.title} /></Link></span>;
}
