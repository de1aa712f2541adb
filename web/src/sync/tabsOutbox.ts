/** The outbox as the tabs of one browser share it: each command is in the hands of one tab, and shows in all. Pure. */
import { become, isOurs } from './outbox';
import type { Outgoing } from './state';

/**
 * The tab `from` has these `items` in hand. What is ours too stays ours: its id makes sending twice harmless, while a
 * command that each of two tabs leaves to the other would never be sent. `taken`: a person took it up there.
 */
export function overheard(outbox: readonly Outgoing[], from: string, items: readonly Outgoing[], taken = false): readonly Outgoing[] {
  const told = new Map(items.map((item) => [item.command.id, item]));
  const known = outbox.map((item) => {
    const news = told.get(item.command.id);
    if (news === undefined) return item;
    told.delete(item.command.id);
    if (!isOurs(item) || taken) return { ...news, away: from };
    if (news.state !== 'recorded' || item.state === 'recorded') return item;
    return become(item, { state: 'recorded', ...(news.sequence === undefined ? {} : { sequence: news.sequence }) });
  });
  if (told.size === 0) return known;
  const more = [...told.values()].map((item) => ({ ...item, away: from }));
  return [...known, ...more].sort((a, b) => (a.command.id < b.command.id ? -1 : 1));
}

/** Those that `which` finds are ours now. What may have been sent is sent again. */
export function adopted(outbox: readonly Outgoing[], which: (item: Outgoing) => boolean): readonly Outgoing[] {
  return outbox.map((item) => {
    if (isOurs(item) || !which(item)) return item;
    const ours = { ...item, state: item.state === 'sent' ? 'queued' : item.state };
    delete ours.away;
    return ours;
  });
}
