import { useEffect, useState, useSyncExternalStore } from 'react';
import { liveAgents } from '../../lap/select';
import { own } from '../../lap/own';
import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Callout } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Plain } from '../../ui/Plain';
import { Failure } from '../auth/Failure';
import { CodeAndCommand } from './CodeAndCommand';
import { NameAgent } from './NameAgent';
import { Pairing, type AgentKind } from './pairing';
import { PairHelp } from './PairHelp';
import { PairSteps } from './PairSteps';
import { Ready } from './Ready';
import { StartAgain } from './StartAgain';
import { isDemo } from './start';
import './agents.css';

/** Connect an agent: which kind, command and code, what to start, live steps, its name, done. */
export default function PairingDialog({ kind: first, onClose }: { kind?: AgentKind; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const [pairing] = useState(() => new Pairing(controller));
  const state = useSyncExternalStore(pairing.subscribe, pairing.get);
  const agent = useSelect((s) => (own(s.world.agents, state.agentId)));
  const none = useSelect((s) => liveAgents(s.world).length === 0);
  const [kind, setKind] = useState<AgentKind>(first ?? (none ? 'demo' : 'generic'));
  useEffect(() => {
    void pairing.start();
    return () => { pairing.close(); };
  }, [pairing]);
  if (agent?.confirmed) return <Ready agent={agent} onClose={onClose} />;
  const again = () => { void pairing.start(); };
  const title = kind === 'demo' && (!agent || isDemo(agent)) ? t.pairing.demoTitle : t.pairing.title;
  return (
    <Dialog open onClose={onClose} wide title={title} intro={state.phase === 'live' && state.status === 'waiting' && !agent ? t.pairing.intro : undefined}>
      {!agent && <Kinds kind={kind} onChange={setKind} />}
      {state.phase === 'failed' && <><Failure error={state.error} /><div className="dialog-acts"><Button look="primary" onClick={again}>{t.common.retry}</Button></div></>}
      {state.phase === 'making' && <p role="status" className="t2 pair-making">{t.pairing.making}</p>}
      {state.phase === 'live' && !agent && <CodeAndCommand state={state} kind={kind} onAgain={again} />}
      {agent && (agent.connected ? <NameAgent agent={agent} /> : <Paired agent={agent} onDemo={() => { setKind('demo'); again(); }} />)}
      {state.phase === 'live' && <PairSteps state={state} agent={agent} />}
      {state.lost && <div className="mt4"><Callout tone="waiting" icon="interrupted" role="status">{t.pairing.lost}</Callout></div>}
      {state.phase === 'live' && !agent?.connected && <PairHelp kind={kind} />}
    </Dialog>
  );
}

/** The code is used up, and nothing runs yet: what to start, until it connects. */
function Paired({ agent, onDemo }: { agent: Agent; onDemo: () => void }) {
  const { t } = useStrings();
  return (
    <div className="paired">
      <h3><Plain text={t.pairing.pairedTitle(agent.name)} /></h3>
      <StartAgain agent={agent} />
      {!isDemo(agent) && <p className="s13 t2 mt4">{t.pairing.noneYet} <button type="button" className="link" onClick={onDemo}>{t.agents.tryDemo}</button></p>}
    </div>
  );
}

function Kinds({ kind, onChange }: { kind: AgentKind; onChange: (kind: AgentKind) => void }) {
  const { t } = useStrings();
  const kinds: [AgentKind, string][] = [['demo', t.pairing.demo], ['generic', t.pairing.generic]];
  return (
    <fieldset className="kinds">
      <legend className="sr">{t.pairing.which}</legend>
      <div className="segments">
        {kinds.map(([id, name]) => (
          <label key={id}><input className="sr" type="radio" name="agent-kind" checked={kind === id} onChange={() => { onChange(id); }} />{name}</label>
        ))}
      </div>
      <p className="s13 t2">{kind === 'demo' ? t.pairing.demoSay : t.pairing.genericSay}</p>
    </fieldset>
  );
}
