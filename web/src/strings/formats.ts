import type { Strings } from './zh';

/** Dates, times and durations in words. All take server times (ISO text or ms). */
export type Formats = ReturnType<typeof formats>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const toMs = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

export function formats(t: Strings) {
  const clock = new Intl.DateTimeFormat(t.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const exact = new Intl.DateTimeFormat(t.lang, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const date = new Intl.DateTimeFormat(t.lang, { month: 'short', day: 'numeric' });
  const full = new Intl.DateTimeFormat(t.lang, { dateStyle: 'medium', timeStyle: 'medium' });
  const weekday = new Intl.DateTimeFormat(t.lang, { month: 'long', day: 'numeric', weekday: 'long' });

  const dayWord = (at: number, now: number): string | undefined => {
    const days = Math.round((midnight(at) - midnight(now)) / DAY);
    return days === 0 ? t.time.today : days === -1 ? t.time.yesterday : days === 1 ? t.time.tomorrow : undefined;
  };

  /** "14:02" today, "yesterday 14:02", else a date. */
  const when = (at: string | number, now: number): string => {
    const ms = toMs(at);
    const word = dayWord(ms, now);
    if (word === t.time.today) return clock.format(ms);
    return `${word ?? date.format(ms)} ${clock.format(ms)}`;
  };

  /** In lists: the time today, else the day. */
  const short = (at: string | number, now: number): string => {
    const ms = toMs(at);
    const word = dayWord(ms, now);
    return word === t.time.today ? clock.format(ms) : (word ?? date.format(ms));
  };

  /** One unit, rounded down: "3 hours". */
  const span = (ms: number): string => {
    if (ms < MINUTE) return t.time.seconds(Math.max(0, Math.floor(ms / 1000)));
    if (ms < HOUR) return t.time.minutes(Math.floor(ms / MINUTE));
    if (ms < DAY) return t.time.hours(Math.floor(ms / HOUR));
    return t.time.days(Math.floor(ms / DAY));
  };

  const ago = (at: string | number, now: number): string => {
    const passed = now - toMs(at);
    return passed < 2000 ? t.time.justNow : t.time.ago(span(passed));
  };

  /** What is left until `at`, in seconds when it is soon. */
  const left = (at: string | number, now: number): string => {
    const ms = toMs(at) - now;
    if (ms <= 0) return t.time.over;
    if (ms > 6 * HOUR) return t.time.due(when(at, now));
    if (ms >= 10 * MINUTE) return t.time.left(span(ms));
    const seconds = Math.floor(ms / 1000);
    return t.time.left(seconds < 60 ? t.time.seconds(seconds) : t.time.minSec(Math.floor(seconds / 60), seconds % 60));
  };

  return {
    when, short, span, ago, left,
    clock: (at: string | number) => clock.format(toMs(at)),
    exact: (at: string | number) => exact.format(toMs(at)),
    full: (at: string | number) => full.format(toMs(at)),
    day: (at: string | number, now: number) => capital(dayWord(toMs(at), now) ?? weekday.format(toMs(at))),
    percent: (value: number) => `${Math.round(value)}%`,
    size: (bytes: number) =>
      bytes < 1024 ? `${bytes}\u00a0B` : bytes < 1_048_576 ? `${Math.round(bytes / 1024)}\u00a0KB` : `${(bytes / 1_048_576).toFixed(1)}\u00a0MB`,
  };
}
