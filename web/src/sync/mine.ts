/**
 * What is mine alone in a workspace: pins, read positions, what I saw, dismissed or snoozed, drafts over devices. It is
 * not in the log. A change shows at once, waits in a queue on this device (also over reloads) and goes to the server
 * when it can be reached; other devices and tabs of mine hear of it by `system.mine`.
 */
import type { Link } from '../lap/types';
import { own } from '../lap/own';

/** Values by kind. The id is that of a conversation (`pin`, `read`, `draft`), of a card or task (`seen`), of a task (`dismissed`), of a card (`snooze`). */
export type MineValues = {
  pin: Record<string, never>;
  read: { sequence: number };
  seen: Record<string, never>;
  dismissed: Record<string, never>;
  snooze: { until: string } | { whenOnline: string };
  draft: { text: string; links: readonly Link[]; device: string };
};
export type MineKind = keyof MineValues;

/** One thing of mine; `at` is when the server got it (or, until it has, when I did it). */
export type Entry<K extends MineKind = MineKind> = { kind: K; id: string; value: MineValues[K]; at: string };
/** As it goes over the wire: `null` takes it away. */
export type WireEntry = { kind: MineKind; id: string; value: MineValues[MineKind] | null; at: string };
export type Change = Omit<WireEntry, 'at'>;

export type Mine = { readonly [K in MineKind]: Readonly<Record<string, Entry<K>>> };

export const KINDS: readonly MineKind[] = ['pin', 'read', 'seen', 'dismissed', 'snooze', 'draft'];
export const NO_MINE: Mine = { pin: {}, read: {}, seen: {}, dismissed: {}, snooze: {}, draft: {} };

export const keyOf = (one: { kind: MineKind; id: string }): string => `${one.kind}/${one.id}`;

/** `mine` with each entry put in or, where its value is null, taken out. Unknown kinds are left out. */
export function apply(mine: Mine, entries: readonly WireEntry[]): Mine {
  const changed = KINDS.flatMap((kind) => {
    const news = entries.filter((entry) => entry.kind === kind);
    if (news.length === 0) return [];
    const table = new Map<string, Entry>(Object.entries(mine[kind]));
    for (const entry of news) {
      if (entry.value === null) table.delete(entry.id);
      else table.set(entry.id, entry as Entry);
    }
    return [[kind, Object.fromEntries(table)] as const];
  });
  return { ...mine, ...(Object.fromEntries(changed) as Partial<Mine>) };
}

export function valueOf<K extends MineKind>(mine: Mine, kind: K, id: string | undefined): MineValues[K] | undefined {
  return (own(mine[kind] as Readonly<Record<string, Entry<K>>>, id))?.value;
}

/** Whether `next` says nothing new: the same value, or an earlier place read. */
export function isOld(held: MineValues[MineKind] | undefined, next: Change): boolean {
  if (next.value === null) return held === undefined;
  if (held === undefined) return false;
  if (next.kind === 'read') return (held as MineValues['read']).sequence >= (next.value as MineValues['read']).sequence;
  return JSON.stringify(held) === JSON.stringify(next.value);
}
