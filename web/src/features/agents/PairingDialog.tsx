import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { Callout, CopyButton, TimeLeft } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { revealed } from '../../ui/plain';
import { Qr } from '../../ui/Qr';
import { Failure } from '../auth/Failure';
import { NewConversation } from '../conversations/NewConversation';
import { NameAgent } from './NameAgent';
import { commandOf, Pairing, type AgentKind, type PairState } from './pairing';
import { PairSteps } from './PairSteps';
import './agents.css';

/** Connect an agent: which kind, code and command, live steps, its name, done. */
export function PairingDialog({ kind, onClose }: { kind?: AgentKind; onClose: () => void }) {
  const { t } = useStrings();
  const [chosen, setChosen] = useState<AgentKind | undefined>(kind);
  if (chosen === undefined) {
    return (
      <Dialog open onClose={onClose} title={t.pairing.title}>
        <Kinds onChoose={setChosen} />
      </Dialog>
    );
  }
  return <Live kind={chosen} onClose={onClose} />;
}

function Kinds({ onChoose }: { onChoose: (kind: AgentKind) => void }) {
  const { t } = useStrings();
  const [kind, setKind] = useState<AgentKind>('generic');
  const kinds: [AgentKind, string, string][] = [
    ['generic', t.pairing.generic, t.pairing.genericSay],
    ['demo', t.pairing.demo, t.pairing.demoSay],
  ];
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); onChoose(kind); }}>
      <fieldset className="opts opts--list">
        <legend className="label">{t.pairing.which}</legend>
        {kinds.map(([id, name, say]) => (
          <label className="opt" key={id}>
            <input className="box" type="radio" name="kind" checked={kind === id} onChange={() => { setKind(id); }} />
            <span className="grow">{name}<small>{say}</small></span>
          </label>
        ))}
      </fieldset>
      <div className="dialog-acts"><Button type="submit" look="primary">{t.pairing.make}</Button></div>
    </form>
  );
}

function Live({ kind, onClose }: { kind: AgentKind; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const [pairing] = useState(() => new Pairing(controller, kind));
  const state = useSyncExternalStore(pairing.subscribe, pairing.get);
  const agent = useSelect((s) => (state.agentId === undefined ? undefined : s.world.agents[state.agentId]));
  const [talking, setTalking] = useState(false);
  useEffect(() => {
    void pairing.start();
    return () => { pairing.close(); };
  }, [pairing]);
  if (talking && agent) return <NewConversation agentId={agent.id} onClose={onClose} />;
  if (agent?.confirmed) return <Ready name={agent.name} onTalk={() => { setTalking(true); }} onClose={onClose} />;
  const again = () => { void pairing.start(); };
  return (
    <Dialog open onClose={onClose} wide title={t.pairing.title} intro={t.pairing.intro}>
      {state.phase === 'failed' && <><Failure error={state.error} /><div className="dialog-acts"><Button look="primary" onClick={again}>{t.common.retry}</Button></div></>}
      {state.phase === 'making' && <p role="status" className="t2">{t.pairing.making}</p>}
      {state.phase === 'live' && !agent && <CodeAndCommand state={state} kind={kind} onAgain={again} />}
      {agent && <NameAgent agent={agent} />}
      {state.phase === 'live' && <PairSteps state={state} agent={agent} />}
    </Dialog>
  );
}

function CodeAndCommand({ state, kind, onAgain }: { state: PairState; kind: AgentKind; onAgain: () => void }) {
  const { t } = useStrings();
  const now = useNow(1000);
  const { made } = state;
  if (!made) return null;
  if (state.status === 'expired' || Date.parse(made.expiresAt) <= now) {
    return (
      <Callout tone="danger" icon="failed" role="alert">
        <p><b>{t.pairing.expired}</b></p>
        <p>{t.pairing.expiredSay}</p>
        <p className="s12 t2">{t.pairing.diagnostic} <code>pairing_expired</code></p>
        <Button className="mt2" look="primary" onClick={onAgain}>{t.pairing.again}</Button>
      </Callout>
    );
  }
  const command = commandOf(made, document.baseURI);
  const next = kind === 'demo' ? `${command} && lineup demo` : command;
  return (
    <div className="pair">
      <div>
        <p className="label">{t.pairing.code}</p>
        <div className="pair-code">
          <span className="mono" data-testid="pairing-code">{made.code}</span>
          <CopyButton text={made.code} label={t.pairing.copyCode} />
          <TimeLeft since={new Date(state.madeAt).toISOString()} until={made.expiresAt} />
        </div>
        <p className="label mt4">{t.pairing.command}</p>
        <div className="cmd mt1"><code tabIndex={0} data-testid="pairing-command">{next}</code><CopyButton text={next} label={t.pairing.copyCommand}>{t.common.copy}</CopyButton></div>
        <p className="s12 t3 mt2">{t.pairing.install} <code>{made.install ?? 'pip install ./adapter/python'}</code></p>
      </div>
      <div className="qr-box"><Qr text={next} label={t.pairing.qrLabel} /><p className="s12 t3">{t.pairing.qr}</p></div>
    </div>
  );
}

function Ready({ name, onTalk, onClose }: { name: string; onTalk: () => void; onClose: () => void }) {
  const { t } = useStrings();
  const [, navigate] = useLocation();
  return (
    <Dialog open onClose={onClose} title={t.pairing.doneTitle(revealed(name))} intro={t.pairing.doneSay}>
      <div className="dialog-acts">
        <Button onClick={() => { onClose(); navigate('/agents'); }}>{t.pairing.later}</Button>
        <Button look="primary" onClick={onTalk}>{t.pairing.startTask}</Button>
      </div>
    </Dialog>
  );
}
