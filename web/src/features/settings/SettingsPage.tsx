import { useState } from 'react';
import { LIMITS } from '../../lap/types';
import { useStrings, type Locale } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { MainPane, Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { NameDialog } from '../app/NameDialog';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { chooseTheme, storedTheme, type Theme } from '../app/theme';
import './settings.css';

export function SettingsPage() {
  const { t, locale, setLocale } = useStrings();
  const controller = useController();
  const session = useSelect((state) => state.session);
  const workspace = useSelect((state) => state.world.workspace);
  const [renaming, setRenaming] = useState(false);
  const user = session.phase === 'signedIn' ? session.user : undefined;
  return (
    <Shell topbar={<TopBar title={t.settings.title} />}>
      <MainPane width={744} head={<h1>{t.settings.title}</h1>}>
          <Section title={t.settings.account}>
            <div className="setline"><div><Plain text={user?.displayName ?? ''} /><p>{user?.email}</p></div><Button disabled={!user} onClick={() => { setRenaming(true); }}>{t.settings.rename}</Button></div>
            <div className="setline"><div>{t.settings.thisDevice}<p>{t.settings.signOutSay}</p></div><Button onClick={() => { void controller.signOut(); }}>{t.settings.signOut}</Button></div>
          </Section>
          <Section title={t.settings.appearance}>
            <div className="setline">
              <div><label htmlFor="language">{t.settings.language}</label><p>{t.settings.languageSay}</p></div>
              <select id="language" className="input" value={locale} onChange={(event) => { setLocale(event.target.value as Locale); }}>
                <option value="zh">中文</option><option value="en">English</option>
              </select>
            </div>
            <ThemeLine />
          </Section>
          {workspace && (
            <Section title={t.settings.workspace} count={<Plain text={workspace.name} />}>
              <h3 className="sr">{t.settings.members}</h3>
              <ul>
                {workspace.members.map((member) => (
                  <li className="setline" key={member.userId}><div><Plain text={member.userId === user?.id ? user.displayName : member.name} />{member.userId === user?.id && t.settings.you}</div><span className="t2 s13">{t.settings.roles[member.role]}</span></li>
                ))}
              </ul>
            </Section>
          )}
      </MainPane>
      {renaming && user && (
        <NameDialog title={t.settings.renameTitle} label={t.settings.renameLabel} max={LIMITS.LABEL} name={user.displayName} onClose={() => { setRenaming(false); }} onSave={(name) => controller.session.rename(name)} />
      )}
    </Shell>
  );
}

function ThemeLine() {
  const { t } = useStrings();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const pick = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <div className="setline">
      <div><label htmlFor="theme">{t.settings.theme}</label></div>
      <select id="theme" className="input" value={theme} onChange={(event) => { pick(event.target.value as Theme); }}>
        {(['system', 'light', 'dark'] as const).map((each) => <option key={each} value={each}>{t.settings.themes[each]}</option>)}
      </select>
    </div>
  );
}
