import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

type Props = { text: string; pasted: boolean; onFile: (text: string) => void; onDrop: () => void };

/** A text that no message holds: it can go as a file. `pasted`: it is not in the field. */
export function TooLong({ text, pasted, onFile, onDrop }: Props) {
  const { t } = useStrings();
  const words = pasted ? t.conversation.pastedTooLong(text.length) : t.conversation.tooLong;
  return (
    <div className="composer-say">
      <p className="err" role="alert"><Icon name="alert" />{text.length > LIMITS.FILE_BYTES ? t.conversation.tooLongAtAll(text.length) : words}</p>
      {text.length <= LIMITS.FILE_BYTES && <Button className="btn--sm" icon="file" onClick={() => { onFile(text); }}>{t.conversation.asFile}</Button>}
      {pasted && <Button className="btn--sm" look="ghost" onClick={onDrop}>{t.common.dismiss}</Button>}
    </div>
  );
}
