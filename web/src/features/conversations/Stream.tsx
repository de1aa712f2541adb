import { memo, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { errorText, useStrings } from '../../strings';
import { useController, useNow, useSelect, useWorld } from '../../sync/hooks';
import { Callout, Skeleton } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { PaneBody } from '../../ui/Pane';
import { oneLine, revealed } from '../../ui/plain';
import { useNames } from '../app/names';
import { draftsOf, growingItems, unsentOf, type Item } from './items';
import { ItemView } from './Message';
import { rowsOf, type Row } from './rows';
import { TakenContext, takenOf } from './taken';
import { useStream } from './useConversation';
import { useMarkRead } from './useMarkRead';

/** Pixels: so near to the end counts as being there; so near to the start, earlier messages are fetched. */
const NEAR = 80;
const EARLY = 800;
/** Pixels around the window that stay in the page: some screens, so that finding in the page and selecting work as one expects. */
const BUFFER = 4000;

/** The conversation as it runs. It follows the end while the end is in sight; else it stays where one reads. `at`: the sequence to begin at. */
export function Stream({ id, at }: { id: string; at?: number | undefined }) {
  const { t } = useStrings();
  const controller = useController();
  const page = useStream(`conversations/${id}`);
  const items = useItems(id);
  const rows = useMemo(() => rowsOf(items), [items]);
  const taken = useMemo(() => takenOf(page.events), [page.events]);
  const list = useRef<VirtualizerHandle>(null);
  const { box, atEnd, fresh, toEnd, onScroll } = useFollow(rows, at === undefined);
  useMarkRead(id, atEnd && page.loaded);
  const shift = useShift(rows);
  const wanted = useSought(list, rows, at, page.loaded);
  const loadEarlier = () => {
    if (page.more && !page.loading) void controller.loader.load(`conversations/${id}`, true);
  };
  const scrolled = () => {
    onScroll();
    if (page.problem === undefined && (box.current?.scrollTop ?? EARLY) < EARLY) loadEarlier();
  };
  useEffect(() => {
    if (wanted === 'earlier' && page.more && !page.loading && page.problem === undefined) void controller.loader.load(`conversations/${id}`, true);
  }, [wanted, page, controller, id]);
  return (
    <div className="stream-wrap" onScrollCapture={scrolled}>
      <PaneBody ref={box}>
        <div className="stream-top">
          {page.more && <Button look="ghost" busy={page.loading} onClick={loadEarlier}>{t.conversation.earlier}</Button>}
          {!page.loaded && page.loading && <Skeleton rows={3} />}
          {page.problem !== undefined && !page.loading && (
            <Callout tone="waiting" icon="interrupted">{t.conversation.failedToLoad}: {errorText(t, page.problem)} <button type="button" className="link" onClick={() => { void controller.loader.load(`conversations/${id}`, page.loaded); }}>{t.common.retry}</button></Callout>
          )}
          {page.loaded && rows.length === 0 && <p className="t3 s13">{t.conversation.nothing}</p>}
        </div>
        {/* Lines come and go as one scrolls: only `News` is read out. */}
        <div className="stream" role="log" aria-live="off" aria-label={t.conversation.title}>
          <TakenContext value={taken}>
            <Virtualizer ref={list} scrollRef={box} shift={shift} bufferSize={BUFFER} data={rows}>
              {(row) => <Line key={row.key} row={row} sought={'event' in row.item && row.item.event.sequence === at} />}
            </Virtualizer>
          </TakenContext>
        </div>
      </PaneBody>
      <News items={items} />
      {!atEnd && <Button className="to-end" icon="down" onClick={toEnd}>{fresh ? t.conversation.newBelow : t.conversation.toEnd}</Button>}
    </div>
  );
}

const Line = memo(function Line({ row, sought }: { row: Row; sought: boolean }) {
  return (
    <div className={sought ? 'line line--sought' : 'line'}>
      {row.day !== undefined && <Day at={row.day} />}
      <ItemView item={row.item} />
    </div>
  );
});

function Day({ at }: { at: string }) {
  const { f } = useStrings();
  return <p className="day">{f.day(at, useNow(60_000))}</p>;
}

function useItems(id: string): readonly Item[] {
  const world = useWorld();
  const events = useStream(`conversations/${id}`).events;
  const outbox = useSelect((state) => state.outbox);
  const drafts = useSelect((state) => state.drafts);
  const skew = useSelect((state) => state.skew);
  const now = useNow(15_000) - skew;
  const [grow] = useState(growingItems);
  const logged = useMemo(() => grow(events, world), [grow, events, world]);
  const ids = useMemo(() => new Set(logged.map((item) => item.id)), [logged]);
  return useMemo(() => {
    const more = [...draftsOf(drafts, id, now).filter((item) => !ids.has(item.id)), ...unsentOf(outbox, id, ids, world)];
    return more.length === 0 ? logged : [...logged, ...more];
  }, [logged, ids, drafts, outbox, id, world, now]);
}

/** True for the one rendering in which lines were put before the first: the place that one reads stays. */
function useShift(rows: readonly Row[]): boolean {
  const first = rows[0]?.key;
  const held = useDeferredValue(first);
  return held !== undefined && held !== first;
}

function useFollow(rows: readonly Row[], fromEnd: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const pinned = useRef(fromEnd);
  const [atEnd, setAtEnd] = useState(fromEnd);
  const [left, setLeft] = useState<string>();
  const toEnd = () => {
    pinned.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const last = rows.at(-1)?.item;
  const lastId = last?.id;
  useLayoutEffect(() => {
    // What I send myself is shown, wherever I read.
    if (last?.kind === 'unsent') pinned.current = true;
    if (pinned.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [rows, last]);
  useEffect(() => {
    const el = box.current;
    const log = el?.querySelector('.stream');
    if (!el || !log) return;
    // Lines are measured after they were set, and grow while they are written.
    const watcher = new ResizeObserver(() => { if (pinned.current) el.scrollTop = el.scrollHeight; });
    watcher.observe(log);
    watcher.observe(el);
    return () => { watcher.disconnect(); };
  }, []);
  const seen = useRef(0);
  const onScroll = () => {
    const el = box.current;
    if (!el) return;
    const end = el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;
    // Only a scroll upwards lets go: growing below the window is no wish to stay here.
    if (end) pinned.current = true;
    else if (el.scrollTop < seen.current - 1) pinned.current = false;
    seen.current = el.scrollTop;
    if (atEnd && !pinned.current) setLeft(lastId);
    setAtEnd(pinned.current);
  };
  /** Something came since one left the end. */
  const fresh = !atEnd && left !== undefined && lastId !== left;
  return { box, atEnd, fresh, toEnd, onScroll };
}

/** Goes to the line of a sequence, once; asks for earlier ones until it is there. */
function useSought(list: RefObject<VirtualizerHandle | null>, rows: readonly Row[], at: number | undefined, loaded: boolean): 'earlier' | undefined {
  const index = useMemo(() => (at === undefined ? -1 : rows.findIndex(({ item }) => 'event' in item && item.event.sequence === at)), [rows, at]);
  const go = useEffectEvent(() => { list.current?.scrollToIndex(index, { align: 'center' }); });
  const found = index >= 0;
  useEffect(() => { if (found) go(); }, [found, at]);
  return at !== undefined && !found && loaded ? 'earlier' : undefined;
}

/** Reads out what is said while one is here. */
function News({ items }: { items: readonly Item[] }) {
  const names = useNames();
  const last = items.findLast((item) => item.kind === 'message');
  const [first] = useState(last?.id);
  const text = last === undefined || last.id === first || names.isMe(last.event.actor) ? ''
    : `${revealed(names.actor(last.event.actor))}: ${revealed(oneLine(last.event.payload.content)).slice(0, 300)}`;
  return <p className="sr" role="status">{text}</p>;
}
