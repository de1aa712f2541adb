import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { onlineCount, readyAgents } from '../../lap/select';
import { useStrings } from '../../strings';
import { sameItems, useSelect } from '../../sync/hooks';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { faceOfAgent } from '../agents/face';
import { useBadge } from './counts';

/** On phones the top bar keeps the inbox count and the agents' state in sight (§8.1). `plain`: the page has its own h1. */
export function TopBar({ title, back, action, plain }: { title: ReactNode; back?: string; action?: ReactNode; plain?: boolean }) {
  const { t } = useStrings();
  const waiting = useBadge();
  const [online, all, lost] = useSelect((s) => [onlineCount(s.world), readyAgents(s.world).length, readyAgents(s.world).some((agent) => faceOfAgent(s.world, agent) === 'interrupted')] as const, sameItems);
  return (
    <header className="topbar">
      {back !== undefined && <ButtonLink look="ghost" icon="back" className="back" href={back} label={t.common.back} />}
      {plain ? <div className="h trunc grow">{title}</div> : <h1 className="h trunc grow">{title}</h1>}
      {back === undefined && <ButtonLink look="ghost" icon="search" href="/search" label={t.search.title} />}
      {action}
      <Link className="stat" href="/inbox"><Icon name="inbox" /><span className="sr">{t.nav.inboxCount} </span>{waiting > 0 ? <b>{waiting}</b> : 0}</Link>
      <Link className={lost ? 'stat stat--lost' : 'stat'} href="/agents">
        <Icon name={lost ? 'interrupted' : 'online'} className={online > 0 && !lost ? 'ok' : ''} />
        <span className="sr">{t.nav.agentsOnline} </span>{online}/{all}{lost && <span className="sr"> {t.agent.interrupted}</span>}
      </Link>
    </header>
  );
}

export function TabBar() {
  const { t } = useStrings();
  const waiting = useBadge();
  return (
    <nav className="tabbar" aria-label={t.nav.main}>
      <Tab href="/inbox" icon="inbox" word={t.nav.inbox} count={waiting} />
      <Tab href="/conversations" icon="chat" word={t.nav.conversations} />
      <Tab href="/tasks" icon="tasks" word={t.nav.tasks} />
      <Tab href="/agents" icon="agent" word={t.nav.agents} />
      <Tab href="/settings" icon="settings" word={t.nav.settings} />
    </nav>
  );
}

function Tab({ href, icon, word, count = 0 }: { href: string; icon: IconName; word: string; count?: number }) {
  const [location] = useLocation();
  return (
    <Link href={href} aria-current={location.startsWith(href) ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      {word}
      {count > 0 && <span className="count count--waiting" aria-hidden="true">{count}</span>}
    </Link>
  );
}
