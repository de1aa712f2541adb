import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import { faceOf, isTerminal, lastWords, type TaskFilter } from '../../lap/select';
import type { Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useNow } from '../../sync/hooks';
import { Meter } from '../../ui/bits';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { TASK_LOOK } from '../../ui/status';
import { TaskChip } from '../../ui/StatusChip';
import { useNames } from '../app/names';
import { pathOf } from './place';
import { Quiet } from './Quiet';
import type { Shown } from './find';

type Props = {
  task: Task; depth: number; world: Shown; folded: ReadonlySet<string>; toggle: (id: string) => void; selected: string | undefined; filter: TaskFilter;
  children: (id: string) => readonly Task[];
};

/** A task's row and, unless folded, those of its steps. */
export function TaskRows({ task, depth, world, folded, toggle, selected, filter, children }: Props) {
  const { f } = useStrings();
  const names = useNames();
  const now = useNow(60_000);
  const kids = children(task.id);
  const open = kids.length > 0 && !folded.has(task.id);
  return (
    <>
      <tr style={{ '--depth': depth } as CSSProperties} aria-selected={task.id === selected}>
        <td className="c-nm">
          <span className="tree">
            <Twist task={task} kids={kids} open={open} toggle={toggle} />
            <Link className="trunc" href={pathOf({ filter, id: task.id })} data-row={task.id}><Plain text={task.title} /></Link>
            {kids.length > 0 && <span className="kids num">{kids.filter((kid) => kid.status === 'succeeded').length}/{kids.length}</span>}
          </span>
          {!isTerminal(task) && task.summary !== undefined && <span className="last trunc"><Plain text={task.summary} /></span>}
        </td>
        <td className="c-st"><TaskChip plain face={faceOf(world, task)} /><Quiet task={task} /></td>
        <td className="c-pr"><ProgressCell task={task} world={world} /></td>
        <td className="c-ag"><span className="trunc t2"><Plain text={names.agent(task.agentId)} /></span></td>
        <td className="c-cv t2"><Plain text={own(world.conversations, task.conversationId)?.title ?? ''} /></td>
        <td className="c-up t2"><time>{f.short(task.endedAt ?? task.reportedAt, now)}</time></td>
      </tr>
      {open && kids.map((kid) => <TaskRows key={kid.id} {...{ world, folded, toggle, selected, filter, children }} task={kid} depth={depth + 1} />)}
    </>
  );
}

function Twist({ task, kids, open, toggle }: { task: Task; kids: readonly Task[]; open: boolean; toggle: (id: string) => void }) {
  const { t } = useStrings();
  if (kids.length === 0) return <span className="tw" />;
  const title = revealed(task.title);
  return (
    <button type="button" className="tw" aria-expanded={open} aria-label={open ? t.tasks.collapse(title) : t.tasks.expand(title)} onClick={() => { toggle(task.id); }}>
      <Icon name={open ? 'down' : 'right'} />
    </button>
  );
}

function ProgressCell({ task, world }: { task: Task; world: Shown }) {
  const { t, f } = useStrings();
  if (isTerminal(task)) {
    const text = task.status !== 'succeeded' ? (task.error ?? (task.reason === undefined ? lastWords(task) : t.tasks.reasons[task.reason])) : task.artifacts.length > 0 ? t.inbox.artifacts(task.artifacts.length) : undefined;
    return <span className="pr"><span className="trunc">{text === undefined ? null : <Plain text={text} />}</span></span>;
  }
  if (task.progress === undefined) return null;
  return <span className="pr"><Meter value={task.progress} tone={TASK_LOOK[faceOf(world, task)].tone} /><span className="num">{f.percent(task.progress)}</span></span>;
}
