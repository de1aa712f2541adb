/** The lines of a conversation as they are set: items, with the day above the first one of a day. Pure. */
import type { Item } from './items';

/** `day`: a time within the day that begins here. */
export type Row = { key: string; item: Item; day?: string };

const DAYS = new WeakMap<Item, string>();

/** The day of an item on this device, as text to compare. Items do not change: it is found once for each. */
function dayOf(item: Item): string | undefined {
  if (item.kind === 'unsent' || item.kind === 'draft') return undefined;
  const known = DAYS.get(item);
  if (known !== undefined) return known;
  const day = new Date(item.at).toDateString();
  DAYS.set(item, day);
  return day;
}

export function rowsOf(items: readonly Item[]): Row[] {
  let before: string | undefined;
  return items.map((item): Row => {
    const day = dayOf(item);
    const first = day !== undefined && day !== before;
    before = day ?? before;
    return first && 'at' in item ? { key: item.id, item, day: item.at } : { key: item.id, item };
  });
}
