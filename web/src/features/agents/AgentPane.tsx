import { useEffect, useState, useSyncExternalStore } from 'react';
import { isTerminal } from '../../lap/select';
import type { Agent } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useNow, useTables } from '../../sync/hooks';
import { CopyButton, Skeleton } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { PaneBody, Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { AgentChip } from '../../ui/StatusChip';
import { useMayAct } from '../app/names';
import { Failure } from '../auth/Failure';
import { faceOfAgent } from './face';
import { AgentFacts } from './NameAgent';
import { AgentLog, type LogLine } from './agentLog';
import { AgentTasks } from './AgentTasks';
import { Diagnosis } from './Diagnosis';

/** One agent: facts, and its connection log with what to copy for a report. */
export function AgentPane({ agent, onAct, onClose }: { agent: Agent; onAct: (action: 'confirm' | 'revoke', agent: Agent) => void; onClose: () => void }) {
  const { t, f } = useStrings();
  const mayAct = useMayAct();
  const world = useTables('tasks');
  const now = useNow(15_000);
  const controller = useController();
  const [log, setLog] = useState(() => new AgentLog(controller, agent.id));
  if (log.agentId !== agent.id) setLog(new AgentLog(controller, agent.id));
  const { lines } = useSyncExternalStore(log.subscribe, log.get);
  return (
    <>
      <button type="button" className="scrim" aria-label={t.common.close} tabIndex={-1} onClick={onClose} />
      <aside className="pane detail" aria-label={t.agents.diagnostics}>
        <div className="pane-head"><h2 className="trunc"><Plain text={agent.name} /></h2><span className="push" /><IconButton icon="x" label={t.common.close} onClick={onClose} /></div>
        <PaneBody>
          <section className="sec">
            <AgentChip face={faceOfAgent(world, agent)} />
            {mayAct && !agent.confirmed && agent.connected && <div className="acts mt4"><Button look="primary" onClick={() => { onAct('confirm', agent); }}>{t.agents.confirm}</Button></div>}
            <AgentFacts agent={agent}>
              <dt>{t.agents.paired}</dt><dd><time>{f.when(agent.pairedAt, now)}</time></dd>
              {agent.lastSeenAt !== undefined && <><dt>{t.agents.contact}</dt><dd><time>{f.when(agent.lastSeenAt, now)}</time></dd></>}
              <dt>{t.agents.grace}</dt><dd>{f.span(agent.graceSeconds * 1000)}</dd>
            </AgentFacts>
            <Diagnosis agent={agent} lines={lines} />
            {mayAct && faceOfAgent(world, agent) === 'paired' && <div className="acts mt4"><Button onClick={() => { onAct('revoke', agent); }}>{t.agents.remove}</Button></div>}
          </section>
          <AgentTasks agent={agent} />
          <Log key={agent.id} agent={agent} log={log} />
        </PaneBody>
      </aside>
    </>
  );
}

function Log({ agent, log }: { agent: Agent; log: AgentLog }) {
  const { t, f } = useStrings();
  const world = useTables('tasks');
  const now = useNow(60_000);
  const { lines, error, loading } = useSyncExternalStore(log.subscribe, log.get);
  useEffect(() => { void log.load(); }, [log, agent.connected, agent.status]);
  return (
    <Section title={t.agents.log} level={3} aside={lines && <CopyButton className="btn--ghost btn--sm" text={report(agent, world, lines)}>{t.agents.copyDiagnostics}</CopyButton>}>
      <Failure error={error} />
      {error !== undefined && <Button className="mt2" onClick={() => { void log.load(); }}>{t.common.retry}</Button>}
      {loading && !lines && <Skeleton rows={2} />}
      {lines?.length === 0 && <p className="s13 t3">{t.agents.logEmpty}</p>}
      <ul className="log">
        {lines?.map((line, i) => (
          <li key={i}>
            <time dateTime={line.at}>{f.when(line.at, now)}</time>
            <span><Plain text={[own(t.agents.notes, line.what) ?? line.what, line.detail].filter(Boolean).join(t.sep)} />{line.diagnostic !== undefined && <> <code><Plain text={line.diagnostic} /></code></>}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What helps somebody else to help: no content, no secrets. */
function report(agent: Agent, world: Pick<World, 'tasks'>, lines: readonly LogLine[]): string {
  const tasks = Object.values(world.tasks).filter((task) => task.agentId === agent.id && !isTerminal(task)).map((task) => ({ task: task.id, status: task.status, reportedAt: task.reportedAt }));
  const facts = {
    agent: agent.id, status: agent.status, connected: agent.connected, runtime: agent.runtime, version: agent.agentVersion, capabilities: agent.capabilities,
    lastSeenAt: agent.lastSeenAt, offlineSince: agent.offlineSince, graceSeconds: agent.graceSeconds, tasks,
  };
  return [JSON.stringify(facts), ...lines.slice(0, 40).map((line) => [line.at, line.what, line.detail, line.diagnostic].filter(Boolean).join(' '))].join('\n');
}
