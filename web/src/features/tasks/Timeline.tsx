import { describe } from '../../lap/describe';
import { TERMINAL, type LogEvent } from '../../lap/types';
import { own } from '../../lap/own';
import { errorText, useStrings } from '../../strings';
import { useController, useNow, useWorld } from '../../sync/hooks';
import { Skeleton, type Tone } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';
import { useStream } from '../conversations/useConversation';
import { useNames } from '../app/names';

/** Everything that happened to a task, newest first, in the words of the log. */
export function Timeline({ taskId }: { taskId: string }) {
  const { t, f, locale } = useStrings();
  const controller = useController();
  const names = useNames();
  const world = useWorld();
  const now = useNow(60_000);
  const stream = `tasks/${taskId}` as const;
  const page = useStream(stream);
  const events = page.events.filter((event) => belongs(event, taskId)).reverse();
  const say = (event: LogEvent): string => {
    if (event.taskId === taskId || event.type !== 'task.status_changed' || event.payload.status === undefined) return describe(event, locale, names.actor);
    return t.tasks.stepEnded(own(world.tasks, event.taskId)?.title ?? '', t.task[event.payload.status]);
  };
  if (!page.loaded && page.loading) return <Skeleton rows={2} />;
  return (
    <>
      {page.problem !== undefined && <p className="s13 t2">{t.conversation.failedToLoad}: {errorText(t, page.problem)} <button type="button" className="link" onClick={() => { void controller.loader.load(stream); }}>{t.common.retry}</button></p>}
      {page.loaded && events.length === 0 && <p className="s13 t3">{t.tasks.noTimeline}</p>}
      <ol className="tl">
        {events.map((event) => {
          const look = lookOf(event);
          return (
            <li key={event.id} className={`is-${look.tone}`}>
              <Icon name={look.icon} size={14} />
              <span><Plain text={say(event)} /></span>
              <time dateTime={event.receivedAt} title={f.full(event.receivedAt)}>{f.when(event.receivedAt, now)}</time>
            </li>
          );
        })}
      </ol>
      {page.more && <Button look="ghost" busy={page.loading} onClick={() => { void controller.loader.load(stream, true); }}>{t.conversation.earlier}</Button>}
    </>
  );
}

/** Its own events; of its steps that they were added and how they ended. */
function belongs(event: LogEvent, taskId: string): boolean {
  if (event.taskId === taskId || event.type === 'task.created') return true;
  return event.type === 'task.status_changed' && event.payload.status !== undefined && TERMINAL.has(event.payload.status);
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
