import { Link, useLocation } from 'wouter';
import { activeCount, conversations, faceOf, mainTask, onlineCount, readyAgents, unconfirmed, type TaskFace } from '../../lap/select';
import { useStrings } from '../../strings';
import { sameItems, useSelect } from '../../sync/hooks';
import type { State } from '../../sync/state';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Plain } from '../../ui/Plain';
import { TASK_LOOK } from '../../ui/status';
import { Keys } from '../../ui/Keys';
import { useWide } from '../conversations/useWide';
import { useBadge } from './counts';
import { showOverlay } from './overlay';
import { SyncLine } from './SyncLine';
import { toggleTheme } from './theme';
import { WorkspaceMenu } from './WorkspaceMenu';

export function Sidebar() {
  const { t } = useStrings();
  return (
    <nav className="side" aria-label={t.nav.workspace}>
      <WorkspaceMenu />
      <Find />
      <MainLinks />
      <Recent />
      <div className="side-foot">
        <div className="nav">
          <NavLink href="/settings" icon="settings">{t.nav.settings}</NavLink>
          <button type="button" onClick={toggleTheme}><Icon name="sun" />{t.nav.theme}</button>
        </div>
        <SyncLine />
      </div>
    </nav>
  );
}

/** Search, with the command palette's keys beside it. */
function Find() {
  const { t } = useStrings();
  return (
    <div className="find">
      <Link href="/search"><Icon name="search" />{t.search.title}</Link>
      <button type="button" data-tip={t.keys.does.palette} onClick={() => { showOverlay('palette'); }}><span className="sr">{t.keys.does.palette} </span><Keys keys="$mod+k" /></button>
    </div>
  );
}

export function NavLink({ href, icon, children }: { href: string; icon: IconName; children: React.ReactNode }) {
  const [location] = useLocation();
  const current = location === href || (href !== '/conversations' && location.startsWith(`${href}/`));
  return <Link href={href} aria-current={current ? 'page' : undefined}><Icon name={icon} />{children}</Link>;
}

function MainLinks() {
  const { t } = useStrings();
  const waiting = useBadge();
  const active = useSelect((s) => activeCount(s.world));
  const [online, all, unnamed] = useSelect((s) => [onlineCount(s.world), readyAgents(s.world).length, unconfirmed(s.world).length] as const, sameItems);
  return (
    <ul className="nav">
      <li><NavLink href="/inbox" icon="inbox">{t.nav.inbox}{waiting > 0 && <WaitingCount n={waiting} />}</NavLink></li>
      <li><NavLink href="/conversations" icon="chat">{t.nav.conversations}</NavLink></li>
      <li><NavLink href="/tasks" icon="tasks">{t.nav.tasks}{active > 0 && <span className="meta">{t.nav.active(active)}</span>}</NavLink></li>
      <li><NavLink href="/agents" icon="agent">{t.nav.agents}<span className={`meta${unnamed > 0 ? ' meta--waiting' : ''}`}>{unnamed > 0 ? t.nav.toConfirm(unnamed) : all === 0 ? t.nav.none : t.nav.online(online, all)}</span></NavLink></li>
    </ul>
  );
}

export function WaitingCount({ n }: { n: number }) {
  const { t } = useStrings();
  return <span className="count count--waiting"><span aria-hidden="true">{n}</span><span className="sr">{t.nav.waiting(n)}</span></span>;
}

/** The last conversations, where no list of them stands beside. */
function Recent() {
  const { t } = useStrings();
  const [location] = useLocation();
  const wide = useWide();
  const listed = location === '/conversations' || (wide && location.startsWith('/conversations/'));
  const list = useSelect(recent, sameRecent);
  if (listed || list.length === 0) return null;
  return (
    <>
      <h2>{t.nav.recent}</h2>
      <ul className="nav">
        {list.map((one) => (
          <li key={one.id}>
            <Link href={`/conversations/${one.id}`} aria-current={location.startsWith(`/conversations/${one.id}`) ? 'page' : undefined}>
              <span className="trunc"><Plain text={one.title} /></span>
              <ConversationState face={one.face} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

type Recently = { id: string; title: string; face: TaskFace | undefined };

const recent = ({ world }: State): Recently[] => conversations(world).filter((one) => one.archivedAt === undefined).slice(0, 6).map(({ id, title }) => {
  const task = mainTask(world, id);
  return { id, title, face: task && faceOf(world, task) };
});

const sameRecent = (a: readonly Recently[], b: readonly Recently[]): boolean =>
  a.length === b.length && a.every((one, i) => one.id === b[i]?.id && one.title === b[i].title && one.face === b[i].face);

function ConversationState({ face }: { face: TaskFace | undefined }) {
  const { t } = useStrings();
  if (!face) return null;
  const look = TASK_LOOK[face];
  return <span className={`st is-${look.tone}`}><Icon name={look.icon} size={14} label={t.task[face]} /></span>;
}
