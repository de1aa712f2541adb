import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useBadge } from './counts';

const PAGES = ['inbox', 'conversations', 'tasks', 'agents', 'settings'] as const;

/**
 * The badge counts what is actionable now: in the tab's title and icon, on the installed app, and said to screen readers.
 * It goes with the workspace that it counts in, so nothing of it is left after signing out.
 */
export function Title() {
  const { t } = useStrings();
  const waiting = useBadge();
  const [location] = useLocation();
  useEffect(() => {
    const page = PAGES.find((each) => location.startsWith(`/${each}`));
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page ? `${t.nav[page]}${t.sep}` : ''}${t.app}`;
    return () => { document.title = t.app; };
  }, [waiting, location, t]);
  useEffect(() => {
    badge(waiting);
    return () => { badge(0); };
  }, [waiting]);
  return <span className="sr" aria-live="polite">{waiting > 0 ? t.nav.waiting(waiting) : ''}</span>;
}

function badge(waiting: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = waiting > 0 ? './icon-waiting.svg' : './icon.svg';
  // Only installed apps have a badge; some browsers refuse it without the right to notify.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined);
}
