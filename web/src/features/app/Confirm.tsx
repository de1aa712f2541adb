import type { ReactNode } from 'react';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Failure } from '../auth/Failure';
import { useTry } from '../auth/useTry';

type Props = { title: string; say: ReactNode; label: string; onConfirm: () => void | Promise<void>; onClose: () => void };

/** Ask before something that cannot be taken back. It closes when `onConfirm` is done, and shows why if that fails. */
export function Confirm({ title, say, label, onConfirm, onClose }: Props) {
  const { t } = useStrings();
  const { busy, error, run } = useTry();
  const confirm = () => run(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <p>{say}</p>
      {error !== undefined && <div className="mt4"><Failure error={error} /></div>}
      <div className="dialog-acts">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button look="danger" busy={busy} disabled={busy} onClick={() => { void confirm(); }}>{label}</Button>
      </div>
    </Dialog>
  );
}
