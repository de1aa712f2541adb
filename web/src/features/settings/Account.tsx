import { useState } from 'react';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { NameDialog } from '../app/NameDialog';
import { Line } from './Line';

export function Account() {
  const { t } = useStrings();
  const controller = useController();
  const user = useSelect((state) => (state.session.phase === 'signedIn' ? state.session.user : undefined));
  const unsent = useSelect((state) => state.outbox.filter((item) => item.state !== 'recorded' && item.state !== 'refused').length);
  const [renaming, setRenaming] = useState(false);
  return (
    <Section title={t.settings.account}>
      <Line title={t.settings.name} say={<Plain text={user?.displayName ?? ''} />}><Button disabled={!user} onClick={() => { setRenaming(true); }}>{t.settings.rename}</Button></Line>
      <Line title={t.settings.email} say={user?.email} />
      <Line title={t.settings.thisDevice} say={unsent > 0 ? t.settings.signOutUnsent(unsent) : t.settings.signOutSay}><Button onClick={() => { void controller.signOut(); }}>{t.settings.signOut}</Button></Line>
      {renaming && user && (
        <NameDialog title={t.settings.renameTitle} label={t.settings.renameLabel} max={LIMITS.LABEL} name={user.displayName} onClose={() => { setRenaming(false); }} onSave={(name) => controller.session.rename(name)} />
      )}
    </Section>
  );
}
