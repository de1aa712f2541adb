import { useId } from 'react';
import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { AGENT_LOOK } from '../../ui/status';
import { faceOfAgent } from '../agents/face';

/** More than these are a list to choose from. */
const SIDE_BY_SIDE = 4;

type Props = { agents: readonly Agent[]; chosen: string | undefined; onChoose: (id: string) => void };

/** To whom it goes, where several agents are in the conversation. */
export function Recipient({ agents, chosen, onChoose }: Props) {
  const { t } = useStrings();
  const name = useId();
  if (agents.length > SIDE_BY_SIDE) {
    return (
      <label className="to"><span className="t3">{t.conversation.toWhom}</span>
        <select className="input" value={chosen} onChange={(event) => { onChoose(event.target.value); }}>
          {agents.map((agent) => <option key={agent.id} value={agent.id}>{revealed(agent.name)}</option>)}
        </select>
      </label>
    );
  }
  return (
    <fieldset className="to">
      <legend className="sr">{t.conversation.toWhom}</legend>
      <span className="t3" aria-hidden="true">{t.conversation.toWhom}</span>
      {agents.map((agent) => (
        <label key={agent.id} className="to-one">
          <input className="sr" type="radio" name={name} checked={agent.id === chosen} onChange={() => { onChoose(agent.id); }} />
          <Presence agent={agent} /><Plain text={agent.name} />
        </label>
      ))}
    </fieldset>
  );
}

function Presence({ agent }: { agent: Agent }) {
  const { t } = useStrings();
  const face = useSelect((state) => faceOfAgent(state.world, agent));
  const { tone, icon } = AGENT_LOOK[face];
  return <span className={`is-${tone}`} data-tip={t.agent[face]}><Icon name={icon} size={14} /><span className="sr">{t.agent[face]}</span></span>;
}
