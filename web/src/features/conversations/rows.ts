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

const row = (item: Item, before: string | undefined): Row => {
  const day = dayOf(item);
  return day !== undefined && day !== before && 'at' in item ? { key: item.id, item, day: item.at } : { key: item.id, item };
};

export const rowsOf = (items: readonly Item[]): Row[] => growingRows()(items);

/** `rowsOf` for a list that changes at its ends: the row of an item that stands as before is the same object. */
export function growingRows(): (items: readonly Item[]) => Row[] {
  let held = new WeakMap<Item, Row>();
  return (items) => {
    const known = held;
    held = new WeakMap();
    let before: string | undefined;
    return items.map((item) => {
      const fresh = row(item, before);
      const old = known.get(item);
      const made = old !== undefined && old.day === fresh.day ? old : fresh;
      held.set(item, made);
      before = dayOf(item) ?? before;
      return made;
    });
  };
}
