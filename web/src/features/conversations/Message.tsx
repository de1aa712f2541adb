import { memo, use } from 'react';
import { Link } from 'wouter';
import { LIMITS, type EventOf } from '../../lap/types';
import { own } from '../../lap/own';
import { errorText, useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { AgentAvatar, PersonAvatar } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { safeUrl } from '../../ui/links';
import { FileRow } from '../../ui/FileRow';
import { isFile, Links } from '../../ui/Links';
import { Markdown } from '../../ui/Markdown';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { InlineCard } from '../inbox/InlineCard';
import { useNames } from '../app/names';
import { draftOf, isEmpty, setDraft, type Draft } from './drafts';
import type { Item } from './items';
import { OfTask } from './OfTask';
import { CAPABILITY, isQueued, mayBeAway, TakenContext } from './taken';

export const ItemView = memo(function ItemView({ item }: { item: Item }) {
  switch (item.kind) {
    case 'message': return <Message event={item.event} />;
    case 'unsent': return <Unsent item={item} />;
    case 'draft': return <Writing item={item} />;
    case 'card': return <CardItem id={item.interactionId} />;
    default: return <Say item={item} />;
  }
});

function Message({ event }: { event: EventOf<'message.created'> }) {
  const { t, f } = useStrings();
  const names = useNames();
  const { actor, payload } = event;
  const runtime = useSelect((state) => (actor.kind === 'agent' ? own(state.world.agents, actor.id)?.runtime : undefined));
  const several = useSelect((state) => (own(state.world.conversations, event.conversationId)?.agentIds.length ?? 0) > 1);
  const name = names.actor(actor);
  const { targetAgentId } = payload;
  return (
    <article className={`msg${names.isMe(actor) ? ' msg--me' : ''}`} data-sequence={event.sequence}>
      {actor.kind === 'agent' ? <AgentAvatar /> : <PersonAvatar name={actor.name || name} />}
      <div>
        <p className="by"><b><Plain text={name} /></b>{runtime !== undefined && <span className="t3"><Plain text={runtime} /></span>}{several && targetAgentId !== undefined && <span className="t3">{t.conversation.toOne('')}<Plain text={names.agent(targetAgentId)} /></span>}<time className="t3" dateTime={event.receivedAt}>{f.clock(event.receivedAt)}</time>{actor.kind === 'agent' && <OfTask taskId={event.taskId} />}</p>
        <div className="txt"><Markdown text={payload.content} fold />{payload.attachments && <Links links={payload.attachments} />}</div>
        {targetAgentId !== undefined && names.isMe(actor) && <Waiting event={event} agentId={targetAgentId} />}
      </div>
    </article>
  );
}

/** Under my message: its agent is away and gets it later, or is busy and takes it up later. */
function Waiting({ event, agentId }: { event: EventOf<'message.created'>; agentId: string }) {
  const { t } = useStrings();
  const agent = useSelect((state) => own(state.world.agents, agentId));
  const taken = use(TakenContext);
  const queued = isQueued(event, taken, agent?.capabilities.includes(CAPABILITY) ?? false, useNow(1_000));
  if (agent === undefined || agent.status === 'revoked') return null;
  if (agent.status === 'offline') return mayBeAway(event, taken) && <p className="fate is-waiting"><Icon name="clock" size={14} />{t.conversation.queuedFor('')}<Plain text={agent.name} /></p>;
  return queued ? <p className="fate is-neutral"><Icon name="queued" size={14} />{t.conversation.queued(revealed(agent.name))}</p> : null;
}

function Unsent({ item }: { item: Extract<Item, { kind: 'unsent' }> }) {
  const { t } = useStrings();
  const controller = useController();
  const offline = useSelect((state) => state.sync.phase === 'offline');
  const me = useSelect((state) => (state.session.phase === 'signedIn' ? state.session.user.displayName : ''));
  const refused = item.out.state === 'refused';
  const { id, conversationId } = item.out.command;
  const edit = () => {
    if (conversationId === undefined) return;
    takeBack(conversationId, { text: item.text, links: item.links ?? [] });
    controller.sender.discard(id);
  };
  return (
    <article className="msg msg--me msg--unsent">
      <PersonAvatar name={me || t.you} />
      <div>
        <p className="by"><b>{t.you}</b></p>
        <div className="txt"><Markdown text={item.text} fold />{item.links && <Links links={item.links} />}</div>
        {refused ? (
          <div className="fate is-danger" role="alert">
            <span><Icon name="failed" size={14} /> {t.conversation.notSent}: {errorText(t, item.out.error?.code)}</span>
            <Button className="btn--sm" onClick={() => { controller.sender.retry(id); }}>{t.common.retry}</Button>
            <Button className="btn--sm" look="ghost" onClick={edit}>{t.conversation.edit}</Button>
            <Button className="btn--sm" look="ghost" onClick={() => { controller.sender.discard(id); }}>{t.conversation.discard}</Button>
          </div>
        ) : (
          <p className={`fate is-${offline ? 'waiting' : 'neutral'}`}><Icon name="clock" size={14} />{offline ? t.conversation.unsentOffline : t.conversation.unsent}</p>
        )}
      </div>
    </article>
  );
}

/** Into the field again, above what is being written there. */
function takeBack(conversationId: string, said: Draft): void {
  const now = draftOf(conversationId);
  setDraft(conversationId, isEmpty(now) ? said : { text: `${said.text}\n\n${now.text}`, links: [...said.links, ...now.links].slice(0, LIMITS.ATTACHMENTS) });
  document.getElementById('composer-text')?.focus();
}

function Writing({ item }: { item: Extract<Item, { kind: 'draft' }> }) {
  const { t } = useStrings();
  const { draft } = item;
  const agent = useSelect((state) => {
    const ids = own(state.world.conversations, draft.conversationId)?.agentIds ?? [];
    const id = draft.agentId ?? (ids.length === 1 ? ids[0] : undefined);
    return own(state.world.agents, id);
  });
  // Nobody writes any more: the agent is gone, and what came stays as it is until it is written anew.
  const gone = agent?.status === 'offline';
  return (
    <article className={gone ? 'msg' : 'msg msg--writing'} aria-busy={!gone}>
      <AgentAvatar />
      <div>
        <p className="by"><b><Plain text={agent?.name ?? t.tasks.agent} /></b>{gone ? <span className="cut-off">{t.conversation.cutOff}</span> : <span className="t3">{t.conversation.typing}</span>}</p>
        <div className="txt"><Markdown text={draft.text} fold growing /></div>
      </div>
    </article>
  );
}

function CardItem({ id }: { id: string }) {
  const interaction = useSelect((state) => own(state.world.interactions, id));
  if (!interaction) return null;
  return (
    <div className="msg">
      <AgentAvatar />
      <div><InlineCard interaction={interaction} /></div>
    </div>
  );
}

function Say({ item }: { item: Extract<Item, { kind: 'tracked' | 'ended' | 'artifact' }> }) {
  const { t, f } = useStrings();
  const time = <time dateTime={item.at}>{f.clock(item.at)}</time>;
  if (item.kind === 'tracked') {
    return <p className="say is-running"><Icon name="tasks" size={14} /><span>{t.conversation.tracked}<Link className="under" href={`/tasks/${item.taskId}`}><Plain text={item.title} /></Link></span>{time}</p>;
  }
  if (item.kind === 'ended') return <Ended item={item} time={time} />;
  const { payload } = item.event;
  if (isFile(payload)) return <p className="say"><span>{t.conversation.result}</span><FileRow link={payload} />{time}</p>;
  const url = safeUrl(payload.url);
  const name = <Plain text={payload.name} />;
  return <p className="say"><Icon name="file" size={14} /><span>{t.conversation.result}{url === undefined ? name : <a className="under" href={url} target="_blank" rel="noopener noreferrer nofollow">{name}</a>}</span>{time}</p>;
}

const END = { succeeded: ['success', 'done'], failed: ['danger', 'failed'], cancelled: ['neutral', 'cancelled'] } as const;

function Ended({ item, time }: { item: Extract<Item, { kind: 'ended' }>; time: React.ReactNode }) {
  const { t } = useStrings();
  const task = useSelect((state) => own(state.world.tasks, item.taskId));
  const said = item.status === 'succeeded' ? undefined : item.said;
  const [tone, icon] = END[item.status];
  return <p className={`say say--line is-${tone}`}><Icon name={icon} size={14} /><span>{t.conversation.taskEnded[item.status]}<Link className="under" href={`/tasks/${item.taskId}`}><Plain text={task?.title ?? item.taskId} /></Link>{said !== undefined && <>{t.sep}<Plain text={said} /></>}</span>{time}</p>;
}
