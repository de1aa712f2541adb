import { useStrings, type Locale } from '../../strings';
import { useController } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Section } from '../../ui/Pane';
import { switchShortcuts, useShortcutsOn } from '../../ui/keys';
import { showOverlay } from '../app/overlay';
import { chooseTheme, useTheme, type Theme } from '../app/theme';
import { Line } from './Line';

export function Display() {
  const { t, locale, setLocale } = useStrings();
  const controller = useController();
  const theme = useTheme();
  const on = useShortcutsOn();
  const speak = (next: Locale) => {
    setLocale(next);
    controller.session.saveLocale(next);
  };
  return (
    <Section title={t.settings.appearance}>
      <Line title={t.settings.language} say={t.settings.languageSay} htmlFor="language">
        <select id="language" className="input" value={locale} onChange={(event) => { speak(event.target.value as Locale); }}>
          <option value="zh" lang="zh-CN">中文</option><option value="en" lang="en">English</option>
        </select>
      </Line>
      <Line title={t.settings.theme} say={t.settings.themeSay} htmlFor="theme">
        <select id="theme" className="input" value={theme} onChange={(event) => { chooseTheme(event.target.value as Theme); }}>
          {(['system', 'light', 'dark'] as const).map((each) => <option key={each} value={each}>{t.settings.themes[each]}</option>)}
        </select>
      </Line>
      <Line title={t.settings.keys} say={t.settings.keysSay} htmlFor="keys">
        <Button className="no-phone" look="ghost" onClick={() => { showOverlay('keys'); }}>{t.settings.keysShow}</Button>
        <input id="keys" type="checkbox" role="switch" className="switch" checked={on} onChange={(event) => { switchShortcuts(event.target.checked); }} />
      </Line>
    </Section>
  );
}
