import { useState } from 'react';
import { useStrings } from '../../strings';
import { IconButton } from '../../ui/Button';
import { PaneBody } from '../../ui/Pane';
import { ConversationList } from './ConversationList';
import { NewConversation } from './NewConversation';

/** The list beside the conversation that is open, on wide screens. */
export function ListPane({ current }: { current: string }) {
  const { t } = useStrings();
  const [starting, setStarting] = useState(false);
  const start = () => { setStarting(true); };
  return (
    <section className="pane cv-pane" aria-label={t.conversation.list}>
      <div className="pane-head"><h2>{t.conversation.list}</h2><span className="push" /><IconButton icon="plus" label={t.conversation.new} onClick={start} /></div>
      <PaneBody><ConversationList current={current} onStart={start} /></PaneBody>
      {starting && <NewConversation onClose={() => { setStarting(false); }} />}
    </section>
  );
}
