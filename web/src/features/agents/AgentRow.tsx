import { Link } from 'wouter';
import { graceRuns, tasksOfAgent } from '../../lap/select';
import type { Agent, Task } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useNow } from '../../sync/hooks';
import { AgentAvatar, Callout, Fold, Meter } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { Menu } from '../../ui/Menu';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { AgentChip } from '../../ui/StatusChip';
import { useMayAct } from '../app/names';
import { faceOfAgent } from './face';
import { StartAgain } from './StartAgain';
import { pendingWords } from './words';

type Lists = Omit<World, 'workspace' | 'conversations'>;
export type AgentAction = 'message' | 'rename' | 'revoke' | 'confirm' | 'log';

export function AgentRow({ agent, world, onAct }: { agent: Agent; world: Lists; onAct: (action: AgentAction, agent: Agent) => void }) {
  const { t } = useStrings();
  const mayAct = useMayAct();
  const face = faceOfAgent(world, agent);
  const act = (action: AgentAction) => () => { onAct(action, agent); };
  return (
    <li className="agent">
      <AgentAvatar large />
      <div>
        <h2><Plain text={agent.name} /><AgentChip face={face} /></h2>
        <About agent={agent} />
        <Doing agent={agent} world={world} />
        {face === 'interrupted' && <Grace agent={agent} runs={tasksOfAgent(world, agent.id).some((task) => graceRuns(world, task))} />}
        {face === 'offline' && <Fold title={t.agents.howToStart}><StartAgain agent={agent} /></Fold>}
        {agent.status === 'pending' && <Pending agent={agent} />}
      </div>
      <div className="acts">
        {agent.status === 'pending' && mayAct && agent.connected && <Button look="primary" onClick={act('confirm')}>{t.agents.confirm}</Button>}
        {(agent.status === 'online' || agent.status === 'offline') && mayAct && face !== 'interrupted' && <Button onClick={act('message')}>{t.agents.message}</Button>}
        {face === 'paired' && mayAct && <Button onClick={act('revoke')}>{t.agents.remove}</Button>}
        {face === 'interrupted' && <Button onClick={act('log')}>{t.agents.diagnose}</Button>}
        <Menu
          trigger={<IconButton icon="more" label={`${revealed(agent.name)}: ${t.common.more}`} />}
          entries={[
            { icon: 'info', onPick: act('log'), text: t.agents.diagnose },
            ...(mayAct && agent.status !== 'revoked' ? [
              { icon: 'agent', onPick: act('rename'), text: t.agents.rename }, 'line', { icon: 'x', danger: true, onPick: act('revoke'), text: face === 'paired' ? t.agents.remove : t.agents.revoke },
            ] as const : []),
          ]}
        />
      </div>
    </li>
  );
}

function About({ agent }: { agent: Agent }) {
  const { t, f } = useStrings();
  const now = useNow(5000);
  const seen = agent.connected ? undefined : (agent.lastSeenAt ?? agent.offlineSince);
  return (
    <p className="about">
      <span><Plain text={agent.runtime ?? own(t.agents.kindNames, agent.kind) ?? agent.kind} /></span>
      {agent.agentVersion !== undefined && <span><Plain text={t.agents.version(agent.agentVersion)} /></span>}
      {agent.revokedAt !== undefined && <span>{t.agents.revokedOn(f.when(agent.revokedAt, now))}</span>}
      {seen !== undefined && agent.revokedAt === undefined && <span>{t.agents.lastContact(f.when(seen, now))}</span>}
      {seen === undefined && !agent.connected && agent.confirmed && agent.revokedAt === undefined && <span>{t.agents.never}</span>}
      {agent.capabilities.length > 0 && <span className="t3"><Plain text={agent.capabilities.join(t.listComma)} /></span>}
    </p>
  );
}

/** The one thing it is at: a question to me first, else what runs. */
function Doing({ agent, world }: { agent: Agent; world: Lists }) {
  const { t, f } = useStrings();
  if (agent.status === 'revoked' || agent.status === 'pending') return null;
  const tasks = tasksOfAgent(world, agent.id);
  const card = Object.values(world.interactions).find((one) => one.agentId === agent.id && one.status === 'pending');
  const task: Task | undefined = tasks.find((each) => each.status === 'running') ?? tasks[0];
  if (card) return <p className="now">{t.agents.asks} <Link className="under" href={`/inbox/${card.id}`}><Plain text={card.card.title} /></Link></p>;
  if (!task) return <p className="now t2">{t.agents.idle}</p>;
  const link = <Link className="under" href={`/tasks/${task.id}`}><Plain text={task.title} /></Link>;
  if (agent.status === 'offline' && task.status !== 'queued') return <p className="now">{link} {task.progress === undefined ? null : t.agents.stopped(f.percent(task.progress))}</p>;
  return (
    <p className="now">
      {t.task[task.status]} {link}
      {task.progress !== undefined && <><Meter value={task.progress} /><span className="num t2">{f.percent(task.progress)}</span></>}
    </p>
  );
}

/** How long its tasks are kept; the clock runs only for those that wait for the agent. */
function Grace({ agent, runs }: { agent: Agent; runs: boolean }) {
  const { t, f } = useStrings();
  const now = useNow(1000);
  const left = Date.parse(agent.offlineSince ?? agent.pairedAt) + agent.graceSeconds * 1000 - now;
  return <Callout tone="waiting" icon="interrupted">{!runs ? t.agents.standsStill : left > 0 ? t.agents.keeps(f.span(left)) : t.agents.graceOver}<StartAgain agent={agent} /></Callout>;
}

/** Not confirmed: it waits for me, or I for it. */
function Pending({ agent }: { agent: Agent }) {
  const { t } = useStrings();
  if (agent.connected) return <Callout tone="waiting" icon="clock">{t.agents.pendingHint}</Callout>;
  return <Callout icon="clock">{pendingWords(t, agent)}<StartAgain agent={agent} /></Callout>;
}
