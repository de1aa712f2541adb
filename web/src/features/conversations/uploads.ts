/** Files on their way up, by conversation. They go on while one looks elsewhere; what is done goes into the draft. */
import { refusalOf, upload } from '../../actions/files';
import { LIMITS, type Link } from '../../lap/types';
import { ApiError } from '../../sync/api';
import type { Controller } from '../../sync/controller';
import { newId } from '../../sync/envelope';
import { draftOf, setDraft } from './drafts';

/**
 * `sent`: bytes that arrived. `problem`: an error code; it waits to be tried again or taken away. `link`: it is there, and
 * waits for those chosen before it, so that files keep the order in which they were chosen.
 */
export type Upload = { key: string; file: File; sent: number; problem?: string; link?: Link };

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
  const begun = taken.map((file) => begin(file));
  set(conversationId, [...uploadsOf(conversationId), ...begun]);
  for (const one of begun) void run(controller, conversationId, one);
  return files.length - taken.length;
}

/** Again from its beginning, in its place. */
export function retryUpload(controller: Controller, conversationId: string, { key, file }: Upload): void {
  const again = begin(file);
  set(conversationId, uploadsOf(conversationId).map((each) => (each.key === key ? again : each)));
  void run(controller, conversationId, again);
}

/** Also while it runs: then it ends after the part that is on its way. */
export function dropUpload(controller: Controller, conversationId: string, key: string): void {
  take(conversationId, key);
  settle(controller, conversationId);
}

function begin(file: File): Upload {
  const problem = refusalOf(file);
  return { key: newId(), file, sent: 0, ...(problem !== undefined && { problem }) };
}

async function run(controller: Controller, conversationId: string, { key, file, problem }: Upload): Promise<void> {
  const { workspaceId } = controller.store.get();
  const change = (patch: Partial<Upload>) => {
    set(conversationId, uploadsOf(conversationId).map((each) => (each.key === key ? { ...each, ...patch } : each)));
  };
  const here = () => uploadsOf(conversationId).some((each) => each.key === key);
  if (workspaceId === undefined || problem !== undefined) return;
  try {
    const link = await upload(controller.api, workspaceId, file, { onSent: (sent) => { change({ sent }); }, stopped: () => !here() });
    if (link) change({ link });
  } catch (error) {
    change({ problem: error instanceof ApiError ? error.code : 'file_unreadable' });
  }
  settle(controller, conversationId);
}

/** Those that are there go into the draft, up to the first that is still on its way. */
function settle(controller: Controller, conversationId: string): void {
  for (const { key, link, problem } of uploadsOf(conversationId)) {
    if (problem !== undefined) continue;
    if (!link) return;
    attach(controller, conversationId, link);
    take(conversationId, key);
  }
}

function take(conversationId: string, key: string): void {
  set(conversationId, uploadsOf(conversationId).filter((each) => each.key !== key));
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
