import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { oneLine } from '../../ui/plain';
import type { Draft } from './drafts';

const SHOWN = 120;

/** The draft that does not stand in the field: from another device, or what stood here before that one came. */
export function OtherDraft({ other, onSwap, onDrop }: { other: Draft; onSwap: () => void; onDrop: () => void }) {
  const { t } = useStrings();
  return (
    <div className="other-draft" role="status">
      <Icon name="later" size={14} />
      <span className="grow trunc">{t.conversation.otherDraft}<Plain text={oneLine(other.text).slice(0, SHOWN)} /></span>
      <Button className="btn--sm" onClick={onSwap}>{t.conversation.otherSwap}</Button>
      <Button className="btn--sm" look="ghost" onClick={onDrop}>{t.conversation.otherDrop}</Button>
    </div>
  );
}
