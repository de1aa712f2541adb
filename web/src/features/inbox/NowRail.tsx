import { Link } from 'wouter';
import { agentsByNeed, onlineCount, readyAgents, running } from '../../lap/select';
import { useStrings } from '../../strings';
import { useTables } from '../../sync/hooks';
import { Meter } from '../../ui/bits';
import { ButtonLink } from '../../ui/Button';
import { PaneBody, Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { AgentChip } from '../../ui/StatusChip';
import { faceOfAgent } from '../agents/face';
import { useMayAct, useNames } from '../app/names';
import { Quiet } from '../tasks/Quiet';

/** What goes on right now: running tasks and the agents. */
export function NowRail() {
  const { t, f } = useStrings();
  const world = useTables('tasks', 'agents');
  const names = useNames();
  const mayAct = useMayAct();
  const tasks = running(world);
  const agents = agentsByNeed(world).filter((agent) => agent.status !== 'revoked');
  return (
    <aside className="pane detail rail" aria-label={t.inbox.now}>
      <div className="pane-head"><h2>{t.inbox.now}</h2></div>
      <PaneBody>
        <Section title={t.inbox.running} count={tasks.length} level={3}>
          {tasks.length === 0 && <p className="s13 t3">{t.inbox.noneRunning}</p>}
          <ul>
            {tasks.slice(0, 8).map((task) => (
              <li className="runs" key={task.id}>
                <Link className="trunc" href={`/tasks/${task.id}`}><Plain text={task.title} /></Link>
                <span className="line">
                  <span className="trunc"><Plain text={names.agent(task.agentId)} />{task.summary !== undefined && <>{t.sep}<Plain text={task.summary} /></>}</span>
                  {task.progress !== undefined && <b className="num">{f.percent(task.progress)}</b>}
                </span>
                {task.progress !== undefined && <Meter value={task.progress} />}
                <Quiet task={task} />
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t.agents.title} count={t.nav.online(onlineCount(world), readyAgents(world).length)} level={3}>
          <ul>
            {agents.map((agent) => (
              <li className="mini" key={agent.id}>
                <Link className="trunc grow" href={`/agents/${agent.id}`}><Plain text={agent.name} /></Link>
                {mayAct && !agent.confirmed && agent.connected ? <ButtonLink className="btn--sm" href={`/agents/${agent.id}`}>{t.agents.confirm}</ButtonLink> : <AgentChip plain face={faceOfAgent(world, agent)} />}
              </li>
            ))}
          </ul>
        </Section>
      </PaneBody>
    </aside>
  );
}
