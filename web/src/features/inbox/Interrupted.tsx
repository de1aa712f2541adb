import { Link } from 'wouter';
import { agentsByNeed, graceRuns, tasksOfAgent } from '../../lap/select';
import type { Agent, Task } from '../../lap/types';
import { useStrings } from '../../strings';
import { useNow, useTables } from '../../sync/hooks';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';
import { faceOfAgent } from '../agents/face';
import { StartAgain } from '../agents/StartAgain';
import { Row } from './Rows';

/** Agents that left in the middle of work, and the way back. A task that waits for me is told of with its card, above. */
export function Interrupted() {
  const { t } = useStrings();
  const world = useTables('agents', 'tasks');
  const agents = agentsByNeed(world).filter((agent) => faceOfAgent(world, agent) === 'interrupted');
  if (agents.length === 0) return null;
  return (
    <Section title={t.inbox.interrupted} count={agents.length}>
      <ul className="rows">{agents.map((agent) => <Away key={agent.id} agent={agent} tasks={tasksOfAgent(world, agent.id).filter((task) => task.status !== 'queued')} />)}</ul>
    </Section>
  );
}

function Away({ agent, tasks }: { agent: Agent; tasks: readonly Task[] }) {
  const { t, f } = useStrings();
  const world = useTables('agents', 'tasks');
  const now = useNow(15_000);
  const runs = tasks.some((task) => graceRuns(world, task));
  const until = Date.parse(agent.offlineSince ?? agent.pairedAt) + agent.graceSeconds * 1000;
  const end = <ButtonLink href={`/agents/${agent.id}`}>{t.inbox.diagnose}</ButtonLink>;
  const held = tasks.filter((task) => task.status === 'running');
  return (
    <Row
      id={agent.id} {...TASK_LOOK.interrupted} title={agent.name} href={`/agents/${agent.id}`} end={end}
      below={<><Held tasks={held} /><StartAgain agent={agent} /></>}
    >
      <span className="word">{t.agent.interrupted}</span>
      {agent.lastSeenAt !== undefined && <>{t.sep}{t.inbox.lastContact(f.when(agent.lastSeenAt, now))}</>}
      {t.sep}{!runs ? t.inbox.keptStill : until > now ? t.inbox.keptUntil(f.when(until, now)) : t.agents.graceOver}
    </Row>
  );
}

/** Its tasks that stand still. */
function Held({ tasks }: { tasks: readonly Task[] }) {
  const { f } = useStrings();
  return (
    <ul className="held">
      {tasks.map((task) => (
        <li className="mini is-waiting" key={task.id}>
          <Icon name="interrupted" />
          <Link className="trunc grow" href={`/tasks/${task.id}`} data-row={task.id}><Plain text={task.title} /></Link>
          {task.progress !== undefined && <span className="push num">{f.percent(task.progress)}</span>}
        </li>
      ))}
    </ul>
  );
}
