import { useEffect, type ReactNode } from 'react';
import { useStrings, type Locale } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Icon, Mark } from '../../ui/Icon';
import '../app/app.css';

/** A page before there is a workspace. */
export function Gate({ title, lead, busy, children }: { title: string; lead?: ReactNode; busy?: boolean; children?: ReactNode }) {
  useTitle(title);
  return (
    <main className="gate" id="main">
      <div className="gate-box">
        <div><Mark /><h1>{title}</h1></div>
        {lead !== undefined && <p className="t2">{lead}</p>}
        {busy && <p className="t2" role="status"><Icon name="running" /></p>}
        {children}
        <Languages />
      </div>
    </main>
  );
}

/** In the window's title too. Who is signed out has nothing waiting: neither there nor on the icon. */
function useTitle(title: string): void {
  const { t } = useStrings();
  const out = useSelect((state) => state.session.phase === 'signedOut');
  useEffect(() => {
    document.title = title.includes(t.app) ? title : `${title}${t.sep}${t.app}`;
  }, [title, t]);
  useEffect(() => {
    if (out && 'clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined);
  }, [out]);
}

function Languages() {
  const { locale, setLocale } = useStrings();
  const choices: [Locale, string, string][] = [['zh', '中文', 'zh-CN'], ['en', 'English', 'en']];
  return (
    <div className="langs">
      {choices.map(([id, name, lang]) => (
        <Button key={id} look="ghost" lang={lang} aria-pressed={locale === id} onClick={() => { setLocale(id); }}>{name}</Button>
      ))}
    </div>
  );
}
