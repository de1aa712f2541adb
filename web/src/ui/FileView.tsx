import { useStrings } from '../strings';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { FileBody } from './FileBody';
import type { FileLink } from './FileRow';
import { Plain } from './Plain';
import './files.css';

/** An uploaded file to look at: a picture, or text as what it is. */
export default function FileView({ link, onClose, onSave }: { link: FileLink; onClose: () => void; onSave: () => void }) {
  const { t, f } = useStrings();
  const intro = link.size === undefined ? undefined : f.size(link.size);
  return (
    <Dialog open onClose={onClose} wide title={<Plain text={link.name} />} intro={intro}>
      <div className="file-view"><FileBody link={link} /></div>
      <div className="dialog-acts"><Button icon="download" onClick={onSave}>{t.conversation.save}</Button></div>
    </Dialog>
  );
}
