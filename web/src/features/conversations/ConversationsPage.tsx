import { useState } from 'react';
import { useStrings } from '../../strings';
import { Button, IconButton } from '../../ui/Button';
import { MainPane } from '../../ui/Pane';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { ConversationList } from './ConversationList';
import { NewConversation } from './NewConversation';

export function ConversationsPage() {
  const { t } = useStrings();
  const [starting, setStarting] = useState(false);
  const start = () => { setStarting(true); };
  return (
    <Shell topbar={<TopBar title={t.conversation.title} action={<IconButton icon="plus" label={t.conversation.new} onClick={start} />} />}>
      <MainPane width={776} head={<><h1>{t.conversation.title}</h1><span className="push" /><Button look="primary" icon="plus" onClick={start}>{t.conversation.new}</Button></>}>
        <ConversationList onStart={start} />
      </MainPane>
      {starting && <NewConversation onClose={() => { setStarting(false); }} />}
    </Shell>
  );
}
