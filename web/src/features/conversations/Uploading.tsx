import { errorText, useStrings } from '../../strings';
import { useController } from '../../sync/hooks';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { dropUpload, retryUpload, type Upload } from './uploads';

/** The files that are on their way up, or did not get there and why. */
export function Uploading({ conversationId, uploads }: { conversationId: string; uploads: readonly Upload[] }) {
  const { t } = useStrings();
  return (
    <ul className="uploads" aria-label={t.conversation.uploads}>
      {uploads.map((one) => <Row key={one.key} one={one} conversationId={conversationId} />)}
    </ul>
  );
}

function Row({ one, conversationId }: { one: Upload; conversationId: string }) {
  const { t, f } = useStrings();
  const controller = useController();
  const { file, problem } = one;
  const share = Math.floor((100 * one.sent) / Math.max(1, file.size));
  const name = revealed(file.name);
  return (
    <li className={problem === undefined ? undefined : 'is-danger'}>
      <Icon name={problem === undefined ? 'file' : 'failed'} />
      <span className="trunc"><Plain text={file.name} /></span>
      {problem === undefined ? (
        <>
          <span className="meter is-running" role="progressbar" aria-label={t.conversation.uploading(name)} aria-valuenow={share} aria-valuemin={0} aria-valuemax={100}><i style={{ width: `${share}%` }} /></span>
          <span className="t3 s12 num">{f.size(one.sent)} / {f.size(file.size)}</span>
        </>
      ) : (
        <>
          <span className="err grow" role="alert">{t.conversation.fileErrors[problem] ?? errorText(t, problem)}</span>
          {canRetry(problem) && <Button className="btn--sm" onClick={() => { retryUpload(controller, conversationId, one); }}>{t.common.retry}</Button>}
        </>
      )}
      <IconButton icon="x" label={problem === undefined ? t.conversation.uploadCancel(name) : t.conversation.linkRemove(name)} onClick={() => { dropUpload(controller, conversationId, one.key); }} />
    </li>
  );
}

const FINAL = new Set(['file_too_large', 'file_type', 'file_empty', 'insecure_page', 'not_allowed', 'file_unreadable']);
const canRetry = (problem: string) => !FINAL.has(problem);
