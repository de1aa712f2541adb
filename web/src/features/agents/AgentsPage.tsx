import { useState } from 'react';
import { useLocation } from 'wouter';
import { agentsByNeed, onlineCount, readyAgents } from '../../lap/select';
import type { Agent } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useSelect, useTables } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { MainPane } from '../../ui/Pane';
import { NameDialog } from '../app/NameDialog';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Unready } from '../app/Unready';
import { NewConversation } from '../conversations/NewConversation';
import { AgentPane } from './AgentPane';
import { AgentRow, type AgentAction } from './AgentRow';
import { faceOfAgent } from './face';
import { PairingDialog } from './LazyPairing';
import { ConfirmAgent } from './Ready';
import { Revoke } from './Revoke';
import './agents.css';

type Doing = { what: Exclude<AgentAction, 'log'>; agentId: string } | { what: 'pair' };

export function AgentsPage({ open }: { open: string | undefined }) {
  const { t } = useStrings();
  const [, navigate] = useLocation();
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const world = useTables('agents', 'tasks', 'interactions');
  const [doing, setDoing] = useState<Doing>();
  const agents = [...agentsByNeed(world)].sort((a, b) => Number(faceOfAgent(world, b) === 'interrupted') - Number(faceOfAgent(world, a) === 'interrupted'));
  const shown = own(world.agents, open);
  const act = (what: AgentAction, agent: Agent) => {
    if (what === 'log') navigate(`/agents/${agent.id}`);
    else setDoing({ what, agentId: agent.id });
  };
  const pair = () => { setDoing({ what: 'pair' }); };
  return (
    <Shell
      topbar={<TopBar title={t.agents.title} back={shown ? '/agents' : undefined} action={<IconButton icon="plus" label={t.agents.connect} onClick={pair} />} />}
      panes={shown ? 'detail' : ''} drawer={shown !== undefined} deep={shown !== undefined}
    >
      <MainPane
        width={880}
        head={<><h1>{t.agents.title}</h1>{readyAgents(world).length > 0 && <span className="sub">{t.agents.count(readyAgents(world).length, onlineCount(world))}</span>}<span className="push" /><Button look="primary" icon="plus" onClick={pair}>{t.agents.connect}</Button></>}
      >
        {!ready && <Unready rows={3} />}
        {ready && agents.length === 0 && <Blank title={t.agents.empty} action={<Button look="primary" onClick={pair}>{t.agents.connect}</Button>}>{t.agents.emptyHint}</Blank>}
        <ul className="agents">{agents.map((agent) => <AgentRow key={agent.id} agent={agent} world={world} onAct={act} />)}</ul>
      </MainPane>
      {shown && <AgentPane agent={shown} onAct={act} onClose={() => { navigate('/agents'); }} />}
      {doing && <Doings doing={doing} onClose={() => { setDoing(undefined); }} />}
    </Shell>
  );
}

function Doings({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const agent = useSelect((state) => (doing.what === 'pair' ? undefined : own(state.world.agents, doing.agentId)));
  if (doing.what === 'pair') return <PairingDialog onClose={onClose} />;
  if (!agent) return null;
  switch (doing.what) {
    case 'message': return <NewConversation agentId={agent.id} onClose={onClose} />;
    case 'revoke': return <Revoke agent={agent} onClose={onClose} />;
    case 'rename':
      return <NameDialog title={t.agents.renameTitle} label={t.common.name} name={agent.name} onClose={onClose} onSave={(name) => { controller.send('agent.rename', { agentId: agent.id, name }); }} />;
    case 'confirm':
      return <ConfirmAgent agent={agent} onClose={onClose} />;
  }
}
