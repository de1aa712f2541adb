import { memo, useDeferredValue, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref, type RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useLocation } from 'wouter';
import { own } from '../../lap/own';
import { hasSeveralTasks } from '../../lap/select';
import { errorText, useStrings } from '../../strings';
import { sameItems, useNow, useSelect, useTables } from '../../sync/hooks';
import type { View } from '../../sync/windows';
import { Callout, Skeleton } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { PaneBody } from '../../ui/Pane';
import { oneLine, revealed } from '../../ui/plain';
import { useNames } from '../app/names';
import { draftsOf, growingItems, unsentOf, type Item } from './items';
import { ItemView } from './Message';
import { SeveralTasks } from './OfTask';
import { growingRows, type Row } from './rows';
import { TakenContext, takenOf } from './taken';
import { useLog } from './useConversation';
import { useMarkRead } from './useMarkRead';

/** Pixels: so near to the end counts as being there; so near to the start, earlier messages are fetched. */
const NEAR = 80;
const EARLY = 800;
/** Pixels around the window that stay in the page: some screens, so that finding in the page and selecting work as one expects. */
const BUFFER = 4000;

/** Shows a card of this conversation and gives it the focus. False where it is not loaded. */
export type Jump = (interactionId: string) => boolean;

/**
 * The conversation as it runs. It follows the end while the end is in sight; else it stays where one reads. `at`: the
 * sequence to begin at; far from the end only what is around it is shown, with a way to the newest.
 */
export function Stream({ id, at, jump }: { id: string; at?: number | undefined; jump?: Ref<Jump> }) {
  const { t } = useStrings();
  const [, navigate] = useLocation();
  const log = useLog(id, at);
  const items = useItems(id, log);
  const rows = useRows(items);
  const several = useSelect((state) => hasSeveralTasks(state.world, id));
  const taken = useMemo(() => takenOf(log.events), [log.events]);
  const list = useRef<VirtualizerHandle>(null);
  const { box, atEnd, fresh, toEnd, letGo, onScroll } = useFollow(rows, at === undefined, log.behind);
  const target = useJump(jump, list, rows, letGo);
  useMarkRead(id, atEnd && log.loaded);
  const shift = useShift(rows);
  useSought(list, rows, at);
  const toNewest = () => { navigate(`/conversations/${id}`); };
  useMySend(id, () => { if (log.behind) toNewest(); });
  const scrolled = () => {
    onScroll();
    const el = box.current;
    if (!el) return;
    if (el.scrollTop < EARLY) log.earlier();
    if (el.scrollHeight - el.scrollTop - el.clientHeight < EARLY) log.later();
  };
  return (
    <div className="stream-wrap" onScrollCapture={scrolled}>
      <PaneBody ref={box}>
        <div className="stream-top">
          {log.more && <Button look="ghost" busy={log.loading} onClick={log.earlier}>{t.conversation.earlier}</Button>}
          {!log.loaded && log.loading && <Skeleton rows={3} />}
          {log.problem !== undefined && !log.loading && (
            <Callout tone="waiting" icon="interrupted">{t.conversation.failedToLoad}: {errorText(t, log.problem)} <button type="button" className="link" onClick={log.again}>{t.common.retry}</button></Callout>
          )}
          {log.loaded && rows.length === 0 && <p className="t3 s13">{t.conversation.nothing}</p>}
        </div>
        {/* Lines come and go as one scrolls: only `News` is read out. */}
        <div className="stream" role="log" aria-live="off" aria-label={t.conversation.title}>
          <SeveralTasks value={several}>
            <TakenContext value={taken}>
              <Virtualizer ref={list} scrollRef={box} shift={shift} bufferSize={BUFFER} data={rows}>
                {(row) => <Line key={row.key} row={row} sought={'event' in row.item && row.item.event.sequence === at} target={target?.key === row.key ? target : undefined} />}
              </Virtualizer>
            </TakenContext>
          </SeveralTasks>
        </div>
        {log.behind && log.loaded && <div className="stream-top"><Button look="ghost" busy={log.loading} onClick={log.later}>{t.conversation.later}</Button></div>}
      </PaneBody>
      <News id={id} />
      {log.behind ? log.loaded && <Button className="to-end" icon="down" onClick={toNewest}>{t.conversation.toEnd}</Button>
        : !atEnd && <Button className="to-end" icon="down" onClick={toEnd}>{fresh ? t.conversation.newBelow : t.conversation.toEnd}</Button>}
    </div>
  );
}

const Line = memo(function Line({ row, sought, target }: { row: Row; sought: boolean; target: Target | undefined }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>('.inline-card a');
    if (!target || reached.has(target) || !link) return;
    let frame = 0;
    let tries = 0;
    // A line that comes into sight is hidden until it was measured.
    const take = () => {
      link.focus({ preventScroll: true });
      if (document.activeElement === link || ++tries > TRIES) reached.add(target);
      else frame = requestAnimationFrame(take);
    };
    take();
    return () => { cancelAnimationFrame(frame); };
  }, [target]);
  return (
    <div ref={line} className={sought || target ? 'line line--sought' : 'line'}>
      {row.day !== undefined && <Day at={row.day} />}
      <ItemView item={row.item} />
    </div>
  );
});

function Day({ at }: { at: string }) {
  const { f } = useStrings();
  return <p className="day">{f.day(at, useNow(60_000))}</p>;
}

/** What there is to show: what was said, then what is being written and what waits to be sent; a window ends with what was said. */
function useItems(id: string, { events, behind }: View): readonly Item[] {
  const world = useTables('tasks');
  const outbox = useSelect((state) => state.outbox.filter(({ command }) => command.conversationId === id), sameItems);
  const drafts = useSelect((state) => Object.values(state.drafts).filter((draft) => draft.conversationId === id), sameItems);
  const skew = useSelect((state) => state.skew);
  const now = useNow(15_000) - skew;
  const [grow] = useState(growingItems);
  const logged = useMemo(() => grow(events, world), [grow, events, world]);
  const ids = useMemo(() => new Set(logged.map((item) => item.id)), [logged]);
  return useMemo(() => {
    if (behind) return logged;
    const more = [...draftsOf(drafts, now).filter((item) => !ids.has(item.id)), ...unsentOf(outbox, id, ids, world)];
    return more.length === 0 ? logged : [...logged, ...more];
  }, [logged, behind, ids, drafts, outbox, id, world, now]);
}

function useRows(items: readonly Item[]): readonly Row[] {
  const [rows] = useState(growingRows);
  return useMemo(() => rows(items), [rows, items]);
}

/** True for the one rendering in which lines were put before the first: the place that one reads stays. */
function useShift(rows: readonly Row[]): boolean {
  const first = rows[0]?.key;
  const held = useDeferredValue(first);
  return held !== undefined && held !== first;
}

/** Calls `then` when a message of mine joins those that wait to be sent here. */
function useMySend(id: string, then: () => void): void {
  const last = useSelect((state) => state.outbox.findLast(({ command }) => command.conversationId === id && (command.type === 'message.create' || command.type === 'task.create'))?.command.id);
  const [before] = useState(last);
  const sent = useEffectEvent(then);
  useEffect(() => { if (last !== undefined && last !== before) sent(); }, [last, before]);
}

/** `behind`: the end that is shown is not the end. */
function useFollow(rows: readonly Row[], fromEnd: boolean, behind: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const pinned = useRef(fromEnd);
  const [atEnd, setAtEnd] = useState(fromEnd);
  const [left, setLeft] = useState<string>();
  const toEnd = () => {
    pinned.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const letGo = () => { pinned.current = false; };
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
    const end = !behind && el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;
    // Only a scroll upwards lets go: growing below the window is no wish to stay here.
    if (end) pinned.current = true;
    else if (el.scrollTop < seen.current - 1) pinned.current = false;
    seen.current = el.scrollTop;
    if (atEnd && !pinned.current) setLeft(lastId);
    setAtEnd(pinned.current);
  };
  /** Something came since one left the end. */
  const fresh = !atEnd && left !== undefined && lastId !== left;
  return { box, atEnd, fresh, toEnd, letGo, onScroll };
}

/** Goes to the line of a sequence, once; to what follows it where it has no line. */
function useSought(list: RefObject<VirtualizerHandle | null>, rows: readonly Row[], at: number | undefined): void {
  const index = useMemo(() => (at === undefined ? -1 : rows.findIndex(({ item }) => 'event' in item && item.event.sequence >= at)), [rows, at]);
  const go = useEffectEvent(() => { list.current?.scrollToIndex(index, { align: 'center' }); });
  const found = index >= 0;
  useEffect(() => { if (found) go(); }, [found, at]);
}

/** The line that was asked for. */
type Target = { key: string };
/** Those that had the focus: they do not take it again when they come back into sight. */
const reached = new WeakSet<Target>();
/** Frames in which a line tries to take the focus. */
const TRIES = 30;

function useJump(jump: Ref<Jump> | undefined, list: RefObject<VirtualizerHandle | null>, rows: readonly Row[], letGo: () => void): Target | undefined {
  const [target, setTarget] = useState<Target>();
  useImperativeHandle(jump, () => (interactionId) => {
    const index = rows.findIndex(({ item }) => item.kind === 'card' && item.interactionId === interactionId);
    const row = rows[index];
    if (!row) return false;
    letGo();
    list.current?.scrollToIndex(index, { align: 'center' });
    setTarget({ key: row.key });
    return true;
  });
  return target;
}

/** Reads out what is said while one is here. */
function News({ id }: { id: string }) {
  const names = useNames();
  const last = useSelect((state) => own(state.pages, `conversations/${id}`)?.events.findLast((event) => event.type === 'message.created'));
  const loaded = useSelect((state) => own(state.pages, `conversations/${id}`)?.loaded === true);
  const [first, setFirst] = useState<{ id: string | undefined }>();
  if (loaded && first === undefined) setFirst({ id: last?.id });
  const text = last === undefined || first === undefined || last.id === first.id || names.isMe(last.actor) ? ''
    : `${revealed(names.actor(last.actor))}: ${revealed(oneLine(last.payload.content)).slice(0, 300)}`;
  return <p className="sr" role="status">{text}</p>;
}
