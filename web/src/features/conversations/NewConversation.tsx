import { useState } from 'react';
import { useLocation } from 'wouter';
import { fits, say, startConversation, titleOf } from '../../actions/compose';
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

/** Name it, choose the agents, start. `first`: the first task is written right here, and gives the name if none is written. */
export function NewConversation({ agentId, first, onClose }: { agentId?: string; first?: boolean; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const [, navigate] = useLocation();
  const world = useSelect((state) => state.world);
  const agents = useSelect((state) => Object.values(state.world.agents).filter((agent) => agent.confirmed && agent.status !== 'revoked'), sameItems);
  const [title, setTitle] = useState('');
  const [task, setTask] = useState('');
  const [picked, setPicked] = useState<readonly string[]>(() => (agentId !== undefined ? [agentId] : agents.length === 1 && agents[0] ? [agents[0].id] : []));
  const name = title.trim() || (first ? titleOf(task).trim() || t.conversation.firstName : '');
  const ready = name !== '' && picked.length > 0 && fits({ text: task });
  const create = () => {
    if (!ready) return;
    const id = startConversation(controller, name, [...picked]);
    if (task.trim() !== '') say(controller, { conversationId: id, text: task, agentId: picked[0], track: true });
    onClose();
    navigate(`/conversations/${id}`);
  };
  return (
    <Dialog open onClose={onClose} title={first ? t.first.task : t.conversation.newTitle}>
      {agents.length === 0 ? (
        <><p>{t.conversation.noAgents}</p><div className="dialog-acts"><ButtonLink look="primary" href="/agents">{t.agents.connect}</ButtonLink></div></>
      ) : (
        <form noValidate onSubmit={(event) => { event.preventDefault(); create(); }}>
          <div className="field">
            <label htmlFor="cv-title">{t.conversation.nameIt}</label>
            <input
              id="cv-title" className="input" autoFocus={!first} maxLength={LIMITS.TITLE} placeholder={first ? name : t.conversation.namePlaceholder} value={title}
              onChange={(event) => { setTitle(event.target.value); }}
              onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
            />
          </div>
          {first && (
            <div className="field mt4">
              <label htmlFor="cv-task">{t.conversation.firstTask}</label>
              <textarea id="cv-task" className="input" rows={3} autoFocus placeholder={t.conversation.firstPlaceholder} value={task} onChange={(event) => { setTask(event.target.value); }} />
            </div>
          )}
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
