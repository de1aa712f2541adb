import { useState } from 'react';
import { mainTask } from '../../lap/select';
import type { Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useSelect } from '../../sync/hooks';
import type { State } from '../../sync/state';

/** The task that was created last in a conversation. */
function newestTask({ world }: State, conversationId: string): Task | undefined {
  let newest: Task | undefined;
  for (const task of Object.values(world.tasks)) {
    if (task.conversationId !== conversationId || task.parentTaskId !== undefined) continue;
    if (newest === undefined || task.createdSequence > newest.createdSequence) newest = task;
  }
  return newest;
}

/**
 * The task beside a conversation: the one that is asked for; else the one that mattered when one came, which stays while it is
 * dealt with, until a new one is begun here or `show` names another.
 */
export function useShownTask(conversationId: string, asked: string | undefined): [Task | undefined, (id: string) => void] {
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const newest = useSelect((state) => newestTask(state, conversationId)?.id);
  const main = useSelect((state) => mainTask(state.world, conversationId)?.id);
  const [held, hold] = useState<{ id: string | undefined; newest: string | undefined }>();
  if (ready && held?.newest !== newest) hold({ id: held?.id === undefined ? main : newest, newest });
  const task = useSelect((state) => own(state.world.tasks, asked ?? held?.id ?? main));
  return [task, (id) => { hold({ id, newest }); }];
}
