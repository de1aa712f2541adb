import { useState } from 'react';
import type { Role } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/bits';
import { Dialog } from '../../ui/Dialog';
import { isComposing } from '../../ui/ime';
import { Failure } from '../auth/Failure';
import { useTry } from '../auth/useTry';

const ROLES: readonly Role[] = ['member', 'viewer', 'owner'];

/** Let somebody in by their address. No mail goes out: the person is told where to come. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const workspaceId = useSelect((state) => state.workspaceId);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [done, setDone] = useState(false);
  const { busy, error, run } = useTry();
  const ready = /^\S+@\S+$/.test(email.trim()) && !busy;
  const invite = () => run(async () => {
    await controller.api.post(`api/workspaces/${workspaceId}/members`, { email: email.trim(), role });
    setDone(true);
  });
  if (done) return <Invited email={email.trim()} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t.settings.inviteTitle} intro={t.settings.inviteSay}>
      <form noValidate onSubmit={(event) => { event.preventDefault(); if (ready) void invite(); }}>
        <div className="field">
          <label htmlFor="invite-email">{t.settings.email}</label>
          <input
            id="invite-email" className="input" type="email" autoFocus autoComplete="off" placeholder={t.auth.emailPlaceholder} value={email} onChange={(event) => { setEmail(event.target.value); }}
            onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
          />
        </div>
        <fieldset className="roles mt4">
          <legend className="label">{t.settings.role}</legend>
          {ROLES.map((each) => (
            <label className="rolepick" key={each}>
              <input type="radio" name="role" checked={role === each} onChange={() => { setRole(each); }} />
              <span>{t.settings.roles[each]}<small>{t.settings.roleSays[each]}</small></span>
            </label>
          ))}
        </fieldset>
        {error !== undefined && <div className="mt4"><Failure error={error} /></div>}
        <div className="dialog-acts"><Button onClick={onClose}>{t.common.cancel}</Button><Button type="submit" look="primary" busy={busy} disabled={!ready}>{t.settings.invite}</Button></div>
      </form>
    </Dialog>
  );
}

function Invited({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useStrings();
  const address = new URL('.', document.baseURI).href;
  return (
    <Dialog open onClose={onClose} title={t.settings.invited} intro={t.settings.invitedSay(email)}>
      <div className="cmd"><code>{address}</code><CopyButton text={address} label={t.common.copy} /></div>
      <div className="dialog-acts"><Button look="primary" onClick={onClose}>{t.common.done}</Button></div>
    </Dialog>
  );
}
