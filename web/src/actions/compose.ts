import { LIMITS, type Link } from '../lap/types';
import type { Controller } from '../sync/controller';
import { newId } from '../sync/envelope';

type Said = { conversationId: string; text: string; agentId: string | undefined; track: boolean; links?: readonly Link[] };

/** Say it; as a tracked task if asked. The title of a task is its first line. Gives the id of the message or the task. */
export function say(controller: Controller, { conversationId, text, agentId, track, links = [] }: Said): string {
  const content = text.trim() === '' ? namesOf(links) : text.trim();
  const shared = {
    ...(agentId === undefined ? {} : { targetAgentId: agentId }),
    ...(links.length === 0 ? {} : { attachments: [...links] }),
  };
  if (!track) {
    return controller.send('message.create', { content, ...shared }, { conversationId });
  }
  const taskId = newId();
  controller.send('task.create', { title: titleOf(content), description: content, ...shared }, { conversationId, taskId });
  return taskId;
}

/** Whether there is something to say: words, or something attached. */
export const sayable = ({ text, links = [] }: Pick<Said, 'text' | 'links'>): boolean => text.trim() !== '' || links.length > 0;

/** What stands for the words where only files are sent. */
const namesOf = (links: readonly Link[]): string => links.map((link) => link.name).join('\n');

/** What the server adds to make an event of a command: names, title of the conversation, times. In bytes. */
const EVENT_MARGIN = 2048;

/** Whether it fits into one message: 16,000 characters, and an event's bytes (a Chinese character has three). */
export function fits({ text, links = [] }: Pick<Said, 'text' | 'links'>): boolean {
  if (text.length > LIMITS.CONTENT) return false;
  const bytes = new TextEncoder().encode(JSON.stringify([text.trim(), titleOf(text), links])).length;
  return bytes <= LIMITS.EVENT_BYTES - EVENT_MARGIN;
}

/** The first line, cut to a title's length at a code point. */
export function titleOf(content: string): string {
  const line = content.split('\n').find((each) => each.trim() !== '')?.trim() ?? content;
  const points = Array.from(line);
  return points.length <= LIMITS.LABEL ? line : `${points.slice(0, LIMITS.LABEL - 1).join('')}…`;
}

/** Start a conversation. Gives its id at once; the server learns of it through the outbox. */
export function startConversation(controller: Controller, title: string, agentIds: string[]): string {
  const conversationId = newId();
  controller.send('conversation.create', { title, agentIds }, { conversationId });
  return conversationId;
}
