import { Suspense } from 'react';
import type { Card } from '../../lap/types';
import { useStrings } from '../../strings';
import { Code } from '../../ui/Code';
import { kindOf } from '../../ui/fileKind';
import type { FileLink } from '../../ui/FileRow';
import { later } from '../../ui/later';
import { isFile, Links } from '../../ui/Links';
import { Markdown } from '../../ui/Markdown';
import { Missing } from '../../ui/Missing';

const FileBody = later(() => import('../../ui/FileBody').then((m) => m.FileBody), () => <Missing />);

/** The uploaded file that is to be reviewed, where it can be read on this page. */
export function fileToRead(card: Card): FileLink | undefined {
  const link = card.type === 'review' ? card.attachment : undefined;
  return link !== undefined && isFile(link) && kindOf(link) !== undefined ? link : undefined;
}

/** What is to be reviewed, in the card: nothing needs to be opened to be read. `onShown`: the file is there to read. */
export function ReviewMatter({ card, onShown }: { card: Extract<Card, { type: 'review' }>; onShown: () => void }) {
  const { t } = useStrings();
  const file = fileToRead(card);
  return (
    <section className="blk" aria-label={t.kindTitle.review}>
      {card.content?.format === 'markdown' && <Markdown text={card.content.text} />}
      {card.content !== undefined && card.content.format !== 'markdown' && <Code text={card.content.text} language={card.content.format} />}
      {card.attachment !== undefined && <div className="mt2"><Links links={[card.attachment]} pictures={false} /></div>}
      {file && <div className="file-body mt2"><Suspense fallback={null}><FileBody link={file} onShown={onShown} /></Suspense></div>}
    </section>
  );
}
