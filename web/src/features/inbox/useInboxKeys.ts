import { useLocation } from 'wouter';
import { valueOf } from '../../sync/mine';
import { useController } from '../../sync/hooks';
import { useShortcuts } from '../../ui/keys';
import { useWaiting } from '../app/counts';
import type { Bulk } from './bulk';
import { currentRow, moveFocus, openLater } from './walk';

/** One key for next and previous, unread, later, select. None answers a card. */
export function useInboxKeys({ open, bulk }: { open: string | undefined; bulk: Bulk | undefined }): void {
  const controller = useController();
  const [, navigate] = useLocation();
  const waiting = useWaiting();
  const target = () => open ?? currentRow();
  const at = waiting.findIndex((one) => one.id === open);
  const go = (step: 1 | -1) => {
    if (open === undefined) {
      moveFocus(step);
      return;
    }
    const next = at < 0 ? waiting[0] : waiting[at + step];
    if (next) navigate(`/inbox/${next.id}`);
  };
  useShortcuts([
    { id: 'next', keys: 'j', group: 'list', run: () => { go(1); } },
    { id: 'previous', keys: 'k', group: 'list', run: () => { go(-1); } },
    { id: 'back', keys: 'Escape', group: 'list', run: () => { if (bulk?.selection) bulk.end(); else if (open !== undefined) navigate('/inbox'); } },
    { id: 'snooze', keys: 's', group: 'list', run: () => { openLater(target()); } },
    { id: 'select', keys: 'x', group: 'list', when: bulk !== undefined && bulk.fit.length > 0, run: () => { const id = currentRow(); if (id !== undefined) bulk?.toggle(id); } },
    {
      id: 'unread', keys: 'u', group: 'list',
      run: () => {
        const id = target();
        if (id !== undefined) controller.mine.set('seen', id, valueOf(controller.store.get().mine, 'seen', id) === undefined ? {} : null);
      },
    },
  ]);
}
