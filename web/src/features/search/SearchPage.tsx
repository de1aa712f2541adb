import { useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Blank, Callout } from '../../ui/bits';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { isComposing } from '../../ui/ime';
import { MainPane } from '../../ui/Pane';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Failure } from '../auth/Failure';
import { HitRow } from './HitRow';
import { useSearch, type Found, type Kind } from './useSearch';
import './search.css';

const KINDS: readonly Kind[] = ['all', 'conversations', 'tasks', 'messages'];

export function SearchPage() {
  const { t } = useStrings();
  const [query, setQuery] = useQuery();
  const [kind, setKind] = useState<Kind>('all');
  const { found, more } = useSearch(query, kind);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Shell topbar={<TopBar title={t.search.title} back="/inbox" />}>
      <MainPane width={744} head={<h1>{t.search.title}</h1>}>
        <div className="search" onKeyDown={walk}>
          <div className="searchbox">
            <Icon name="search" />
            <input
              ref={field} className="input" type="search" autoFocus maxLength={200} aria-label={t.search.field} placeholder={t.search.placeholder} value={query}
              enterKeyHint="search" onChange={(event) => { setQuery(event.target.value); }}
              onKeyDown={(event) => { if (event.key === 'Escape' && !isComposing(event)) setQuery(''); }}
            />
            {query !== '' && <IconButton icon="x" label={t.search.clear} onClick={() => { setQuery(''); field.current?.focus(); }} />}
          </div>
          <div className="acts" role="group" aria-label={t.search.kindsLabel}>
            {KINDS.map((each) => <Button key={each} className="pick" aria-pressed={kind === each} onClick={() => { setKind(each); }}>{t.search.kinds[each]}</Button>)}
          </div>
          <Results query={query.trim()} found={found} onMore={more} />
        </div>
      </MainPane>
    </Shell>
  );
}

function Results({ query, found, onMore }: { query: string; found: Found; onMore: () => void }) {
  const { t } = useStrings();
  const offline = useSelect((state) => state.sync.phase === 'offline');
  if (query === '') return <Blank title={t.search.start}>{t.search.startSay}</Blank>;
  const { hits, busy, next } = found;
  const done = !busy && next === undefined;
  return (
    <>
      <p className="s13 t2 search-state" role="status">
        {busy ? <><Icon name="running" /> {t.search.searching}{hits.length > 0 && <>{t.sep}{t.search.foundSoFar(hits.length)}</>}</> : hits.length > 0 && (done ? t.search.found(hits.length) : t.search.foundSoFar(hits.length))}
      </p>
      {(found.away || offline) && <Callout tone="waiting" icon="interrupted">{t.search.offline}</Callout>}
      <Failure error={found.error} />
      {hits.length > 0 && <ul className="hits">{hits.map((hit) => <HitRow key={`${hit.kind}/${hit.messageId ?? hit.taskId ?? hit.conversationId}`} hit={hit} />)}</ul>}
      {done && hits.length === 0 && found.error === undefined && !found.away && found.query !== '' && <Blank title={t.search.nothing}>{t.search.nothingSay(found.query)}</Blank>}
      {!busy && next !== undefined && !found.away && <div className="search-more"><span className="s13 t2">{t.search.reached}</span><Button onClick={onMore}>{t.search.more}</Button></div>}
    </>
  );
}

/** The words stand in the address, so that going back to the results finds them. */
function useQuery(): [string, (query: string) => void] {
  const [location, navigate] = useLocation();
  const [typed, setTyped] = useState<string>();
  const inAddress = location.startsWith('/search/') ? wordsOf(window.location.hash) : '';
  return [typed ?? inAddress, (next) => {
    setTyped(next);
    navigate(next.trim() === '' ? '/search' : `/search/${encodeURIComponent(next.trim())}`, { replace: true });
  }];
}

function wordsOf(hash: string): string {
  try {
    return decodeURIComponent(/\/search\/([^?]*)$/.exec(hash)?.[1] ?? '');
  } catch {
    return '';
  }
}

/** Up and down go through the results. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (!['ArrowDown', 'ArrowUp'].includes(event.key) || isComposing(event)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .hit')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? undefined : stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
