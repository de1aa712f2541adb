import { useEffect, useEffectEvent } from 'react';
import { own } from '../../lap/own';
import { useController, useSelect } from '../../sync/hooks';

/** What is said while its end is on a screen that somebody looks at is read. */
export function useMarkRead(conversationId: string, atEnd: boolean): void {
  const { mine } = useController();
  const sequence = useSelect((state) => own(state.world.conversations, conversationId)?.sequence);
  const mark = useEffectEvent(() => {
    if (atEnd && sequence !== undefined && document.visibilityState === 'visible') mine.set('read', conversationId, { sequence });
  });
  useEffect(() => { mark(); }, [conversationId, sequence, atEnd]);
  useEffect(() => {
    const seen = () => { mark(); };
    document.addEventListener('visibilitychange', seen);
    return () => { document.removeEventListener('visibilitychange', seen); };
  }, []);
}
