import { Children, createContext, isValidElement, memo, useContext, type ReactElement, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useStrings } from '../strings';
import { Code } from './Code';
import { safeUrl } from './links';
import { blocksOf } from './markdownBlocks';
import { shownHidden } from './markdownHidden';
import './markdown.css';

const Folds = createContext(false);

const components: Components = {
  a: ({ href, children }) => <Away href={href}>{children}</Away>,
  img: ({ alt, src }) => <Away href={typeof src === 'string' ? src : undefined}>{alt || src}</Away>,
  // The page's own headings are above those of what is said in it.
  h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6',
  input: Tick,
  table: Table,
  pre: Block,
};

function Away({ href, children }: { href: string | undefined; children: ReactNode }) {
  const url = safeUrl(href);
  return url === undefined ? <>{children}</> : <a href={url} target="_blank" rel="noopener noreferrer nofollow">{children}</a>;
}

/** The box of a list of things to do: it says how it stands, and cannot be ticked here. */
function Tick({ checked }: { checked?: boolean | undefined }) {
  const { t } = useStrings();
  return <input type="checkbox" disabled checked={checked ?? false} aria-label={checked ? t.conversation.ticked : t.conversation.unticked} />;
}

function Table({ node, children }: ExtraProps & { children?: ReactNode }) {
  const { t } = useStrings();
  const heads = headsOf(node);
  return <div className="wide" tabIndex={0} role="region" aria-label={t.conversation.table(heads.join(t.listComma))}><table>{children}</table></div>;
}

function Block({ children }: { children?: ReactNode }) {
  const fold = useContext(Folds);
  const code = codeOf(children);
  return code ? <Code text={code.text} language={code.language} fold={fold} /> : <pre>{children}</pre>;
}

function codeOf(children: ReactNode): { text: string; language: string | undefined } | undefined {
  const child = Children.toArray(children)[0];
  if (!isValidElement<{ className?: string; children?: ReactNode }>(child)) return undefined;
  const text = Children.toArray(child.props.children).join('').replace(/\n$/, '');
  return { text, language: /language-(\S+)/.exec(child.props.className ?? '')?.[1] };
}

type Node = NonNullable<ExtraProps['node']> | NonNullable<ExtraProps['node']>['children'][number];

/** The words in the head of a table. */
function headsOf(node: Node | undefined): string[] {
  if (node?.type !== 'element') return [];
  if (node.tagName === 'th') return [textOf(node).trim()].filter((text) => text !== '');
  return node.tagName === 'tbody' ? [] : node.children.flatMap(headsOf);
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** What was parsed lately: lines of a long conversation come and go as one scrolls. By characters, the oldest leave. */
const KEPT = 400_000;
const parsed = new Map<string, ReactElement>();
let size = 0;

function parse(text: string, footnotes: string): ReactElement {
  const options: Options = {
    children: text, components, remarkPlugins: [remarkGfm], rehypePlugins: [shownHidden], skipHtml: false,
    urlTransform: (url) => safeUrl(url) ?? '', remarkRehypeOptions: { footnoteLabel: footnotes },
  };
  return ReactMarkdown(options);
}

function parsedOnce(text: string, footnotes: string): ReactElement {
  const key = `${footnotes}\n${text}`;
  const held = parsed.get(key);
  if (held) return held;
  const made = parse(text, footnotes);
  parsed.set(key, made);
  size += key.length;
  for (const old of parsed.keys()) {
    if (size <= KEPT) break;
    parsed.delete(old);
    size -= old.length;
  }
  return made;
}

/** `keep`: the text is whole, so it may come again. */
const Part = memo(function Part({ text, keep }: { text: string; keep: boolean }) {
  const { t } = useStrings();
  return keep ? parsedOnce(text, t.conversation.footnotes) : parse(text, t.conversation.footnotes);
});

export default function MarkdownRich({ text, fold, growing }: { text: string; fold: boolean; growing: boolean }) {
  const parts = growing ? blocksOf(text) : [text];
  return (
    <div className="md">
      <Folds value={fold}>
        {parts.map((part, i) => <Part key={i} text={part} keep={!growing || i < parts.length - 1} />)}
      </Folds>
    </div>
  );
}
