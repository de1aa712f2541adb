import { useState, type ReactNode } from 'react';
import { LIMITS, type Agent } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { isComposing } from '../../ui/ime';
import { Plain } from '../../ui/Plain';

/** How the agent introduces itself, and the name it gets here. */
export function NameAgent({ agent }: { agent: Agent }) {
  const { t } = useStrings();
  const controller = useController();
  const [name, setName] = useState(agent.name);
  const busy = useSelect((state) => state.outbox.some(({ command, state: fate }) => command.type === 'agent.confirm' && command.payload.agentId === agent.id && fate !== 'refused'));
  const ready = name.trim() !== '' && agent.connected && !busy;
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); if (ready) controller.send('agent.confirm', { agentId: agent.id, name: name.trim() }); }}>
      <p className="label">{t.pairing.about}</p>
      <AgentFacts agent={agent} />
      <div className="field mt4">
        <label htmlFor="agent-name">{t.pairing.nameIt}</label>
        <input
          id="agent-name" className="input" autoFocus maxLength={LIMITS.TITLE} value={name} onChange={(event) => { setName(event.target.value); }}
          onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
        />
      </div>
      <div className="dialog-acts"><Button type="submit" look="primary" busy={busy} disabled={!ready}>{busy ? t.pairing.finishing : t.pairing.finish}</Button></div>
    </form>
  );
}

export function AgentFacts({ agent, children }: { agent: Agent; children?: ReactNode }) {
  const { t } = useStrings();
  return (
    <dl className="kv mt2">
      <dt>{t.common.name}</dt><dd><Plain text={agent.name} /></dd>
      <dt>{t.agents.runtime}</dt><dd><Plain text={agent.runtime ?? own(t.agents.kindNames, agent.kind) ?? agent.kind} />{agent.agentVersion !== undefined && <>{t.sep}<Plain text={t.agents.version(agent.agentVersion)} /></>}</dd>
      <dt>{t.agents.capabilities}</dt><dd>{agent.capabilities.length === 0 ? t.agents.noCapabilities : <Plain text={agent.capabilities.join(t.listComma)} />}</dd>
      {children}
    </dl>
  );
}
