import type { Conversation } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController } from '../../sync/hooks';
import { revealed } from '../../ui/plain';
import { toast } from '../../ui/Toast';

/** What one does with a conversation as a whole. */
export function useActions() {
  const { t } = useStrings();
  const controller = useController();
  const archive = ({ id, title }: Pick<Conversation, 'id' | 'title'>, archived: boolean) => {
    controller.send('conversation.archive', { archived }, { conversationId: id });
    const undo = () => { controller.send('conversation.archive', { archived: !archived }, { conversationId: id }); };
    toast({ text: archived ? t.conversation.archivedSay(revealed(title)) : t.conversation.unarchivedSay(revealed(title)), action: { label: t.conversation.undo, run: undo } });
  };
  return {
    archive,
    pin: (id: string, pinned: boolean) => { controller.mine.set('pin', id, pinned ? {} : null); },
    markRead: ({ id, sequence }: Pick<Conversation, 'id' | 'sequence'>) => { controller.mine.set('read', id, { sequence }); },
    rename: (id: string, title: string) => { controller.send('conversation.rename', { title }, { conversationId: id }); },
  };
}
