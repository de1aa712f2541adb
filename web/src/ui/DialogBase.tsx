import { Dialog as Base } from '@base-ui/react/dialog';
import { useState, type ReactNode, type RefObject } from 'react';
import { useStrings } from '../strings';
import { IconButton } from './Button';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  intro?: ReactNode;
  wide?: boolean;
  children: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
};

/** What has the focus; of an entry of a menu, which is gone when the dialog closes, the button of the menu. */
function opener(): HTMLElement | undefined {
  const active = document.activeElement;
  const menu = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const found = menu ? document.getElementById(menu) : active;
  return found instanceof HTMLElement && found !== document.body ? found : undefined;
}

export default function DialogBase({ open, onClose, title, intro, wide, children, initialFocus }: DialogProps) {
  const { t } = useStrings();
  const [from] = useState(opener);
  return (
    <Base.Root open={open} onOpenChange={(next) => { if (!next) onClose(); }}>
      <Base.Portal>
        <Base.Backdrop className="veil" />
        <Base.Viewport className="dialog-view">
          <Base.Popup className={`dialog${wide ? ' dialog--wide' : ''}`} initialFocus={initialFocus} finalFocus={() => (from?.isConnected ? from : true)}>
            <header className="dialog-head">
              <div className="grow">
                <Base.Title>{title}</Base.Title>
                {intro !== undefined && <Base.Description className="s13 t2">{intro}</Base.Description>}
              </div>
              <Base.Close render={<IconButton icon="x" label={t.common.close} />} />
            </header>
            <div className="dialog-body">{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
