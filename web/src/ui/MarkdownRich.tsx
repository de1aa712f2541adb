import { Children, isValidElement, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Code } from './Code';
import { safeUrl } from './links';
import { reveal } from './plain';

const components: Components = {
  a: ({ href, children }) => {
    const url = safeUrl(href);
    return url === undefined ? <>{children}</> : <a href={url} target="_blank" rel="noopener noreferrer nofollow">{children}</a>;
  },
  img: ({ alt, src }) => {
    const url = safeUrl(typeof src === 'string' ? src : undefined);
    return url === undefined ? <>{alt}</> : <a href={url} target="_blank" rel="noopener noreferrer nofollow">{alt || url}</a>;
  },
  table: ({ children }) => <div className="wide" tabIndex={0} role="region"><table>{children}</table></div>,
  pre: ({ children }) => {
    const code = codeOf(children);
    return code ? <Code text={code.text} language={code.language} /> : <pre>{children}</pre>;
  },
};

function codeOf(children: ReactNode): { text: string; language: string | undefined } | undefined {
  const child = Children.toArray(children)[0];
  if (!isValidElement<{ className?: string; children?: ReactNode }>(child)) return undefined;
  const text = Children.toArray(child.props.children).join('').replace(/\n$/, '');
  return { text, language: /language-(\S+)/.exec(child.props.className ?? '')?.[1] };
}

/** Hidden characters become visible before the text is parsed; line breaks stay. */
function visible(text: string): string {
  return reveal(text, true).map((part) => (part.hidden ? `⟦${part.text}⟧` : part.text)).join('');
}

export default function MarkdownRich({ text }: { text: string }) {
  return (
    <div className="md">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} skipHtml={false} urlTransform={(url) => safeUrl(url) ?? ''}>
        {visible(text)}
      </ReactMarkdown>
    </div>
  );
}
