import { useState } from 'react';
import { useLocation } from 'wouter';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController } from '../../sync/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { isComposing } from '../../ui/ime';
import { Failure } from './Failure';
import { Gate } from './Gate';
import { useTry } from './useTry';

export function CreateWorkspace({ another }: { another?: boolean }) {
  const { t } = useStrings();
  const { session } = useController();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const { busy, error, run } = useTry();
  const create = () => run(async () => {
    const id = await session.createWorkspace(name.trim());
    navigate(id === '' ? '/' : `/w/${id}/inbox`, { replace: true });
  });
  return (
    <Gate title={t.auth.workspaceTitle} lead={t.auth.workspaceLead}>
      <form noValidate className="gate-box" onSubmit={(event) => { event.preventDefault(); void create(); }}>
        <div className="field">
          <label htmlFor="ws-name">{t.common.name}</label>
          <input
            id="ws-name" className="input" required autoFocus maxLength={LIMITS.TITLE} placeholder={t.auth.workspacePlaceholder} value={name}
            onChange={(event) => { setName(event.target.value); }}
            onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
          />
        </div>
        <Failure error={error} />
        <Button type="submit" look="primary" large busy={busy} disabled={busy || name.trim() === ''}>{t.auth.createWorkspace}</Button>
        {another && <ButtonLink look="ghost" href="/">{t.common.cancel}</ButtonLink>}
      </form>
    </Gate>
  );
}
