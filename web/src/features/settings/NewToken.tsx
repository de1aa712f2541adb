import { useState } from 'react';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController } from '../../sync/hooks';
import { Callout, CopyButton } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { isComposing } from '../../ui/ime';
import { Failure } from '../auth/Failure';
import { useTry } from '../auth/useTry';

const DAYS = [30, 90, 365, 0] as const;

/** Name it, say how long it works; then it is shown this once. It stays in this dialog only. */
export function NewToken({ base, onMade, onClose }: { base: string; onMade: () => void; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(DAYS[1]);
  const [token, setToken] = useState<string>();
  const { busy, error, run } = useTry();
  const ready = name.trim() !== '' && !busy;
  const make = () => run(async () => {
    const made = await controller.api.post<{ token: string }>(base, { name: name.trim(), ...(days === 0 ? {} : { expiresInDays: days }) });
    setToken(made.token);
    onMade();
  });
  if (token !== undefined) {
    return (
      <Dialog open onClose={onClose} title={t.settings.tokenMade}>
        <Callout tone="waiting" icon="alert">{t.settings.tokenOnce}</Callout>
        <div className="cmd mt4"><code>{token}</code><CopyButton text={token} label={t.settings.copyToken} /></div>
        <div className="dialog-acts"><Button look="primary" onClick={onClose}>{t.common.done}</Button></div>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={t.settings.newToken} intro={t.settings.tokenBounds}>
      <form noValidate onSubmit={(event) => { event.preventDefault(); if (ready) void make(); }}>
        <div className="field">
          <label htmlFor="token-name">{t.common.name}</label>
          <input
            id="token-name" className="input" autoFocus autoComplete="off" maxLength={LIMITS.TITLE} placeholder={t.settings.tokenExample} value={name} onChange={(event) => { setName(event.target.value); }}
            onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
          />
        </div>
        <div className="field mt4">
          <label htmlFor="token-days">{t.settings.works}</label>
          <select id="token-days" className="input" value={days} onChange={(event) => { setDays(Number(event.target.value)); }}>
            {DAYS.map((each) => <option key={each} value={each}>{each === 0 ? t.settings.forever : t.settings.forDays(each)}</option>)}
          </select>
        </div>
        {error !== undefined && <div className="mt4"><Failure error={error} /></div>}
        <div className="dialog-acts"><Button onClick={onClose}>{t.common.cancel}</Button><Button type="submit" look="primary" busy={busy} disabled={!ready}>{t.settings.makeToken}</Button></div>
      </form>
    </Dialog>
  );
}
