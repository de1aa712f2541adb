import { useState, type KeyboardEvent } from 'react';
import { fits, say } from '../../actions/compose';
import { LIMITS } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { sameItems, useController, useSelect } from '../../sync/hooks';
import { Button, IconButton } from '../../ui/Button';
import { meansSend } from '../../ui/ime';
import { Links } from '../../ui/Links';
import { revealed } from '../../ui/plain';
import { useMayAct } from '../app/names';
import { AttachLink } from './AttachLink';
import type { Shown } from './useConversation';
import { useDraft } from './useDraft';

/** Write, choose for whom, track or not, send. What is written survives a reload. */
export function Composer({ conversation, track: startTracked, focus }: { conversation: Shown; track?: boolean; focus?: boolean }) {
  const { t } = useStrings();
  const controller = useController();
  const mayAct = useMayAct();
  const agents = useSelect((state) => conversation.agentIds.flatMap((id) => own(state.world.agents, id) ?? []).filter((agent) => agent.status !== 'revoked'), sameItems);
  const [{ text, links }, write, clear] = useDraft(conversation.id);
  const [attaching, setAttaching] = useState(false);
  const [track, setTrack] = useState(startTracked ?? false);
  const [chosen, setChosen] = useState<string>();
  const target = agents.find((agent) => agent.id === chosen) ?? agents[0];
  const tooLong = !fits({ text, links });
  const ready = text.trim() !== '' && !tooLong && mayAct;

  const send = () => {
    if (!ready) return;
    say(controller, { conversationId: conversation.id, text, agentId: target?.id, track, links });
    clear();
    setAttaching(false);
    setTrack(false);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!meansSend(event)) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="composer-wrap">
      <form noValidate className="composer" onSubmit={(event) => { event.preventDefault(); send(); }}>
        <textarea
          rows={2} autoFocus={focus} aria-label={t.conversation.message} value={text} disabled={!mayAct}
          placeholder={target ? t.conversation.to(revealed(target.name)) : t.conversation.toAny}
          onChange={(event) => { write({ text: event.target.value, links }); }} onKeyDown={onKey}
        />
        {links.length > 0 && (
          <Links links={links} end={(link) => <IconButton icon="x" label={t.conversation.linkRemove(revealed(link.name))} onClick={() => { write({ text, links: links.filter((each) => each !== link) }); }} />} />
        )}
        {attaching && <AttachLink onAdd={(link) => { write({ text, links: [...links, link] }); }} onClose={() => { setAttaching(false); }} />}
        <div className="composer-bar">
          {agents.length > 1 && (
            <select className="input" aria-label={t.conversation.toWhom} value={target?.id} onChange={(event) => { setChosen(event.target.value); }}>
              {agents.map((agent) => <option key={agent.id} value={agent.id}>{revealed(agent.name)}</option>)}
            </select>
          )}
          <label className="check"><input className="box" type="checkbox" checked={track} onChange={(event) => { setTrack(event.target.checked); }} />{t.conversation.track}</label>
          <IconButton icon="link" label={t.conversation.attach} disabled={!mayAct || links.length >= LIMITS.ATTACHMENTS} aria-expanded={attaching} onClick={() => { setAttaching(!attaching); }} />
          <span className="push" />
          {tooLong ? <span className="err" role="alert">{t.conversation.tooLong}</span> : <span className="s12 t3 no-phone">{t.conversation.keys}</span>}
          <Button type="submit" look="primary" icon="send" disabled={!ready}>{t.common.send}</Button>
        </div>
      </form>
    </div>
  );
}
