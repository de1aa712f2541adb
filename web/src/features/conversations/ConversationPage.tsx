import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { rootOf } from '../../lap/select';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { sameItems, useController, useMine, useSelect } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { useShortcuts } from '../../ui/keys';
import { MainPane } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { AgentChip } from '../../ui/StatusChip';
import { faceOfAgent } from '../agents/face';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Unready } from '../app/Unready';
import { TaskPane } from '../tasks/TaskPane';
import { Composer } from './Composer';
import { ConversationMenu } from './ConversationMenu';
import { ListPane } from './ListPane';
import { Stream, type Jump } from './Stream';
import { TaskStrip } from './TaskStrip';
import { useConversation, type Shown } from './useConversation';
import { useShownTask } from './useShownTask';
import { useWide } from './useWide';
import './conversations.css';

/** One conversation; beside it the task that matters now, or the one asked for. `at`: the sequence of the event to show. */
export function ConversationPage({ id, taskId, at }: { id: string; taskId?: string | undefined; at?: number | undefined }) {
  const { t } = useStrings();
  const conversation = useConversation(id);
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const { store } = useController();
  const [task, show] = useShownTask(id, taskId);
  const fresh = useSelect((state) => own(state.world.conversations, id)?.lastMessage === undefined);
  const [drawer, setDrawer] = useState(taskId !== undefined);
  const wide = useWide();
  const jump = useRef<Jump>(null);
  const [, navigate] = useLocation();
  const goTo = (card: string) => {
    const { world } = store.get();
    const of = rootOf(world, own(world.interactions, card)?.taskId);
    if (of) show(of.id);
    if (!jump.current?.(card)) navigate(`/inbox/${card}`);
  };
  useShortcuts([{ id: 'reply', keys: 'r', group: 'write', when: conversation !== undefined, run: () => { document.getElementById('composer-text')?.focus(); } }]);
  return (
    <Shell
      topbar={<TopBar title={conversation ? <Plain text={conversation.title} /> : t.conversation.title} back="/conversations" action={conversation && <Doing id={id} />} />}
      panes={task ? 'detail' : ''} drawer={drawer} deep
    >
      {wide && <ListPane current={id} />}
      <MainPane width={744} body={false} head={conversation ? <Head conversation={conversation} hasTask={task !== undefined} onPanel={() => { setDrawer(true); }} /> : <h1>{t.conversation.title}</h1>}>
        {conversation ? (
          <>
            {task && <TaskStrip task={task} onOpen={() => { setDrawer(true); }} />}
            <Stream key={at} id={id} at={at} jump={jump} />
            <Composer conversation={conversation} focus={fresh} onGo={goTo} />
          </>
        ) : <div className="pane-body">{ready ? <Blank title={t.conversation.empty} /> : <Unready />}</div>}
      </MainPane>
      {task && <TaskPane task={task} onClose={() => { setDrawer(false); }} />}
    </Shell>
  );
}

function Head({ conversation, hasTask, onPanel }: { conversation: Shown; hasTask: boolean; onPanel: () => void }) {
  const { t } = useStrings();
  const agents = useSelect((state) => conversation.agentIds.flatMap((id) => own(state.world.agents, id) ?? []), sameItems);
  const away = useSelect((state) => own(state.world.conversations, conversation.id)?.archivedAt !== undefined);
  const only = agents.length === 1 ? agents[0] : undefined;
  const face = useSelect((state) => only && faceOfAgent(state.world, only));
  return (
    <>
      <h1 className="trunc"><Plain text={conversation.title} /></h1>
      <span className="sub trunc">{agents.map((agent, i) => <span key={agent.id}>{i > 0 && t.listComma}<Plain text={agent.name} /></span>)}</span>
      {face && <AgentChip plain face={face} />}
      {away && <span className="tag">{t.conversation.archivedTitle}</span>}
      <span className="push" />
      <Doing id={conversation.id} />
      {hasTask && <Button look="ghost" icon="panel" className="only-narrow" onClick={onPanel}>{t.tasks.detail}</Button>}
    </>
  );
}

/** What one does with this conversation as a whole, once the log has it. */
function Doing({ id }: { id: string }) {
  const one = useSelect((state) => own(state.world.conversations, id));
  const pinned = useMine('pin', id) !== undefined;
  return one && <ConversationMenu one={one} pinned={pinned} unread={false} archived={one.archivedAt !== undefined} />;
}
