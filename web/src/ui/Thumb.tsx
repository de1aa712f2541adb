import { Suspense, useState } from 'react';
import { useStrings } from '../strings';
import { useDownload, type FileLink } from './FileRow';
import { Icon } from './Icon';
import { later } from './later';
import { Missing } from './Missing';
import { revealed } from './plain';
import { useLoaded } from './useFile';

const FileView = later(() => import('./FileView').then((m) => m.default), Missing);

/** A picture that was uploaded, small, in a box that has its size before the picture comes. It opens large. */
export function Thumb({ link }: { link: FileLink }) {
  const { t } = useStrings();
  const [open, setOpen] = useState(false);
  const { value, refused } = useLoaded(link.fileId, (address) => address.url);
  const { download } = useDownload(link);
  return (
    <>
      <button type="button" className="thumb" aria-label={t.conversation.fileOpen(revealed(link.name))} onClick={() => { setOpen(true); }}>
        {value === undefined ? <Icon name="file" size={20} /> : <img src={value} alt="" loading="lazy" decoding="async" onError={refused} />}
      </button>
      {open && <Suspense fallback={null}><FileView link={link} onClose={() => { setOpen(false); }} onSave={download} /></Suspense>}
    </>
  );
}
