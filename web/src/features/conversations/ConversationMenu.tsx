import { useState } from 'react';
import type { Conversation } from '../../lap/types';
import { useStrings } from '../../strings';
import { IconButton } from '../../ui/Button';
import { Menu } from '../../ui/Menu';
import type { MenuEntry } from '../../ui/MenuBase';
import { revealed } from '../../ui/plain';
import { NameDialog } from '../app/NameDialog';
import { useMayAct } from '../app/names';
import { useActions } from './useActions';

type Props = { one: Pick<Conversation, 'id' | 'title' | 'sequence'>; pinned: boolean; unread: boolean; archived: boolean };

/** Pin, mark as read, rename, put away. Pins and read marks are one's own: viewers have them too. */
export function ConversationMenu({ one, pinned, unread, archived }: Props) {
  const { t } = useStrings();
  const mayAct = useMayAct();
  const [renaming, setRenaming] = useState(false);
  const { archive, pin, markRead, rename } = useActions();
  const entries: MenuEntry[] = [{ icon: 'pin', text: pinned ? t.conversation.unpin : t.conversation.pin, onPick: () => { pin(one.id, !pinned); } }];
  if (unread) entries.push({ icon: 'check', text: t.conversation.markRead, onPick: () => { markRead(one); } });
  if (mayAct) {
    entries.push('line', { icon: 'edit', text: t.conversation.renamed, onPick: () => { setRenaming(true); } });
    entries.push({ icon: 'archive', text: archived ? t.conversation.unarchive : t.conversation.archive, onPick: () => { archive(one, !archived); } });
  }
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={t.conversation.moreOf(revealed(one.title))} />} entries={entries} />
      {renaming && (
        <NameDialog
          title={t.conversation.rename} label={t.conversation.nameIt} name={one.title} onClose={() => { setRenaming(false); }}
          onSave={(title) => { rename(one.id, title); }}
        />
      )}
    </>
  );
}
