import { useRef } from 'react';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { IconButton } from '../../ui/Button';

type Props = { count: number; disabled: boolean; linking: boolean; onFiles: (files: File[]) => void; onLink: () => void };

/** The two ways to attach something: files from here, or a link. */
export function Attach({ count, disabled, linking, onFiles, onLink }: Props) {
  const { t, f } = useStrings();
  const field = useRef<HTMLInputElement>(null);
  const off = disabled || count >= LIMITS.ATTACHMENTS;
  return (
    <>
      <input
        ref={field} type="file" multiple hidden tabIndex={-1} aria-label={t.conversation.attachFile}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton icon="attach" label={t.conversation.attachFile} data-tip={t.conversation.attachLimits(f.size(LIMITS.FILE_BYTES), LIMITS.ATTACHMENTS)} disabled={off} onClick={() => { field.current?.click(); }} />
      <IconButton icon="link" label={t.conversation.attach} disabled={off} aria-expanded={linking} onClick={onLink} />
    </>
  );
}
