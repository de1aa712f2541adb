import type { LogEvent } from '../lap/types';
import type { World } from '../lap/world';
import { own } from '../lap/own';
import type { Page, Stream } from './state';

/** Both lists as one, ascending, each sequence once. */
export function mergePage(held: readonly LogEvent[], loaded: readonly LogEvent[]): readonly LogEvent[] {
  const bySequence = new Map<number, LogEvent>();
  for (const event of held) bySequence.set(event.sequence, event);
  for (const event of loaded) bySequence.set(event.sequence, event);
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence);
}

/** The streams that show `event`: its conversation, its task, and the task at the top of that one's tree. */
export function streamsOf(event: LogEvent, world: World): Stream[] {
  const streams: Stream[] = [];
  if (event.conversationId !== undefined) streams.push(`conversations/${event.conversationId}`);
  if (event.taskId !== undefined) streams.push(`tasks/${event.taskId}`);
  const root = own(world.tasks, event.taskId)?.rootTaskId;
  if (root !== undefined) streams.push(`tasks/${root}`);
  return streams;
}

/** `pages` with live events added to those streams that are loaded (the others read them from the log later). `world` holds the events. */
export function appendLive(pages: Readonly<Record<string, Page>>, events: readonly LogEvent[], world: World) {
  const added = new Map<Stream, LogEvent[]>();
  for (const event of events) {
    for (const stream of streamsOf(event, world)) {
      if (own(pages, stream)) added.set(stream, [...(added.get(stream) ?? []), event]);
    }
  }
  if (added.size === 0) return pages;
  const next: Record<string, Page> = { ...pages };
  for (const [stream, news] of added) {
    const page = next[stream];
    if (page) next[stream] = { ...page, events: join(page.events, news) };
  }
  return next;
}

function join(held: readonly LogEvent[], news: LogEvent[]): readonly LogEvent[] {
  const last = held.at(-1)?.sequence ?? 0;
  const first = news[0]?.sequence ?? 0;
  return first > last ? [...held, ...news] : mergePage(held, news);
}
