import { useState } from 'react';
import { Link } from 'wouter';
import { conversations, faceOf, mainTask } from '../../lap/select';
import type { Conversation } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { sameItems, useNow, useSelect, useWorld } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { MainPane } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { oneLine } from '../../ui/plain';
import { TASK_LOOK } from '../../ui/status';
import { useNames } from '../app/names';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Unready } from '../app/Unready';
import { NewConversation } from './NewConversation';
import { findConversation, type Shown } from './useConversation';

export function ConversationsPage() {
  const { t } = useStrings();
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const world = useWorld();
  const waiting = useSelect((state) => state.outbox.flatMap(({ command }) =>
    command.type === 'conversation.create' && command.conversationId !== undefined && !own(state.world.conversations, command.conversationId)
      ? (findConversation(state, command.conversationId) ?? []) : []), (a, b) => sameItems(a.map((x) => x.id), b.map((x) => x.id)));
  const [starting, setStarting] = useState(false);
  const list = conversations(world);
  const start = () => { setStarting(true); };
  return (
    <Shell topbar={<TopBar title={t.conversation.title} action={<IconButton icon="plus" label={t.conversation.new} onClick={start} />} />}>
      <MainPane width={776} head={<><h1>{t.conversation.title}</h1><span className="push" /><Button look="primary" icon="plus" onClick={start}>{t.conversation.new}</Button></>}>
        {!ready && <Unready rows={4} />}
        {ready && list.length === 0 && waiting.length === 0 && (
          <Blank title={t.conversation.empty} action={<Button look="primary" onClick={start}>{t.conversation.new}</Button>}>{t.conversation.emptyHint}</Blank>
        )}
        <ul className="rows">
          {waiting.map((one) => <UnsentRow key={one.id} one={one} />)}
          {list.map((one) => <Row key={one.id} one={one} world={world} />)}
        </ul>
      </MainPane>
      {starting && <NewConversation onClose={() => { setStarting(false); }} />}
    </Shell>
  );
}

function UnsentRow({ one }: { one: Shown }) {
  const { t } = useStrings();
  return (
    <li className="row is-neutral"><Icon name="clock" /><div><h2><Link href={`/conversations/${one.id}`}><Plain text={one.title} /></Link></h2><p>{t.conversation.unsent}</p></div><div className="end" /></li>
  );
}

function Row({ one, world }: { one: Conversation; world: World }) {
  const { t, f } = useStrings();
  const names = useNames();
  const now = useNow(60_000);
  const task = mainTask(world, one.id);
  const face = task && faceOf(world, task);
  const look = face ? TASK_LOOK[face] : { tone: 'neutral' as const, icon: 'chat' as const };
  const last = one.lastMessage;
  return (
    <li className={`row is-${look.tone}`}>
      <Icon name={look.icon} />
      <div>
        <h2><Link href={`/conversations/${one.id}`}><Plain text={one.title} /></Link></h2>
        <p className="trunc">
          {face && <><span className="word">{t.task[face]}</span>{t.sep}</>}
          {last ? <><Plain text={names.actor(last.author)} />: <Plain text={oneLine(last.excerpt)} /></> : t.conversation.noMessages}
        </p>
      </div>
      <div className="end"><time>{f.short(last?.at ?? one.createdAt, now)}</time></div>
    </li>
  );
}
