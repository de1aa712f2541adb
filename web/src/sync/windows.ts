/**
 * A window: a part of a conversation around a place far from its end. Live events are not put into it; once what is read
 * after it reaches the part that follows the log, both are one. Pure.
 */
import { mergePage } from './pages';
import type { Page, Stream } from './state';

/** The window around the event `at` of a conversation. */
export const windowAt = (conversationId: string, at: number): Stream => `conversations/${conversationId}/around/${at}`;

/** The log that a stream is a part of, and the place that a window is around. */
export function placeOf(stream: Stream): { log: string; at?: number } {
  const [, log, at] = /^(.*)\/around\/(\d+)$/.exec(stream) ?? [];
  return log === undefined ? { log: stream } : { log, at: Number(at) };
}

/** `behind`: there is more after it than what is shown. */
export type View = Page & { behind: boolean };

const first = (page: Page): number => page.events[0]?.sequence ?? Number.POSITIVE_INFINITY;

/** What to show: `live` is the part of the conversation that follows the log, `around` the window that is looked at. */
export function viewOf(live: Page, around: Page | undefined): View {
  if (around === undefined) return { ...live, behind: false };
  const last = around.events.at(-1)?.sequence ?? 0;
  if (!around.loaded || !live.loaded || first(live) > last) return { ...around, behind: true };
  return { ...around, events: mergePage(around.events, live.events), loading: around.loading || live.loading, behind: false };
}
