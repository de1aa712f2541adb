/** How an uploaded file may be looked at here. Types as the server found them; the endings of names tell text apart. */
import type { Link } from '../lap/types';

export type FileKind = 'image' | 'markdown' | 'code' | 'text';

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const TEXTS = /^text\/|[/+](?:json|x-ndjson|xml|yaml|x-yaml|toml|javascript|typescript|sql|x-sh|x-python-code|x-patch)$/;
const CODE: Readonly<Record<string, string>> = {
  diff: 'diff', patch: 'diff', json: 'json', ndjson: 'json', yaml: 'yaml', yml: 'yaml', toml: 'toml', sql: 'sql', sh: 'bash', py: 'python', js: 'javascript', mjs: 'javascript',
  ts: 'typescript', tsx: 'tsx', jsx: 'jsx', go: 'go', rs: 'rust', java: 'java', html: 'html', xml: 'xml', svg: 'xml', css: 'css', ini: 'ini',
};

export const endingOf = (name: string): string => /\.([^./\\]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Undefined: it can only be saved. */
export function kindOf({ name, mimeType = '' }: Pick<Link, 'name' | 'mimeType'>): FileKind | undefined {
  if (IMAGES.has(mimeType)) return 'image';
  if (!TEXTS.test(mimeType) && mimeType !== 'image/svg+xml') return undefined;
  const ending = endingOf(name);
  if (ending === 'md' || mimeType === 'text/markdown') return 'markdown';
  return ending in CODE ? 'code' : 'text';
}

/** The language of a file of code, for its colours. */
export const languageOf = (name: string): string | undefined => CODE[endingOf(name)];
