import { useState, type KeyboardEvent } from 'react';
import { say } from '../../actions/compose';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { sameItems, useController, useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { meansSend } from '../../ui/ime';
import { revealed } from '../../ui/plain';
import { useMayAct } from '../app/names';
import type { Shown } from './useConversation';

const key = (id: string) => `lineup.draft.${id}`;

/** Write, choose for whom, track or not, send. What is written survives a reload. */
export function Composer({ conversation, track: startTracked }: { conversation: Shown; track?: boolean }) {
  const { t } = useStrings();
  const controller = useController();
  const mayAct = useMayAct();
  const agents = useSelect((state) => conversation.agentIds.flatMap((id) => state.world.agents[id] ?? []).filter((agent) => agent.status !== 'revoked'), sameItems);
  const [text, setText] = useState(() => localStorage.getItem(key(conversation.id)) ?? '');
  const [track, setTrack] = useState(startTracked ?? false);
  const [chosen, setChosen] = useState<string>();
  const target = agents.find((agent) => agent.id === chosen) ?? agents[0];
  const tooLong = text.length > LIMITS.CONTENT;
  const ready = text.trim() !== '' && !tooLong && mayAct;

  const write = (next: string) => {
    setText(next);
    if (next === '') localStorage.removeItem(key(conversation.id));
    else localStorage.setItem(key(conversation.id), next);
  };
  const send = () => {
    if (!ready) return;
    say(controller, { conversationId: conversation.id, text, agentId: target?.id, track });
    write('');
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
          rows={2} aria-label={t.conversation.message} value={text} disabled={!mayAct}
          placeholder={target ? t.conversation.to(revealed(target.name)) : t.conversation.toAny}
          onChange={(event) => { write(event.target.value); }} onKeyDown={onKey}
        />
        <div className="composer-bar">
          {agents.length > 1 && (
            <select className="input" aria-label={t.conversation.toWhom} value={target?.id} onChange={(event) => { setChosen(event.target.value); }}>
              {agents.map((agent) => <option key={agent.id} value={agent.id}>{revealed(agent.name)}</option>)}
            </select>
          )}
          <label className="check"><input className="box" type="checkbox" checked={track} onChange={(event) => { setTrack(event.target.checked); }} />{t.conversation.track}</label>
          <span className="push" />
          {tooLong ? <span className="err" role="alert">{t.conversation.tooLong(LIMITS.CONTENT)}</span> : <span className="s12 t3 no-phone">{t.conversation.keys}</span>}
          <Button type="submit" look="primary" icon="send" disabled={!ready}>{t.common.send}</Button>
        </div>
      </form>
    </div>
  );
}
