import { Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { childrenOf, isTerminal, matches, rootTasks, type TaskFilter } from '../../lap/select';
import type { Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useSelect, useTables } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useShortcuts } from '../../ui/keys';
import { later } from '../../ui/later';
import { Missing } from '../../ui/Missing';
import { MainPane } from '../../ui/Pane';
import { useMayAct } from '../app/names';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Unready } from '../app/Unready';
import { moveFocus } from '../inbox/walk';
import { finder, type Shown } from './find';
import { FILTERS, pathOf, placeOf } from './place';
import { TaskPane } from './TaskPane';
import { TaskRows } from './TaskRows';
import './tasks.css';

const NewTask = later(() => import('./NewTask').then((m) => m.NewTask), Missing);
const NONE: ReadonlySet<string> = new Set();

export function TasksPage({ open }: { open: string | undefined }) {
  const { t } = useStrings();
  const [, navigate] = useLocation();
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const world = useTables('tasks', 'agents', 'conversations');
  const { filter, id } = placeOf(open);
  const task = own(world.tasks, id);
  const [query, setQuery] = useState('');
  const [making, setMaking] = useState(false);
  const mayAct = useMayAct();
  const roots = rootTasks(world).filter(finder(world, query));
  const none = Object.keys(world.tasks).length === 0;
  const shown = roots.filter((each) => matches(each, filter));
  const make = () => { setMaking(true); };
  const close = () => { navigate(pathOf({ filter })); };
  useShortcuts([
    { id: 'next', keys: 'j', group: 'list', run: () => { moveFocus(1); } },
    { id: 'previous', keys: 'k', group: 'list', run: () => { moveFocus(-1); } },
    { id: 'back', keys: 'Escape', group: 'list', when: id !== undefined, run: close },
  ]);
  return (
    <Shell topbar={<TopBar title={t.tasks.title} back={task ? pathOf({ filter }) : undefined} action={mayAct && !task && <IconButton icon="plus" label={t.tasks.new} onClick={make} />} />} panes={task ? 'detail' : ''} drawer={task !== undefined} deep={task !== undefined}>
      <MainPane width={1080} head={<><h1>{t.tasks.title}</h1><span className="push" />{mayAct && <Button look="primary" icon="plus" onClick={make}>{t.tasks.new}</Button>}</>}>
        {!none && <Filters roots={roots} filter={filter} onChange={(next) => { navigate(pathOf({ filter: next })); }}><Find query={query} onChange={setQuery} /></Filters>}
        {!ready && <Unready rows={5} />}
        {ready && id !== undefined && !task && <Blank title={t.tasks.gone} level={2} />}
        {ready && none && <Blank title={t.tasks.emptyAll} action={mayAct ? <Button look="primary" onClick={make}>{t.tasks.new}</Button> : undefined}>{t.tasks.emptyHint}</Blank>}
        {ready && !none && shown.length === 0 && <Blank title={t.tasks.empty} action={<Button onClick={() => { setQuery(''); navigate(pathOf({ filter: 'all' })); }}>{t.tasks.clear}</Button>} />}
        {shown.length > 0 && <Table tasks={shown} world={world} selected={id} filter={filter} searching={query.trim() !== ''} />}
      </MainPane>
      {making && <Suspense fallback={null}><NewTask onClose={() => { setMaking(false); }} /></Suspense>}
      {task && <TaskPane task={task} onClose={close} />}
    </Shell>
  );
}

function Find({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useStrings();
  return (
    <label className="task-find">
      <Icon name="search" />
      <input className="input" type="search" aria-label={t.tasks.find} placeholder={t.tasks.find} value={query} onChange={(event) => { onChange(event.target.value); }} />
    </label>
  );
}

function Filters({ roots, filter, onChange, children }: { roots: readonly Task[]; filter: TaskFilter; onChange: (filter: TaskFilter) => void; children: ReactNode }) {
  const { t } = useStrings();
  return (
    <div className="filters">
      <div className="tabs" role="group" aria-label={t.tasks.filterLabel}>
        {FILTERS.map((each) => (
          <button key={each} type="button" aria-pressed={each === filter} onClick={() => { onChange(each); }}>
            {t.tasks.filters[each]} <span className="n">{roots.filter((task) => matches(task, each)).length}</span>
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

function Table({ tasks, world, selected, filter, searching }: { tasks: readonly Task[]; world: Shown; selected: string | undefined; filter: TaskFilter; searching: boolean }) {
  const { t } = useStrings();
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(tasks.filter((task) => isTerminal(task)).map((task) => task.id)));
  const toggle = (id: string) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  const groups = [
    { name: t.tasks.groups.waiting, tasks: tasks.filter((task) => task.status === 'waiting_for_human') },
    { name: t.tasks.groups.running, tasks: tasks.filter((task) => task.status === 'running' || task.status === 'queued') },
    { name: t.tasks.groups.ended, tasks: tasks.filter(isTerminal) },
  ];
  const c = t.tasks.columns;
  return (
    <table className="grid">
      <thead><tr><th>{c.task}</th><th className="w-st">{c.status}</th><th className="w-pr">{c.progress}</th><th className="w-ag">{c.agent}</th><th className="w-cv">{c.conversation}</th><th className="w-up">{c.updated}</th></tr></thead>
      {groups.filter((group) => group.tasks.length > 0).map((group) => (
        <tbody key={group.name}>
          <tr className="grp"><td colSpan={6}>{group.name}<span className="n">{group.tasks.length}</span></td></tr>
          {group.tasks.map((task) => (
            <TaskRows key={task.id} task={task} depth={0} world={world} filter={filter} folded={searching ? NONE : folded} toggle={toggle} selected={selected} children={(id) => childrenOf(world, id)} />
          ))}
        </tbody>
      ))}
    </table>
  );
}
