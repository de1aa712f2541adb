import { useRef, useState, useSyncExternalStore, type ClipboardEvent, type KeyboardEvent } from 'react';
import { fits, say, sayable } from '../../actions/compose';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { sameItems, useController, useSelect } from '../../sync/hooks';
import { Button, IconButton } from '../../ui/Button';
import { meansSend } from '../../ui/ime';
import { Links } from '../../ui/Links';
import { revealed } from '../../ui/plain';
import { useWaitingIn } from '../app/counts';
import { useMayAct } from '../app/names';
import { Attach } from './Attach';
import { AttachLink } from './AttachLink';
import { OtherDraft } from './OtherDraft';
import { Recipient } from './Recipient';
import { TooLong } from './TooLong';
import { useTrack } from './track';
import { Uploading } from './Uploading';
import { attachFiles, onUploads, uploadsOf } from './uploads';
import type { Shown } from './useConversation';
import { useDraft } from './useDraft';
import { pastedFiles, useDrop } from './useDrop';
import { useRecipient } from './useRecipient';
import { Another, Waits } from './Waits';

/** More characters than these are not put into the field: it would hold up the page. They can go as a file. */
const MOST = 64_000;

/** Write, choose for whom, track or not, send. What is written survives a reload. */
export function Composer({ conversation, focus, onGo }: { conversation: Shown; focus?: boolean; /** Show the card of this id. */ onGo: (id: string) => void }) {
  const { t } = useStrings();
  const controller = useController();
  const mayAct = useMayAct();
  const { id } = conversation;
  const agents = useSelect((state) => conversation.agentIds.flatMap((agentId) => own(state.world.agents, agentId) ?? []).filter((agent) => agent.status !== 'revoked'), sameItems);
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, write, clear, other, swap, drop } = useDraft(id, () => document.activeElement === field.current);
  const { text, links } = draft;
  const uploads = useSyncExternalStore(onUploads, () => uploadsOf(id));
  const [linking, setLinking] = useState(false);
  const waiting = useWaitingIn(id);
  const { track, ...tracking } = useTrack(id, waiting);
  const [target, choose] = useRecipient(id, agents);
  const [huge, setHuge] = useState<string>();
  const [leftOut, setLeftOut] = useState(0);
  const tooLong = !fits(draft);
  const sending = uploads.some((one) => one.problem === undefined);
  const ready = sayable(draft) && !tooLong && mayAct && uploads.length === 0;

  const addFiles = (files: File[]) => {
    if (files.length > 0) setLeftOut(attachFiles(controller, id, files));
  };
  const over = useDrop(addFiles, mayAct);
  const asFile = (content: string) => {
    addFiles([new File([content], `${t.conversation.pastedName}.txt`, { type: 'text/plain' })]);
    if (huge === undefined) write({ text: '', links });
    setHuge(undefined);
    field.current?.focus();
  };
  const change = (next: string) => {
    const isHuge = next.length > MOST && next.length > text.length;
    setHuge(isHuge ? next : undefined);
    if (!isHuge) write({ text: next, links });
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = pastedFiles(event);
    const pasted = event.clipboardData.getData('text/plain');
    if (files.length === 0 && text.length + pasted.length <= MOST) return;
    event.preventDefault();
    if (files.length > 0) addFiles(files);
    else setHuge(pasted);
  };
  const send = () => {
    if (!ready || tracking.asking) return;
    if (tracking.doubtful) {
      tracking.ask();
      field.current?.focus();
    } else go();
  };
  const go = () => {
    const said = say(controller, { conversationId: id, text, agentId: target?.id, track, links });
    clear(said);
    setLinking(false);
    tracking.sent();
    setLeftOut(0);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!meansSend(event)) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="composer-wrap">
      {mayAct && waiting.length > 0 && <Waits waiting={waiting} onGo={onGo} />}
      {other && <OtherDraft other={other} onSwap={swap} onDrop={drop} />}
      <form noValidate className={over ? 'composer composer--over' : 'composer'} onSubmit={(event) => { event.preventDefault(); send(); }}>
        {agents.length > 1 && <Recipient agents={agents} chosen={target?.id} onChoose={choose} />}
        <div className="grows" data-text={`${text}\n`}>
          <textarea
            id="composer-text" ref={field} rows={2} autoFocus={focus} aria-label={t.conversation.message} value={text} disabled={!mayAct}
            placeholder={target ? t.conversation.to(revealed(target.name)) : t.conversation.toAny}
            onChange={(event) => { change(event.target.value); }} onKeyDown={onKey} onPaste={onPaste}
          />
        </div>
        {links.length > 0 && (
          <Links links={links} end={(link) => <IconButton icon="x" label={t.conversation.linkRemove(revealed(link.name))} onClick={() => { write({ text, links: links.filter((each) => each !== link) }); }} />} />
        )}
        {uploads.length > 0 && <Uploading conversationId={id} uploads={uploads} />}
        {leftOut > 0 && <p className="err composer-say" role="alert">{t.conversation.tooMany(leftOut)}</p>}
        {linking && <AttachLink onAdd={(link) => { write({ text, links: [...links, link] }); }} onClose={() => { setLinking(false); }} />}
        {(huge !== undefined || tooLong) && <TooLong text={huge ?? text} pasted={huge !== undefined} onFile={asFile} onDrop={() => { setHuge(undefined); }} />}
        {tracking.asking && <Another waiting={waiting} ready={ready} onStart={() => { go(); field.current?.focus(); }} onGo={onGo} />}
        <div className="composer-bar">
          <label className="check"><input className="box" type="checkbox" checked={track} disabled={!mayAct} onChange={(event) => { tracking.choose(event.target.checked); }} />{t.conversation.track}</label>
          <Attach count={links.length + uploads.length} disabled={!mayAct} linking={linking} onFiles={addFiles} onLink={() => { setLinking(!linking); }} />
          <span className="push" />
          <span className={`s12 t3 no-phone${sending ? '' : ' composer-keys'}`}>{sending ? t.conversation.uploadsFirst : t.conversation.keys(track)}</span>
          <Button type="submit" look="primary" icon={track ? 'tasks' : 'send'} disabled={!ready || tracking.asking}>{track ? t.conversation.startTask : t.common.send}</Button>
        </div>
        {over && <p className="drop-here" aria-hidden="true">{t.conversation.dropHere}</p>}
      </form>
    </div>
  );
}
