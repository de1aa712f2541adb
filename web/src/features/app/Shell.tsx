import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useBadge } from './counts';
import { TabBar } from './Phone';
import { Sidebar } from './Sidebar';
import { Banners } from './SyncLine';
import { useDrawer } from './useDrawer';
import './app.css';

/** The frame of every page. `deep`: on phones this page has its own bottom edge instead of the tabs. */
export function Shell({ topbar, panes = '', deep, drawer, children }: {
  topbar: ReactNode; panes?: '' | 'rail' | 'card' | 'detail'; deep?: boolean; drawer?: boolean; children: ReactNode;
}) {
  const { t } = useStrings();
  const frame = useRef<HTMLDivElement>(null);
  useDrawer(frame, drawer === true);
  return (
    <div ref={frame} className={`app${deep ? ' app--deep' : ''}`}>
      <a className="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>{t.skip}</a>
      <Sidebar />
      {topbar}
      <Banners />
      <div className={`panes${panes === '' ? '' : ` panes--${panes}`}`} data-drawer={drawer ? 'open' : undefined}>{children}</div>
      <TabBar />
      <Title />
    </div>
  );
}

/** The badge counts what is actionable now, in the tab's title too, and says so to screen readers. */
function Title() {
  const { t } = useStrings();
  const waiting = useBadge();
  const [location] = useLocation();
  useEffect(() => {
    const page = (['inbox', 'conversations', 'tasks', 'agents', 'settings'] as const).find((each) => location.startsWith(`/${each}`));
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page ? `${t.nav[page]}${t.sep}` : ''}${t.app}`;
  }, [waiting, location, t]);
  useEffect(() => {
    // Only installed apps have a badge; some browsers refuse it without the right to notify.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined);
  }, [waiting]);
  return <span className="sr" aria-live="polite">{waiting > 0 ? t.nav.waiting(waiting) : ''}</span>;
}
