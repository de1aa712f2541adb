import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { sameItems, useSelect } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useShortcuts } from '../../ui/keys';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { useMayAct } from '../app/names';
import { Unready } from '../app/Unready';
import { currentRow, focusBeside, moveFocus } from '../inbox/walk';
import { ConversationRow } from './ConversationRow';
import type { Entry } from './list';
import { useActions } from './useActions';
import { findConversation, type Shown } from './useConversation';
import { useList } from './useList';
import './conversations.css';

/** All conversations, pinned ones first; those put away are behind a switch. `current`: the one that is open beside it. */
export function ConversationList({ current, onStart }: { current?: string; onStart: () => void }) {
  const { t } = useStrings();
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const { pinned, others, archived } = useList();
  const waiting = useWaiting();
  const [away, setAway] = useState(false);
  const showAway = away && archived.length > 0;
  const shown = showAway ? archived : [...pinned, ...others];
  useListKeys(shown, showAway);
  if (!ready) return <Unready rows={4} />;
  const rows = (entries: readonly Entry[], extra?: ReactNode) => (
    <ul className="rows">{extra}{entries.map((entry) => <ConversationRow key={entry.one.id} entry={entry} archived={showAway} current={entry.one.id === current} />)}</ul>
  );
  const none = pinned.length + others.length + waiting.length === 0;
  return (
    <>
      {showAway ? <Section title={t.conversation.archivedTitle} count={archived.length}>{rows(archived)}</Section> : (
        <>
          {pinned.length > 0 && <Section title={t.conversation.pinnedTitle} count={pinned.length}>{rows(pinned)}</Section>}
          {others.length + waiting.length > 0 && (
            <Section title={pinned.length > 0 ? t.conversation.othersTitle : t.conversation.title} count={others.length + waiting.length}>
              {rows(others, waiting.map((one) => <UnsentRow key={one.id} one={one} />))}
            </Section>
          )}
          {none && <Blank title={t.conversation.empty} action={<Button look="primary" onClick={onStart}>{t.conversation.new}</Button>}>{t.conversation.emptyHint}</Blank>}
        </>
      )}
      {archived.length > 0 && (
        <Button look="ghost" className="cv-away" icon={showAway ? 'back' : 'archive'} onClick={() => { setAway(!showAway); }}>
          {showAway ? t.conversation.backToAll : t.conversation.showArchived(archived.length)}
        </Button>
      )}
    </>
  );
}

/** Conversations that wait in the outbox. */
function useWaiting(): readonly Shown[] {
  return useSelect((state) => state.outbox.flatMap(({ command }) =>
    command.type === 'conversation.create' && command.conversationId !== undefined && !own(state.world.conversations, command.conversationId)
      ? (findConversation(state, command.conversationId) ?? []) : []), (a, b) => sameItems(a.map((x) => x.id), b.map((x) => x.id)));
}

function useListKeys(shown: readonly Entry[], archived: boolean): void {
  const { archive, pin } = useActions();
  const mayAct = useMayAct();
  const onCurrent = (run: (entry: Entry) => void) => () => {
    const entry = shown.find(({ one }) => one.id === currentRow());
    if (entry) run(entry);
  };
  useShortcuts([
    { id: 'next', keys: 'j', group: 'list', run: () => { moveFocus(1); } },
    { id: 'previous', keys: 'k', group: 'list', run: () => { moveFocus(-1); } },
    { id: 'pin', keys: 'p', group: 'list', run: onCurrent(({ one, pinned }) => { pin(one.id, !pinned); }) },
    { id: 'archive', keys: 'e', group: 'list', when: mayAct, run: onCurrent(({ one }) => {
      focusBeside(one.id);
      archive(one, !archived);
    }) },
  ]);
}

function UnsentRow({ one }: { one: Shown }) {
  const { t } = useStrings();
  return (
    <li className="row cv is-neutral"><Icon name="clock" /><div><h3><Link href={`/conversations/${one.id}`} data-row={one.id}><Plain text={one.title} /></Link></h3><p>{t.conversation.unsent}</p></div><div className="end" /></li>
  );
}
