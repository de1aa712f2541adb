import { useId, useState, type KeyboardEvent } from 'react';
import { LIMITS, type Link } from '../../lap/types';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { isComposing } from '../../ui/ime';
import { nameOfUrl, safeUrl } from '../../ui/links';

const URL_LENGTH = 2048;

/** Address and name of a link to attach. It is not a form of its own: it stands inside the composer's. */
export function AttachLink({ onAdd, onClose }: { onAdd: (link: Link) => void; onClose: () => void }) {
  const { t } = useStrings();
  const id = useId();
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const url = safeUrl(address.trim());
  const wrong = tried && url === undefined;
  const add = () => {
    setTried(true);
    if (url === undefined) return;
    onAdd({ name: Array.from(name.trim() || nameOfUrl(url)).slice(0, LIMITS.TITLE).join(''), url });
    onClose();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isComposing(event)) add();
  };
  return (
    <div className="attach" role="group" aria-label={t.conversation.attach} onKeyDown={onKey}>
      <input
        className="input" type="url" autoFocus maxLength={URL_LENGTH} placeholder="https://" aria-label={t.conversation.linkUrl}
        aria-invalid={wrong || undefined} aria-describedby={wrong ? id : undefined} value={address} onChange={(event) => { setAddress(event.target.value); }}
      />
      <input className="input" maxLength={LIMITS.TITLE} placeholder={t.conversation.linkName} aria-label={t.conversation.linkName} value={name} onChange={(event) => { setName(event.target.value); }} />
      <Button onClick={add}>{t.conversation.linkAdd}</Button>
      <Button look="ghost" onClick={onClose}>{t.common.cancel}</Button>
      {wrong && <p className="err" id={id} role="alert"><Icon name="alert" />{t.card.inputBad.url}</p>}
    </div>
  );
}
