import type { ReactNode } from 'react';
import type { Link } from '../lap/types';
import { useStrings } from '../strings';
import { kindOf } from './fileKind';
import { FileRow, type FileLink } from './FileRow';
import { Icon } from './Icon';
import { hostOf, safeUrl } from './links';
import { Plain } from './Plain';
import { Thumb } from './Thumb';
import './files.css';

export const isFile = (link: Link): link is FileLink => link.fileId !== undefined;

type Options<L> = { links: readonly L[]; end?: (link: L) => ReactNode; /** The list's name. */ label?: string; /** Whether pictures are shown small above. */ pictures?: boolean; className?: string };

/** Links and files of others or of mine, each with where it leads; pictures are shown. `end` adds something to a row. */
export function Links<L extends Link>({ links, end, label, pictures = true, className = '' }: Options<L>) {
  const { t } = useStrings();
  const shown = pictures ? links.filter((link): link is L & FileLink => isFile(link) && kindOf(link) === 'image') : [];
  return (
    <>
      {shown.length > 0 && <div className="thumbs">{shown.map((link) => <Thumb key={link.fileId} link={link} />)}</div>}
      <ul className={`links ${className}`} aria-label={label ?? t.conversation.attachments}>
        {links.map((link, i) => <li key={i}>{isFile(link) ? <FileRow link={link} /> : <LinkRow link={link} />}{end?.(link)}</li>)}
      </ul>
    </>
  );
}

function LinkRow({ link }: { link: Link }) {
  const { f } = useStrings();
  const url = safeUrl(link.url);
  const facts = [hostOf(link.url), link.size === undefined ? undefined : f.size(link.size)].filter((each) => each !== undefined);
  const name = <Plain text={link.name} />;
  return (
    <>
      <Icon name={link.size === undefined && link.mimeType === undefined ? 'ext' : 'file'} />
      {url === undefined ? <span className="trunc">{name}</span> : <a className="trunc" href={url} target="_blank" rel="noopener noreferrer nofollow">{name}</a>}
      <span className="t3 s12 num trunc">{facts.join(' · ')}</span>
    </>
  );
}
