import { useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { fits, say, startConversation, titleOf } from '../../actions/compose';
import { conversations, readyAgents } from '../../lap/select';
import { useStrings } from '../../strings';
import { sameItems, useController, useSelect } from '../../sync/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { meansSend } from '../../ui/ime';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { AgentChip } from '../../ui/StatusChip';
import { faceOfAgent } from '../agents/face';

/** Give an agent something to do. */
export function NewTask({ agentId, title, onClose }: { agentId?: string; title?: string; onClose: () => void }) {
  const { t } = useStrings();
  const field = useRef<HTMLTextAreaElement>(null);
  return <Dialog open onClose={onClose} title={title ?? t.tasks.new} initialFocus={field}><TaskForm agentId={agentId} field={field} onClose={onClose} /></Dialog>;
}

type FormProps = { agentId?: string | undefined; field?: React.RefObject<HTMLTextAreaElement | null>; onClose: () => void };

/** What to do, who does it, and where it is talked about: in a conversation of its own unless another is chosen. */
export function TaskForm({ agentId, field, onClose }: FormProps) {
  const { t } = useStrings();
  const controller = useController();
  const [, navigate] = useLocation();
  const why = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const text = field ?? own;
  const agents = useSelect((state) => readyAgents(state.world), sameItems);
  const [task, setTask] = useState('');
  const [picked, setPicked] = useState(() => agentId ?? (agents.length === 1 ? agents[0]?.id : undefined));
  const [place, setPlace] = useState('');
  const missing = task.trim() === '' ? t.tasks.sayFirst : !fits({ text: task }) ? t.conversation.tooLong : picked === undefined ? t.tasks.pickFirst : undefined;
  const start = () => {
    if (missing !== undefined || picked === undefined) {
      if (task.trim() === '') text.current?.focus();
      return;
    }
    const conversationId = place === '' ? startConversation(controller, titleOf(task).trim(), [picked]) : place;
    say(controller, { conversationId, text: task, agentId: picked, track: true });
    onClose();
    navigate(`/conversations/${conversationId}`);
  };
  if (agents.length === 0) return <><p>{t.conversation.noAgents}</p><div className="dialog-acts"><ButtonLink look="primary" href="/agents">{t.agents.connect}</ButtonLink></div></>;
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); start(); }}>
      <div className="field">
        <label htmlFor="task-text">{t.tasks.whatToDo}</label>
        <textarea
          id="task-text" className="input" rows={4} autoFocus ref={text} placeholder={t.conversation.firstPlaceholder} value={task} onChange={(event) => { setTask(event.target.value); }}
          onKeyDown={(event) => { if (meansSend(event)) { event.preventDefault(); start(); } }}
        />
        <span className="s12 t3 no-phone">{t.conversation.keys(true)}</span>
      </div>
      <Agents picked={picked} onPick={(id) => { setPicked(id); setPlace(''); }} />
      {picked !== undefined && <Place agentId={picked} place={place} onChange={setPlace} />}
      <div className="dialog-acts">
        {missing !== undefined && <span className="sr" id={why}>{missing}</span>}
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button type="submit" look="primary" aria-disabled={missing !== undefined || undefined} aria-describedby={missing === undefined ? undefined : why}>{t.tasks.start}</Button>
      </div>
    </form>
  );
}

function Agents({ picked, onPick }: { picked: string | undefined; onPick: (id: string) => void }) {
  const { t } = useStrings();
  const world = useSelect((state) => state.world);
  return (
    <fieldset className="opts opts--list mt4">
      <legend className="label">{t.tasks.whichAgent}</legend>
      {readyAgents(world).map((agent) => (
        <label className="opt" key={agent.id}>
          <input className="box" type="radio" name="task-agent" checked={picked === agent.id} aria-label={revealed(agent.name)} onChange={() => { onPick(agent.id); }} />
          <span className="grow"><Plain text={agent.name} /></span>
          <AgentChip plain face={faceOfAgent(world, agent)} />
        </label>
      ))}
    </fieldset>
  );
}

const MOST = 30;

/** A new conversation, or one that this agent is in. */
function Place({ agentId, place, onChange }: { agentId: string; place: string; onChange: (id: string) => void }) {
  const { t } = useStrings();
  const list = useSelect((state) => conversations(state.world).filter((one) => one.archivedAt === undefined && one.agentIds.includes(agentId)).slice(0, MOST), sameItems);
  if (list.length === 0) return null;
  return (
    <div className="field mt4">
      <label htmlFor="task-place">{t.tasks.conversation}</label>
      <select id="task-place" className="input" value={place} onChange={(event) => { onChange(event.target.value); }}>
        <option value="">{t.tasks.newPlace}</option>
        {list.map((one) => <option key={one.id} value={one.id}>{revealed(one.title)}</option>)}
      </select>
    </div>
  );
}
