import type { ReactNode } from 'react';
import { useStrings, type Locale } from '../../strings';
import { Button } from '../../ui/Button';
import { Icon, Mark } from '../../ui/Icon';
import '../app/app.css';

/** A page before there is a workspace. */
export function Gate({ title, lead, busy, children }: { title: string; lead?: ReactNode; busy?: boolean; children?: ReactNode }) {
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
