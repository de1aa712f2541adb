/** "Not now": until when a card may be put aside, and whether it is. `now` is server time in ms. */
import { own } from '../../lap/own';
import type { Agent, Interaction } from '../../lap/types';
import type { World } from '../../lap/world';
import type { Entry, MineValues } from '../../sync/mine';

/** A card comes back so long before it expires, whatever was chosen. */
export const BEFORE_EXPIRY = 10 * 60_000;
const HOUR = 3_600_000;
const EVENING = 18;
const MORNING = 9;

export type Later = { word: 'hour' | 'evening' | 'morning' | 'online'; at?: number; value: MineValues['snooze'] };

/** The choices that make sense now; none of them would come too late. */
export function choicesOf(card: Interaction['card'], agent: Agent | undefined, now: number): Later[] {
  const last = lastMoment(card);
  const evening = hourOf(now, 0, EVENING);
  const times: [Later['word'], number][] = [['hour', now + HOUR], ...(evening > now + HOUR ? [['evening', evening] as [Later['word'], number]] : []), ['morning', hourOf(now, 1, MORNING)]];
  const choices: Later[] = times.filter(([, at]) => at < last).map(([word, at]) => ({ word, at, value: { until: new Date(at).toISOString() } }));
  const away = agent?.status === 'offline' && now < last;
  return away ? [...choices, { word: 'online', value: { whenOnline: agent.id } }] : choices;
}

/** When a card that was put aside comes back at the latest; undefined: it is not aside (any more). */
export function asideUntil(world: World, interaction: Interaction, entry: Entry<'snooze'> | undefined, now: number): number | undefined {
  if (!entry || interaction.status !== 'pending') return undefined;
  const last = lastMoment(interaction.card);
  if ('until' in entry.value) {
    const at = Math.min(Date.parse(entry.value.until), last);
    return now < at ? at : undefined;
  }
  const agent = own(world.agents, entry.value.whenOnline);
  const cameBack = agent?.status !== 'offline' || Date.parse(agent.connectedAt ?? entry.at) > Date.parse(entry.at);
  return !cameBack && now < last ? last : undefined;
}

const lastMoment = (card: Interaction['card']): number =>
  (card.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(card.expiresAt) - BEFORE_EXPIRY);

/** In the zone of this device, as people read clocks. */
const hourOf = (now: number, days: number, hour: number): number => {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  return day.setHours(hour, 0, 0, 0);
};
