/** Finding tasks in the list by words: of its title, last words, agent or conversation; a step's words find its task. */
import { childrenOf } from '../../lap/select';
import type { Task } from '../../lap/types';
import type { World } from '../../lap/world';
import { own } from '../../lap/own';

/** What the list of tasks looks at. */
export type Shown = Pick<World, 'tasks' | 'agents' | 'conversations'>;

export const fold = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

export function finder(world: Shown, query: string): (task: Task) => boolean {
  const words = fold(query).split(/\s+/).filter((word) => word !== '');
  const found = (task: Task): boolean => {
    const texts = [task.title, task.summary, task.error, own(world.agents, task.agentId)?.name, own(world.conversations, task.conversationId)?.title];
    const text = fold(texts.filter((each) => each !== undefined).join('\n'));
    return words.every((word) => text.includes(word)) || childrenOf(world, task.id).some(found);
  };
  return words.length === 0 ? () => true : found;
}
