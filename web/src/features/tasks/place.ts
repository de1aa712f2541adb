/** Where one is among the tasks, as the last part of the address: `failed`, a task's id, or `failed~ID` for both. */
import type { TaskFilter } from '../../lap/select';

export const FILTERS: readonly TaskFilter[] = ['all', 'running', 'waiting', 'failed', 'done', 'cancelled'];

export type TaskPlace = { filter: TaskFilter; id?: string };

export function placeOf(part: string | undefined): TaskPlace {
  const [first = '', second] = (part ?? '').split('~');
  const filter = FILTERS.find((each) => each === first);
  const id = filter === undefined ? first : second;
  return { filter: filter ?? 'all', ...(id ? { id } : {}) };
}

export function pathOf({ filter, id }: TaskPlace): string {
  const parts = [...(filter === 'all' ? [] : [filter]), ...(id === undefined ? [] : [id])];
  return parts.length === 0 ? '/tasks' : `/tasks/${parts.join('~')}`;
}
