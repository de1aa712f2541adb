import { useCallback, useEffect, useRef, useState } from 'react';
import type { Actor } from '../../lap/types';
import { ApiError } from '../../sync/api';
import type { Controller } from '../../sync/controller';
import { useController, useSelect } from '../../sync/hooks';

export type Kind = 'all' | 'conversations' | 'tasks' | 'messages';
/** `ranges`: where the words are in `excerpt`, in UTF-16 units. */
export type Hit = {
  kind: 'conversation' | 'task' | 'message';
  conversationId: string; taskId?: string; messageId?: string; sequence?: number;
  title: string; excerpt: string; ranges: readonly (readonly [number, number])[]; at: string; author?: Actor;
};
type Page = { hits: Hit[]; searchedTo: number; next?: number };

/** `next`: from where older messages are still to be searched. `away`: the server cannot be reached. */
export type Found = { query: string; kind: Kind; hits: readonly Hit[]; next?: number | undefined; busy: boolean; away?: boolean; error?: unknown };

const TYPING = 250;
/** It asks on by itself until there is a screenful; then the person says whether to go on. */
const ENOUGH = 20;
const PACE = 1500;
export const NOTHING: Found = { query: '', kind: 'all', hits: [], busy: false };

/** What the server finds for `query`, while it is typed and page by page; `more` goes further back. */
export function useSearch(query: string, kind: Kind): { found: Found; more: () => void } {
  const controller = useController();
  const workspaceId = useSelect((state) => state.workspaceId);
  const live = useSelect((state) => state.sync.phase !== 'offline');
  const [found, setFound] = useState<Found>(NOTHING);
  const turn = useRef(0);
  const asked = query.trim();

  const run = useCallback(async (start: Found, from: number | undefined) => {
    const mine = ++turn.current;
    let now: Found = { ...start, busy: true };
    setFound(now);
    let before = from;
    const goal = now.hits.length + ENOUGH;
    do {
      const page = await ask(controller, workspaceId, now.query, now.kind, before);
      if (mine !== turn.current) return;
      if (page instanceof ApiError) {
        setFound({ ...now, busy: false, next: before, away: page.code === 'network', error: page.code === 'network' ? undefined : page });
        return;
      }
      before = page.next;
      now = { ...now, hits: [...now.hits, ...page.hits], next: page.next, busy: page.next !== undefined };
      if (page.next === undefined || now.hits.length >= goal) now = { ...now, busy: false };
      setFound(now);
    } while (now.busy);
  }, [controller, workspaceId]);

  useEffect(() => {
    turn.current += 1;
    if (asked === '') return undefined;
    const timer = setTimeout(() => { void run({ query: asked, kind, hits: [], busy: true }, undefined); }, TYPING);
    return () => { clearTimeout(timer); };
  }, [asked, kind, live, run]);

  return { found: asked === '' ? NOTHING : found, more: () => { if (found.next !== undefined) void run(found, found.next); } };
}

/** One page. Where the server asks for patience it is asked again a little later. */
async function ask(controller: Controller, workspaceId: string | undefined, query: string, kind: Kind, before: number | undefined): Promise<Page | ApiError> {
  const asked = new URLSearchParams({ q: query, kind, ...(before === undefined ? {} : { before: String(before) }) });
  for (let tries = 0; ; tries += 1) {
    try {
      return await controller.api.get<Page>(`api/workspaces/${workspaceId}/search?${asked}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'rate_limited' || tries === 3) return error;
      await new Promise((resolve) => { setTimeout(resolve, PACE); });
    }
  }
}
