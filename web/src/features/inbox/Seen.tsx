import { useEffect } from 'react';
import { useStrings } from '../../strings';
import { useController, useMine } from '../../sync/hooks';

/** A dot for what I have not opened yet, with its word for those who do not see it. */
export function NewDot({ id }: { id: string }) {
  const { t } = useStrings();
  return useMine('seen', id) === undefined ? <span className="new-dot"><span className="sr">{t.inbox.unread}</span></span> : null;
}

/** Opening is reading: mark it, once. Marking it unread while it is open stays. */
export function useSeen(id: string): void {
  const controller = useController();
  useEffect(() => { controller.mine.set('seen', id, {}); }, [controller, id]);
}
