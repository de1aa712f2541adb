import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { useStrings } from '../strings';
import { IconButton } from './Button';
import { takeToasts, useWaitingToasts, type ToastWords } from './Toast';

/** With a way back it stays longer; an error stays until it is closed. */
const STAYS = { plain: 5000, action: 9000, danger: 0 } as const;

export default function ToastBase() {
  return (
    <Toast.Provider limit={1}>
      <Region />
    </Toast.Provider>
  );
}

function Region() {
  const { t } = useStrings();
  const { toasts, add, close } = Toast.useToastManager<ToastWords>();
  const waiting = useWaitingToasts();
  useEffect(() => {
    for (const words of takeToasts()) {
      const timeout = words.tone === 'danger' ? STAYS.danger : words.action ? STAYS.action : STAYS.plain;
      add({ description: words.text, timeout, priority: words.tone === 'danger' ? 'high' : 'low', data: words });
    }
  }, [waiting, add]);
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts" aria-label={t.keys.notices}>
        {toasts.map((one) => (
          <Toast.Root key={one.id} toast={one} className={`toast${one.data?.tone === 'danger' ? ' toast--danger' : ''}`} swipeDirection={['left', 'up', 'down']}>
            <Toast.Description className="grow" />
            {one.data?.action && (
              <button type="button" className="link" onClick={() => { one.data?.action?.run(); close(one.id); }}>{one.data.action.label}</button>
            )}
            <Toast.Close render={<IconButton icon="x" label={t.common.close} />} />
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
