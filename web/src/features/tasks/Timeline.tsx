import { useEffect, useState, useSyncExternalStore } from 'react';
import { describe } from '../../lap/describe';
import type { LogEvent, Task } from '../../lap/types';
import { own } from '../../lap/own';
import { errorText, useStrings } from '../../strings';
import { useController, useNow, useSelect, useTables } from '../../sync/hooks';
import { Skeleton, type Tone } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Code } from '../../ui/Code';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';
import { useStream } from '../conversations/useConversation';
import { AgentLog } from '../agents/agentLog';
import { useNames } from '../app/names';
import { absences, belongs, kindOf, merged, TIMELINE_KINDS, type Absence, type TimelineKind } from './timeline';

/** When the task's agent was lost and came back; read anew each time that it does. */
function useAbsences(task: Task): readonly Absence[] {
  const controller = useController();
  const [log] = useState(() => new AgentLog(controller, task.agentId));
  const { lines } = useSyncExternalStore(log.subscribe, log.get);
  const connected = useSelect((state) => own(state.world.agents, task.agentId)?.connected);
  useEffect(() => { void log.load(); }, [log, connected]);
  return absences(lines ?? [], task);
}

/** Everything that happened to a task, newest first, in the words of the log; and when its agent was away. */
export function Timeline({ task }: { task: Task }) {
  const taskId = task.id;
  const { t, locale } = useStrings();
  const controller = useController();
  const names = useNames();
  const world = useTables('tasks');
  const stream = `tasks/${taskId}` as const;
  const page = useStream(stream);
  const [only, setOnly] = useState<TimelineKind>();
  const all = page.events.filter((event) => belongs(event, taskId)).reverse();
  const events = all.filter((event) => only === undefined || kindOf(event) === only);
  const gaps = useAbsences(task);
  const oldest = page.more ? all.at(-1)?.receivedAt : undefined;
  const away = only === undefined || only === 'states' ? gaps.filter(({ at }) => oldest === undefined || Date.parse(at) >= Date.parse(oldest)) : [];
  const kinds = TIMELINE_KINDS.filter((kind) => all.some((event) => kindOf(event) === kind));
  const say = (event: LogEvent): string => {
    if (event.taskId === taskId || event.type !== 'task.status_changed' || event.payload.status === undefined) return describe(event, locale, names.actor);
    return t.tasks.stepEnded(own(world.tasks, event.taskId)?.title ?? '', t.task[event.payload.status]);
  };
  if (!page.loaded && page.loading) return <Skeleton rows={2} />;
  return (
    <>
      {page.problem !== undefined && <p className="s13 t2">{t.conversation.failedToLoad}: {errorText(t, page.problem)} <button type="button" className="link" onClick={() => { void controller.loader.history.load(stream); }}>{t.common.retry}</button></p>}
      {kinds.length > 1 && (
        <div className="tabs tl-tabs" role="group" aria-label={t.tasks.timelineFilter}>
          {[undefined, ...kinds].map((kind) => (
            <button key={kind ?? 'all'} type="button" aria-pressed={kind === only} onClick={() => { setOnly(kind); }}>{kind === undefined ? t.common.all : t.tasks.timelineKinds[kind]}</button>
          ))}
        </div>
      )}
      {page.loaded && events.length === 0 && <p className="s13 t3">{t.tasks.noTimeline}</p>}
      <ol className="tl">
        {merged(events, away).map((one) => ('back' in one ? <AwayLine key={`${one.at} ${one.back}`} gap={one} agent={names.agent(task.agentId)} /> : <Line key={one.id} event={one} words={say(one)} />))}
      </ol>
      {page.more && <Button look="ghost" busy={page.loading} onClick={() => { void controller.loader.history.load(stream, true); }}>{t.conversation.earlier}</Button>}
    </>
  );
}

/** One event in words; its time opens the event as it is in the log. */
function Line({ event, words }: { event: LogEvent; words: string }) {
  const { t, f } = useStrings();
  const now = useNow(60_000);
  const [raw, setRaw] = useState(false);
  const look = lookOf(event);
  return (
    <li className={`is-${look.tone}`}>
      <Icon name={look.icon} size={14} />
      <span><Plain text={words} /></span>
      <button type="button" className="tl-time" aria-expanded={raw} data-tip={f.full(event.receivedAt)} onClick={() => { setRaw(!raw); }}>
        <time dateTime={event.receivedAt}>{f.when(event.receivedAt, now)}</time><span className="sr"> {t.tasks.rawEvent}</span>
      </button>
      {raw && <div className="tl-raw"><Code text={JSON.stringify(event, null, 2)} language="json" /></div>}
    </li>
  );
}

function AwayLine({ gap, agent }: { gap: Absence; agent: string }) {
  const { t, f } = useStrings();
  const now = useNow(60_000);
  return (
    <li className={gap.back ? 'is-success' : 'is-waiting'}>
      <Icon name={gap.back ? 'online' : 'interrupted'} size={14} />
      <span><Plain text={gap.back ? t.tasks.agentBack(agent) : t.tasks.agentLost(agent)} /></span>
      <time className="tl-time" dateTime={gap.at} data-tip={f.full(gap.at)}>{f.when(gap.at, now)}</time>
    </li>
  );
}

function lookOf(event: LogEvent): { tone: Tone; icon: IconName } {
  switch (event.type) {
    case 'task.status_changed': return TASK_LOOK[event.payload.status ?? 'running'];
    case 'task.accepted': return TASK_LOOK.running;
    case 'task.cancel_requested': return TASK_LOOK.cancelling;
    case 'task.late_reported': case 'task.reopened': return { tone: 'waiting', icon: 'later' };
    case 'task.created': return { tone: 'neutral', icon: event.payload.parentTaskId === undefined ? 'user' : 'tasks' };
    case 'interaction.requested': case 'interaction.updated': return TASK_LOOK.waiting_for_human;
    case 'interaction.answered': return { tone: 'success', icon: 'check' };
    case 'interaction.acknowledged': return { tone: 'success', icon: 'check2' };
    case 'interaction.expired': return { tone: 'neutral', icon: 'expired' };
    case 'interaction.withdrawn': return { tone: 'neutral', icon: 'withdrawn' };
    case 'interaction.cancelled': return { tone: 'neutral', icon: 'cancelled' };
    case 'artifact.created': return { tone: 'neutral', icon: 'file' };
    case 'message.created': return { tone: 'neutral', icon: 'chat' };
    case 'access.denied': return { tone: 'danger', icon: 'alert' };
    default: return { tone: 'neutral', icon: 'info' };
  }
}
