import { useRef, type ReactNode } from 'react';
import { useStrings } from '../../strings';
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
    </div>
  );
}
