import { useState } from 'react';
import { agentsByNeed } from '../../lap/select';
import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useTables } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import type { AgentKind } from '../agents/pairing';
import { Revoke } from '../agents/Revoke';
import { StartAgain } from '../agents/StartAgain';
import { pendingWords } from '../agents/words';
import { useMayAct } from '../app/names';

type Props = { onPair: (kind: AgentKind) => void; onConfirm: (agentId: string) => void };

/** Nothing is confirmed yet: what to do, in order. What was begun goes on where it stands. */
export function FirstRun({ onPair, onConfirm }: Props) {
  const { t } = useStrings();
  const world = useTables('agents');
  const begun = agentsByNeed(world).filter((agent) => agent.status === 'pending').sort((a, b) => Number(b.connected) - Number(a.connected))[0];
  return (
    <div className="first">
      <h1>{t.first.title}</h1>
      <p>{t.first.lead}</p>
      <ol className="go">
        <li className="now">
          <span className="n">1</span>
          {begun ? <Begun agent={begun} onPair={onPair} onConfirm={onConfirm} /> : (
            <div>
              <h2>{t.first.connect}</h2>
              <p>{t.first.connectSay}</p>
              <div className="acts">
                <Button look="primary" large onClick={() => { onPair('generic'); }}>{t.agents.connect}</Button>
                <Button large onClick={() => { onPair('demo'); }}>{t.agents.tryDemo}</Button>
              </div>
            </div>
          )}
        </li>
        <li><span className="n">2</span><div><h2>{t.first.task}</h2><p>{t.first.taskSay}</p></div></li>
        <li><span className="n">3</span><div><h2>{t.first.decide}</h2><p>{t.first.decideSay}</p></div></li>
      </ol>
    </div>
  );
}

/** Step 1, half done: an agent that waits for its name, or that has to be started. */
function Begun({ agent, onPair, onConfirm }: Props & { agent: Agent }) {
  const { t } = useStrings();
  const mayAct = useMayAct();
  const [removing, setRemoving] = useState(false);
  return (
    <div>
      <h2><Plain text={agent.connected ? t.first.confirm(agent.name) : t.first.start(agent.name)} /></h2>
      <p>{pendingWords(t, agent)}</p>
      <StartAgain agent={agent} />
      <div className="acts">
        {agent.connected && mayAct && <Button look="primary" large onClick={() => { onConfirm(agent.id); }}>{t.agents.confirm}</Button>}
        {!agent.connected && mayAct && <Button aria-label={`${t.agents.remove}: ${revealed(agent.name)}`} onClick={() => { setRemoving(true); }}>{t.agents.remove}</Button>}
        <Button look="ghost" onClick={() => { onPair('generic'); }}>{t.agents.connectOther}</Button>
        {!agent.connected && <Button look="ghost" onClick={() => { onPair('demo'); }}>{t.agents.tryDemo}</Button>}
      </div>
      {removing && <Revoke agent={agent} onClose={() => { setRemoving(false); }} />}
    </div>
  );
}
