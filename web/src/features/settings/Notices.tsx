import { useStrings } from '../../strings';
import { Section } from '../../ui/Pane';
import { Line } from './Line';

/** What calls the person today. Mail and push come with their own work. */
export function Notices() {
  const { t } = useStrings();
  return (
    <Section title={t.settings.notices}>
      <p className="s13 t2 setlead">{t.settings.noticesSay}</p>
      <Line title={t.settings.noticeTitle} say={t.settings.noticeTitleSay}><span className="s13 t2">{t.settings.always}</span></Line>
      <Line title={t.settings.noticeIcon} say={t.settings.noticeIconSay}><span className="s13 t2">{t.settings.always}</span></Line>
      <Line title={t.settings.noticeMail} say={t.settings.notYetSay}><span className="s13 t3">{t.settings.notYet}</span></Line>
      <Line title={t.settings.noticePush} say={t.settings.notYetSay}><span className="s13 t3">{t.settings.notYet}</span></Line>
    </Section>
  );
}
