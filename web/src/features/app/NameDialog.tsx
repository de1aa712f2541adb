import { useState } from 'react';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { isComposing } from '../../ui/ime';

/** Give something another name. */
export function NameDialog({ title, label, name, onSave, onClose }: { title: string; label: string; name: string; onSave: (name: string) => void; onClose: () => void }) {
  const { t } = useStrings();
  const [value, setValue] = useState(name);
  const ready = value.trim() !== '' && value.trim() !== name;
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => { event.preventDefault(); if (!ready) return; onSave(value.trim()); onClose(); }}>
        <div className="field">
          <label htmlFor="name-it">{label}</label>
          <input
            id="name-it" className="input" autoFocus maxLength={LIMITS.TITLE} value={value} onChange={(event) => { setValue(event.target.value); }}
            onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
          />
        </div>
        <div className="dialog-acts"><Button onClick={onClose}>{t.common.cancel}</Button><Button type="submit" look="primary" disabled={!ready}>{t.common.save}</Button></div>
      </form>
    </Dialog>
  );
}
