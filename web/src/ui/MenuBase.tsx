import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icons';

export type MenuEntry = { icon?: IconName; danger?: boolean; onPick: () => void; text: ReactNode } | 'line';
export type MenuProps = { trigger: ReactElement<ComponentProps<'button'>>; entries: readonly MenuEntry[] };

/** It opens at once: it is drawn when its button was pressed. */
export default function MenuBase({ trigger, entries }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-at" sideOffset={4} align="end">
          <Base.Popup className="menu">
            {entries.map((entry, i) => (entry === 'line' ? <Base.Separator key={i} className="menu-sep" /> : (
              <Base.Item key={i} className={`menu-item${entry.danger ? ' menu-item--danger' : ''}`} onClick={entry.onPick}>
                {entry.icon && <Icon name={entry.icon} />}
                {entry.text}
              </Base.Item>
            )))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
