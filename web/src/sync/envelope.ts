import { v7 } from 'uuid';
import type { Command, CommandPayload, CommandType } from '../lap/types';

export const newId = (): string => v7();

type Subject = { conversationId?: string; taskId?: string };

/** A command with a fresh id: its identity from the optimistic item to the log. */
export function command<T extends CommandType>(
  type: T, workspaceId: string, payload: CommandPayload<T>, subject: Subject = {}, id: string = newId(),
): Command {
  const envelope = { id, type, version: '0.1', occurredAt: new Date().toISOString(), workspaceId, ...subject, payload };
  return envelope as unknown as Command;
}

export function frame(type: string, workspaceId: string, payload: object): object {
  return { id: newId(), type, version: '0.1', occurredAt: new Date().toISOString(), workspaceId, payload };
}
