import { Suspense, useState } from 'react';
import type { Link } from '../lap/types';
import { errorText, useStrings } from '../strings';
import { ApiError } from '../sync/api';
import { IconButton } from './Button';
import { kindOf } from './fileKind';
import { Icon } from './Icon';
import { later } from './later';
import { Missing } from './Missing';
import { Plain } from './Plain';
import { revealed } from './plain';
import { save, useAddress } from './useFile';

const FileView = later(() => import('./FileView').then((m) => m.default), Missing);

export type FileLink = Link & { fileId: string };

/** An uploaded file: its name opens it here where that is possible, else saves it. */
export function FileRow({ link }: { link: FileLink }) {
  const { t, f } = useStrings();
  const [open, setOpen] = useState(false);
  const { busy, problem, download } = useDownload(link);
  const shows = kindOf(link) !== undefined;
  return (
    <>
      <Icon name="file" />
      <button type="button" className="trunc link" aria-busy={busy || undefined} aria-label={shows ? t.conversation.fileOpen(revealed(link.name)) : t.conversation.fileSave(revealed(link.name))} onClick={() => { if (shows) setOpen(true); else download(); }}>
        <Plain text={link.name} />
      </button>
      {link.size !== undefined && <span className="t3 s12 num">{f.size(link.size)}</span>}
      {shows && <IconButton icon="download" label={t.conversation.fileSave(revealed(link.name))} onClick={download} />}
      {problem !== undefined && <span className="err s12" role="alert">{errorText(t, problem)}</span>}
      {open && <Suspense fallback={null}><FileView link={link} onClose={() => { setOpen(false); }} onSave={download} /></Suspense>}
    </>
  );
}

export function useDownload(link: FileLink) {
  const address = useAddress();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // The browser saves by itself and tells us no refusal: the address is a new one each time.
  const download = () => {
    setBusy(true);
    setProblem(undefined);
    address(link.fileId, true).then(save).catch((error: unknown) => { setProblem(error instanceof ApiError ? error.code : 'unknown'); }).finally(() => { setBusy(false); });
  };
  return { busy, problem, download };
}
