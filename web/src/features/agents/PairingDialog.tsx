import { useEffect, useState, useSyncExternalStore } from 'react';
import { liveAgents } from '../../lap/select';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { Callout, CopyButton, TimeLeft } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Qr } from '../../ui/Qr';
import { Failure } from '../auth/Failure';
import { Command } from './Command';
import { NameAgent } from './NameAgent';
import { CHECKOUT, commandsOf, EXPIRED_CODE, INSTALL, isLocal, Pairing, serverOf, type AgentKind, type PairState } from './pairing';
import { PairHelp } from './PairHelp';
import { PairSteps } from './PairSteps';
import { Ready } from './Ready';
import './agents.css';

const LAST_MINUTE = 60_000;

/** Connect an agent: which kind, code and command, live steps, its name, done. */
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
  return (
    <Dialog open onClose={onClose} wide title={t.pairing.title} intro={state.phase === 'live' && state.status === 'waiting' && !agent ? t.pairing.intro : undefined}>
      {!agent && <Kinds kind={kind} onChange={setKind} />}
      {state.phase === 'failed' && <><Failure error={state.error} /><div className="dialog-acts"><Button look="primary" onClick={again}>{t.common.retry}</Button></div></>}
      {state.phase === 'making' && <p role="status" className="t2 pair-making">{t.pairing.making}</p>}
      {state.phase === 'live' && !agent && <CodeAndCommand state={state} kind={kind} onAgain={again} />}
      {agent && <NameAgent agent={agent} />}
      {state.phase === 'live' && <PairSteps state={state} agent={agent} />}
      {state.lost && <div className="mt4"><Callout tone="waiting" icon="interrupted" role="status">{t.pairing.lost}</Callout></div>}
      {state.phase === 'live' && !agent?.connected && <PairHelp />}
    </Dialog>
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

function CodeAndCommand({ state, kind, onAgain }: { state: PairState; kind: AgentKind; onAgain: () => void }) {
  const { t } = useStrings();
  const now = useNow(1000);
  const { made } = state;
  if (!made) return null;
  if (state.status === 'expired' || Date.parse(made.expiresAt) <= now) return <Expired onAgain={onAgain} />;
  const [command = '', then] = commandsOf(kind, made.code, document.baseURI);
  return (
    <div className="pair">
      <div>
        <p className="label">{t.pairing.code}</p>
        <div className="pair-code">
          <span className="mono" data-testid="pairing-code">{made.code}</span>
          <CopyButton text={made.code} label={t.pairing.copyCode} />
          <TimeLeft since={new Date(state.madeAt).toISOString()} until={made.expiresAt} soon={LAST_MINUTE} />
        </div>
        <p className="label mt4">{t.pairing.command}</p>
        <Command text={command} testId="pairing-command" />
        {then !== undefined && <><p className="label mt2">{t.pairing.then}</p><Command text={then} testId="run-command" /></>}
        <p className="s12 t3 mt2">{t.pairing.install} <code>{INSTALL}</code></p>
        <p className="s12 t3 mt2">{t.pairing.checkout}</p>
        <Command text={`${CHECKOUT} ${command.replace(/^lineup /, '')}`} testId="checkout-command" />
      </div>
      <PhoneCode />
    </div>
  );
}

/** The inbox on a phone: that is where the agent's questions are answered away from the desk. */
function PhoneCode() {
  const { t } = useStrings();
  const workspace = useSelect((state) => state.workspaceId);
  if (isLocal(document.baseURI)) return <p className="qr-box s12 t3">{t.pairing.qrLocal}</p>;
  return <div className="qr-box"><Qr text={`${serverOf(document.baseURI)}/#/w/${workspace ?? ''}/inbox`} label={t.pairing.qrLabel} /><p className="s12 t3">{t.pairing.qr}</p></div>;
}

function Expired({ onAgain }: { onAgain: () => void }) {
  const { t } = useStrings();
  return (
    <Callout tone="danger" icon="failed" role="alert">
      <p><b>{t.pairing.expired}</b></p>
      <p>{t.pairing.expiredSay}</p>
      <p className="s12 t2">{t.pairing.diagnostic} <code>{EXPIRED_CODE}</code></p>
      <Button className="mt2" look="primary" onClick={onAgain}>{t.pairing.again}</Button>
    </Callout>
  );
}
