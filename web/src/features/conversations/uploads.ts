/** Files on their way up, by conversation. They go on while one looks elsewhere; what is done goes into the draft. */
import { refusalOf, upload } from '../../actions/files';
import { LIMITS, type Link } from '../../lap/types';
import { ApiError } from '../../sync/api';
import type { Controller } from '../../sync/controller';
import { newId } from '../../sync/envelope';
import { draftOf, setDraft } from './drafts';

/** `sent`: bytes that arrived. `problem`: an error code; it waits to be tried again or taken away. */
export type Upload = { key: string; file: File; sent: number; problem?: string };

const NONE: readonly Upload[] = [];
const running = new Map<string, readonly Upload[]>();
const listeners = new Set<() => void>();

/** The same list until it changes. */
export const uploadsOf = (conversationId: string): readonly Upload[] => running.get(conversationId) ?? NONE;

export function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

/** Begins with as many as a message may have; gives how many were left out. */
export function attachFiles(controller: Controller, conversationId: string, files: readonly File[]): number {
  const room = LIMITS.ATTACHMENTS - draftOf(conversationId).links.length - uploadsOf(conversationId).length;
  const taken = files.slice(0, Math.max(0, room));
  for (const file of taken) start(controller, conversationId, { key: newId(), file, sent: 0 });
  return files.length - taken.length;
}

export function retryUpload(controller: Controller, conversationId: string, { key, file }: Upload): void {
  dropUpload(conversationId, key);
  start(controller, conversationId, { key: newId(), file, sent: 0 });
}

/** Also while it runs: then it ends after the part that is on its way. */
export function dropUpload(conversationId: string, key: string): void {
  set(conversationId, uploadsOf(conversationId).filter((each) => each.key !== key));
}

function start(controller: Controller, conversationId: string, one: Upload): void {
  const problem = refusalOf(one.file);
  set(conversationId, [...uploadsOf(conversationId), problem === undefined ? one : { ...one, problem }]);
  if (problem === undefined) void run(controller, conversationId, one);
}

async function run(controller: Controller, conversationId: string, { key, file }: Upload): Promise<void> {
  const { workspaceId } = controller.store.get();
  const change = (patch: Partial<Upload>) => {
    set(conversationId, uploadsOf(conversationId).map((each) => (each.key === key ? { ...each, ...patch } : each)));
  };
  const here = () => uploadsOf(conversationId).some((each) => each.key === key);
  if (workspaceId === undefined) return;
  try {
    const link = await upload(controller.api, workspaceId, file, { onSent: (sent) => { change({ sent }); }, stopped: () => !here() });
    if (link && here()) attach(controller, conversationId, link);
    dropUpload(conversationId, key);
  } catch (error) {
    change({ problem: error instanceof ApiError ? error.code : 'file_unreadable' });
  }
}

function attach({ mine }: Controller, conversationId: string, link: Link): void {
  const { text, links } = draftOf(conversationId);
  const next = { text, links: [...links, link] };
  setDraft(conversationId, next);
  mine.set('draft', conversationId, { ...next, device: mine.device });
}

function set(conversationId: string, next: readonly Upload[]): void {
  if (next.length === 0) running.delete(conversationId);
  else running.set(conversationId, next);
  for (const each of listeners) each();
}
