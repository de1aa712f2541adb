import { useState } from 'react';
import { useLocation } from 'wouter';
import { startConversation } from '../../actions/compose';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { sameItems, useController, useSelect } from '../../sync/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { isComposing } from '../../ui/ime';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { AgentChip } from '../../ui/StatusChip';
import { faceOfAgent } from '../agents/face';

/** Name it, choose the agents, start. */
export function NewConversation({ agentId, onClose }: { agentId?: string; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const [, navigate] = useLocation();
  const world = useSelect((state) => state.world);
  const agents = useSelect((state) => Object.values(state.world.agents).filter((agent) => agent.confirmed && agent.status !== 'revoked'), sameItems);
  const [title, setTitle] = useState('');
  const [picked, setPicked] = useState<readonly string[]>(() => (agentId !== undefined ? [agentId] : agents.length === 1 && agents[0] ? [agents[0].id] : []));
  const name = title.trim();
  const ready = name !== '' && picked.length > 0;
  const create = () => {
    if (!ready) return;
    const id = startConversation(controller, name, [...picked]);
    onClose();
    navigate(`/conversations/${id}`);
  };
  return (
    <Dialog open onClose={onClose} title={t.conversation.newTitle}>
      {agents.length === 0 ? (
        <><p>{t.conversation.noAgents}</p><div className="dialog-acts"><ButtonLink look="primary" href="/agents">{t.agents.connect}</ButtonLink></div></>
      ) : (
        <form noValidate onSubmit={(event) => { event.preventDefault(); create(); }}>
          <div className="field">
            <label htmlFor="cv-title">{t.conversation.nameIt}</label>
            <input
              id="cv-title" className="input" autoFocus maxLength={LIMITS.TITLE} placeholder={t.conversation.namePlaceholder} value={title}
              onChange={(event) => { setTitle(event.target.value); }}
              onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
            />
          </div>
          <fieldset className="opts opts--list mt4">
            <legend className="label">{t.conversation.withWhom}</legend>
            {agents.map((agent) => (
              <label className="opt" key={agent.id}>
                <input
                  className="box" type="checkbox" checked={picked.includes(agent.id)} aria-label={revealed(agent.name)}
                  onChange={(event) => { setPicked(event.target.checked ? [...picked, agent.id] : picked.filter((id) => id !== agent.id)); }}
                />
                <span className="grow"><Plain text={agent.name} /></span>
                <AgentChip plain face={faceOfAgent(world, agent)} />
              </label>
            ))}
          </fieldset>
          <div className="dialog-acts">
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button type="submit" look="primary" disabled={!ready}>{t.conversation.create}</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
