import { useState, type ReactNode } from 'react';
import { ApiError } from '../sync/api';
import type { Address } from '../actions/files';
import { errorText, useStrings } from '../strings';
import { Callout, Skeleton } from './bits';
import { Button } from './Button';
import { Code } from './Code';
import { Dialog } from './Dialog';
import { kindOf, languageOf } from './fileKind';
import type { FileLink } from './FileRow';
import { Markdown } from './Markdown';
import { Plain } from './Plain';
import { useHead } from './useHead';
import { useLoaded } from './useFile';
import './files.css';

/** An uploaded file to look at: a picture, or text as what it is. */
export default function FileView({ link, onClose, onSave }: { link: FileLink; onClose: () => void; onSave: () => void }) {
  const { t, f } = useStrings();
  const intro = link.size === undefined ? undefined : f.size(link.size);
  return (
    <Dialog open onClose={onClose} wide title={<Plain text={link.name} />} intro={intro}>
      <div className="file-view">{kindOf(link) === 'image' ? <Picture link={link} /> : <Text link={link} />}</div>
      <div className="dialog-acts"><Button icon="download" onClick={onSave}>{t.conversation.save}</Button></div>
    </Dialog>
  );
}

function Loading({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }): ReactNode {
  const { t } = useStrings();
  if (problem === undefined) return <Skeleton rows={2} />;
  return <Callout tone="waiting" icon="interrupted" role="alert">{errorText(t, problem)} <button type="button" className="link" onClick={onRetry}>{t.common.retry}</button></Callout>;
}

function Picture({ link }: { link: FileLink }) {
  const [tries, setTries] = useState(0);
  const { value, problem } = useLoaded(link.fileId, (address) => address.url, tries);
  if (value === undefined) return <Loading problem={problem} onRetry={() => { setTries(tries + 1); }} />;
  return <img src={value} alt={link.name} />;
}

function Text({ link }: { link: FileLink }) {
  const [tries, setTries] = useState(0);
  const { value, problem } = useLoaded(link.fileId, textAt, tries);
  if (value === undefined) return <Loading problem={problem} onRetry={() => { setTries(tries + 1); }} />;
  const kind = kindOf(link);
  if (kind === 'markdown') return <Markdown text={value} />;
  return kind === 'code' ? <Code text={value} language={languageOf(link.name)} /> : <Words text={value} />;
}

function Words({ text }: { text: string }) {
  const [head, more] = useHead(text);
  return <><p className="s13"><Plain text={head} lines /></p>{more}</>;
}

async function textAt({ url }: Address): Promise<string> {
  const response = await fetch(new URL(url, document.baseURI), { credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, response.status === 403 ? 'expired' : 'internal', 'the file was not given');
  return response.text();
}
