import { useEffect, type ReactNode } from 'react';
import type { Address } from '../actions/files';
import { errorText, useStrings } from '../strings';
import { ApiError } from '../sync/api';
import { Callout, Skeleton } from './bits';
import { Code } from './Code';
import { kindOf, languageOf } from './fileKind';
import type { FileLink } from './FileRow';
import { Markdown } from './Markdown';
import { Plain } from './Plain';
import { REFUSED, useLoaded, type Loaded } from './useFile';
import { useHead } from './useHead';
import './files.css';

/** `onShown`: called once what is in it is on the page; never while it cannot be shown. */
type Body = { link: FileLink; onShown?: (() => void) | undefined };

/** What is in an uploaded file: a picture, or text as what it is. */
export function FileBody(body: Body) {
  return kindOf(body.link) === 'image' ? <Picture {...body} /> : <Text {...body} />;
}

function Waiting({ loaded }: { loaded: Loaded<unknown> }): ReactNode {
  const { t } = useStrings();
  if (loaded.problem === undefined) return <Skeleton rows={2} />;
  return <Callout tone="waiting" icon="interrupted" role="alert">{errorText(t, loaded.problem)} <button type="button" className="link" onClick={loaded.retry}>{t.common.retry}</button></Callout>;
}

function Picture({ link, onShown }: Body) {
  const loaded = useLoaded(link.fileId, (address) => address.url);
  if (loaded.value === undefined) return <Waiting loaded={loaded} />;
  return <img src={loaded.value} alt={link.name} onLoad={onShown} onError={loaded.refused} />;
}

function Text({ link, onShown }: Body) {
  const loaded = useLoaded(link.fileId, textAt);
  if (loaded.value === undefined) return <Waiting loaded={loaded} />;
  const kind = kindOf(link);
  return (
    <>
      {kind === 'markdown' ? <Markdown text={loaded.value} /> : kind === 'code' ? <Code text={loaded.value} language={languageOf(link.name)} /> : <Words text={loaded.value} />}
      <Shown tell={onShown} />
    </>
  );
}

/** Says that what stands before it is drawn. */
function Shown({ tell }: { tell: (() => void) | undefined }) {
  useEffect(() => { tell?.(); }, [tell]);
  return null;
}

function Words({ text }: { text: string }) {
  const [head, more] = useHead(text);
  return <><p className="s13"><Plain text={head} lines /></p>{more}</>;
}

async function textAt({ url }: Address): Promise<string> {
  const response = await fetch(new URL(url, document.baseURI), { credentials: 'omit' });
  if (!response.ok) throw new ApiError(response.status, response.status >= 500 ? 'internal' : REFUSED, 'the file was not given');
  return response.text();
}
