import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icons';

export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-at" sideOffset={4} align="end">
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ icon, danger, onPick, children }: { icon?: IconName; danger?: boolean; onPick: () => void; children: ReactNode }) {
  return (
    <Base.Item className={`menu-item${danger ? ' menu-item--danger' : ''}`} onClick={onPick}>
      {icon && <Icon name={icon} />}
      {children}
    </Base.Item>
  );
}

export const MenuSeparator = () => <Base.Separator className="menu-sep" />;
