import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Agent } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useNow, useWorld } from '../../sync/hooks';
import { CopyButton, Skeleton } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { PaneBody, Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { AgentChip } from '../../ui/StatusChip';
import { Failure } from '../auth/Failure';
import { faceOfAgent } from './face';
import { AgentFacts } from './NameAgent';
import { AgentLog, type LogLine } from './agentLog';

/** One agent: facts, and its connection log with what to copy for a report. */
export function AgentPane({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t, f } = useStrings();
  const world = useWorld();
  const now = useNow(15_000);
  return (
    <>
      <button type="button" className="scrim" aria-label={t.common.close} tabIndex={-1} onClick={onClose} />
      <aside className="pane detail" aria-label={t.agents.diagnostics}>
        <div className="pane-head"><h2 className="trunc"><Plain text={agent.name} /></h2><span className="push" /><IconButton icon="x" label={t.common.close} onClick={onClose} /></div>
        <PaneBody>
          <section className="sec">
            <AgentChip face={faceOfAgent(world, agent)} />
            <AgentFacts agent={agent}>
              <dt>{t.agents.paired}</dt><dd><time>{f.when(agent.pairedAt, now)}</time></dd>
              {agent.lastSeenAt !== undefined && <><dt>{t.agents.contact}</dt><dd><time>{f.when(agent.lastSeenAt, now)}</time></dd></>}
              <dt>{t.agents.grace}</dt><dd>{f.span(agent.graceSeconds * 1000)}</dd>
            </AgentFacts>
          </section>
          <Log key={agent.id} agent={agent} />
        </PaneBody>
      </aside>
    </>
  );
}

function Log({ agent }: { agent: Agent }) {
  const { t, f } = useStrings();
  const controller = useController();
  const [log] = useState(() => new AgentLog(controller, agent.id));
  const { lines, error, loading } = useSyncExternalStore(log.subscribe, log.get);
  useEffect(() => { void log.load(); }, [log, agent.connected, agent.status]);
  return (
    <Section title={t.agents.log} level={3} aside={lines && <CopyButton className="btn--ghost btn--sm" text={report(agent, lines)}>{t.agents.copyDiagnostics}</CopyButton>}>
      <Failure error={error} />
      {error !== undefined && <Button className="mt2" onClick={() => { void log.load(); }}>{t.common.retry}</Button>}
      {loading && !lines && <Skeleton rows={2} />}
      {lines?.length === 0 && <p className="s13 t3">{t.agents.logEmpty}</p>}
      <ul className="log">
        {lines?.map((line, i) => (
          <li key={i}><time dateTime={line.at}>{f.exact(line.at)}</time><span><Plain text={[own(t.agents.notes, line.what) ?? line.what, line.detail, line.diagnostic].filter(Boolean).join(' ')} /></span></li>
        ))}
      </ul>
    </Section>
  );
}

/** What helps somebody else to help: no content, no secrets. */
function report(agent: Agent, lines: readonly LogLine[]): string {
  const facts = { agent: agent.id, status: agent.status, runtime: agent.runtime, version: agent.agentVersion, lastSeenAt: agent.lastSeenAt };
  return [JSON.stringify(facts), ...lines.slice(0, 40).map((line) => [line.at, line.what, line.detail, line.diagnostic].filter(Boolean).join(' '))].join('\n');
}
