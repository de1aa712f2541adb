import { Link } from 'wouter';
import { faceOf, isTerminal } from '../../lap/select';
import type { Agent, Task } from '../../lap/types';
import { useStrings } from '../../strings';
import { useTables } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';

const ENDED = 5;

/** What it is at, then what it ended last. */
export function AgentTasks({ agent }: { agent: Agent }) {
  const { t, f } = useStrings();
  const world = useTables('tasks', 'agents');
  const all = Object.values(world.tasks).filter((task) => task.agentId === agent.id && task.parentTaskId === undefined)
    .sort((a, b) => Number(isTerminal(a)) - Number(isTerminal(b)) || b.reportedAt.localeCompare(a.reportedAt));
  const active = all.filter((task) => !isTerminal(task));
  const shown: Task[] = [...active, ...all.filter(isTerminal).slice(0, ENDED)];
  return (
    <Section title={t.agents.tasks} count={active.length} level={3}>
      {shown.length === 0 && <p className="s13 t3">{t.agents.idle}</p>}
      <ul>
        {shown.map((task) => {
          const face = faceOf(world, task);
          const look = TASK_LOOK[face];
          return (
            <li className={`mini is-${look.tone}`} key={task.id}>
              <Icon name={look.icon} />
              <Link className="trunc grow" href={`/tasks/${task.id}`}><Plain text={task.title} /></Link>
              <span className="push num">{task.progress !== undefined && !isTerminal(task) ? f.percent(task.progress) : t.task[face]}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
