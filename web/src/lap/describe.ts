/** The sentence of one event, from the same table as the server's (chalicelib/lap/describe.py). */
import { SENTENCES, WORDS } from './describe.gen';
import type { EventOf, LogEvent } from './types';

type Language = 'zh' | 'en';
type Who = (actor: LogEvent['actor']) => string;

/** Plain text; show it escaped. `who` names people as a page does; then Chinese is set without blanks between characters. */
export function describe(event: LogEvent, language: Language, who?: Who): string {
  const sentence = SENTENCES[keyOf(event)];
  if (!sentence) return event.type;
  const words = parameters(event, language, who);
  return sentence[language].replace(/( ?)\{(\w+)\}( ?)/g, (match, before: string, name: string, after: string, at: number, all: string) => {
    const word = words[name] ?? '';
    if (!who || language !== 'zh') return before + word + after;
    const [left, right] = [all.slice(0, at), all.slice(at + match.length)];
    return between(left, before, word) + word + between(word, after, right);
  }).trim();
}

const HAN_FIRST = /^\p{Script=Han}/u;
const HAN_LAST = /\p{Script=Han}$/u;

/** No blank between two Chinese characters. */
function between(left: string, blank: string, right: string): string {
  return HAN_LAST.test(left) && HAN_FIRST.test(right) ? '' : blank;
}

export function keyOf(event: LogEvent): string {
  switch (event.type) {
    case 'agent.disconnected': return `${event.type}/${event.payload.reason}`;
    case 'task.created': return created(event);
    case 'conversation.archived': return `${event.type}/${String(event.payload.archived)}`;
    case 'task.status_changed': return statusKey(event);
    case 'interaction.answered': return `${event.type}/${verdict(event)}`;
    case 'interaction.cancelled': return `${event.type}/${event.payload.reason ?? 'task_ended'}`;
    default: return event.type;
  }
}

function created({ type, payload: p }: EventOf<'task.created'>): string {
  if (p.parentTaskId !== undefined) return `${type}/child`;
  return p.retryOf === undefined ? type : `${type}/retry`;
}

function statusKey({ type, payload: p }: EventOf<'task.status_changed'>): string {
  const full = `${type}/${p.status ?? ''}/${p.reason ?? ''}`;
  if (full in SENTENCES) return full;
  if (p.progress !== undefined && (p.status === undefined || p.status === 'running')) return `${type}/progress`;
  return `${type}/${p.status ?? 'running'}`;
}

function verdict(event: EventOf<'interaction.answered'>): string {
  const { response } = event.payload;
  if (response.type === 'approval') return response.decision ?? 'approve';
  if (response.type === 'review') return response.decision;
  return response.type;
}

function parameters(event: LogEvent, language: Language, who?: Who): Record<string, string> {
  const p = event.payload as Record<string, unknown>;
  const texts: Record<string, string> = {
    actor: who ? who(event.actor) : event.actor.name || event.actor.id,
  };
  for (const name of ['name', 'title', 'summary', 'action']) {
    if (typeof p[name] === 'string') texts[name] = p[name];
  }
  const tail = ['error', 'summary', 'reason'].map((name) => p[name]).find((text) => typeof text === 'string' && text !== '');
  if (typeof tail === 'string') texts['tail'] = (language === 'zh' ? '：' : ': ') + tail;
  if (event.type === 'interaction.requested' || event.type === 'interaction.updated') {
    texts['title'] = event.payload.interaction.title;
  }
  if (event.type === 'member.added') texts['role'] = WORDS[event.payload.role]?.[language] ?? '';
  if (event.type === 'task.late_reported' || event.type === 'task.reopened') {
    texts['outcome'] = WORDS[event.payload.status]?.[language] ?? '';
  }
  if (event.type === 'task.status_changed' && event.payload.progress !== undefined) {
    texts['progress'] = event.payload.progress.toFixed(0);
  }
  return texts;
}
