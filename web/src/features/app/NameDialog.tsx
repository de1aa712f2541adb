import { useState } from 'react';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { isComposing } from '../../ui/ime';
import { Failure } from '../auth/Failure';
import { useTry } from '../auth/useTry';

type Props = { title: string; label: string; name: string; onSave: (name: string) => void | Promise<void>; onClose: () => void; max?: number };

/** Give something another name. It closes when `onSave` is done, and shows why if that fails. */
export function NameDialog({ title, label, name, onSave, onClose, max = LIMITS.TITLE }: Props) {
  const { t } = useStrings();
  const [value, setValue] = useState(name);
  const { busy, error, run } = useTry();
  const ready = value.trim() !== '' && value.trim() !== name && !busy;
  const save = () => run(async () => {
    await onSave(value.trim());
    onClose();
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => { event.preventDefault(); if (ready) void save(); }}>
        <div className="field">
          <label htmlFor="name-it">{label}</label>
          <input
            id="name-it" className="input" autoFocus maxLength={max} value={value} onChange={(event) => { setValue(event.target.value); }}
            onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
          />
        </div>
        {error !== undefined && <div className="mt4"><Failure error={error} /></div>}
        <div className="dialog-acts"><Button onClick={onClose}>{t.common.cancel}</Button><Button type="submit" look="primary" busy={busy} disabled={!ready}>{t.common.save}</Button></div>
      </form>
    </Dialog>
  );
}
