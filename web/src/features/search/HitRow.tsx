import { Link } from 'wouter';
import { useStrings } from '../../strings';
import { useNow } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import type { IconName } from '../../ui/icons';
import { useNames } from '../app/names';
import type { Hit } from './useSearch';

const ICON: Record<Hit['kind'], IconName> = { conversation: 'chat', task: 'tasks', message: 'mail' };

export function HitRow({ hit }: { hit: Hit }) {
  const { t, f } = useStrings();
  const names = useNames();
  const now = useNow(60_000);
  const alone = hit.excerpt === hit.title;
  return (
    <li>
      <Link href={placeOf(hit)} className="hit">
        <Icon name={ICON[hit.kind]} label={t.search[hit.kind]} />
        <span className="grow">
          <span className="hit-title">{alone ? <Marked hit={hit} /> : <Plain text={hit.title} />}</span>
          {!alone && <span className="hit-text">{hit.author && <b><Plain text={names.actor(hit.author)} /></b>}<Marked hit={hit} /></span>}
        </span>
        <time className="s12 t3" dateTime={hit.at}>{f.short(hit.at, now)}</time>
      </Link>
    </li>
  );
}

function placeOf(hit: Hit): string {
  if (hit.kind === 'task') return `/tasks/${hit.taskId ?? ''}`;
  return hit.sequence === undefined ? `/conversations/${hit.conversationId}` : `/conversations/${hit.conversationId}/at/${hit.sequence}`;
}

/** The excerpt with what was found marked. */
function Marked({ hit: { excerpt, ranges } }: { hit: Hit }) {
  return <>{pieces(excerpt, ranges).map((piece) => ({ ...piece, text: piece.text.replace(/\*\*|`+/g, '') })).map((piece, i) => (piece.found ? <mark key={i}><Plain text={piece.text} /></mark> : <Plain key={i} text={piece.text} />))}</>;
}

export function pieces(text: string, ranges: Hit['ranges']): { text: string; found: boolean }[] {
  const parts: { text: string; found: boolean }[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    if (start < from || end > text.length || end <= start) continue;
    if (start > from) parts.push({ text: text.slice(from, start), found: false });
    parts.push({ text: text.slice(start, end), found: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), found: false });
  return parts;
}
