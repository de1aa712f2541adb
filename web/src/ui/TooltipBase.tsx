import { Tooltip } from '@base-ui/react/tooltip';
import { Keys } from './Keys';

export default function TooltipBase({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const keys = anchor.dataset['tipKeys'];
  return (
    <Tooltip.Root open onOpenChange={(open) => { if (!open) onClose(); }}>
      <Tooltip.Portal>
        <Tooltip.Positioner className="tip-at" anchor={anchor} sideOffset={6} side="bottom">
          <Tooltip.Popup className="tip">{anchor.dataset['tip']}{keys !== undefined && <Keys keys={keys} />}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
