import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { errorText, useStrings } from '../../strings';
import { useController, useNow, useSelect, useWorld } from '../../sync/hooks';
import { Callout, Skeleton } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { PaneBody } from '../../ui/Pane';
import { draftsOf, itemsOf, unsentOf, type Item } from './items';
import { ItemView } from './Message';
import { useStream } from './useConversation';

const FIRST = 120;
const NEAR = 80;

/** The conversation as it runs. It follows the end while the end is in sight; else it stays where one reads. */
export function Stream({ id }: { id: string }) {
  const { t } = useStrings();
  const controller = useController();
  const page = useStream(`conversations/${id}`);
  const items = useItems(id);
  const [shown, setShown] = useState(FIRST);
  const { box, follow, atEnd, toEnd } = useFollow(items);
  const visible = items.slice(-shown);
  const earlier = page.more || items.length > shown;
  const loadEarlier = () => {
    if (items.length <= shown + FIRST && page.more) void controller.loader.load(`conversations/${id}`, true);
    setShown(shown + FIRST);
  };
  return (
    <div className="stream-wrap" onScrollCapture={follow}>
      <PaneBody ref={box}>
        <div className="stream" role="log" aria-live="polite" aria-relevant="additions">
          {earlier && <Button look="ghost" busy={page.loading} onClick={loadEarlier}>{t.conversation.earlier}</Button>}
          {!page.loaded && page.loading && <Skeleton rows={3} />}
          {page.problem !== undefined && !page.loading && (
            <Callout tone="waiting" icon="interrupted">{t.conversation.failedToLoad}: {errorText(t, page.problem)} <button type="button" className="link" onClick={() => { void controller.loader.load(`conversations/${id}`); }}>{t.common.retry}</button></Callout>
          )}
          {page.loaded && items.length === 0 && <p className="t3 s13">{t.conversation.nothing}</p>}
          <Days items={visible} />
        </div>
      </PaneBody>
      {!atEnd && <Button className="to-end" onClick={toEnd}>{t.conversation.toEnd}</Button>}
    </div>
  );
}

function useItems(id: string): Item[] {
  const world = useWorld();
  const events = useStream(`conversations/${id}`).events;
  const outbox = useSelect((state) => state.outbox);
  const drafts = useSelect((state) => state.drafts);
  const skew = useSelect((state) => state.skew);
  const now = useNow(15_000) - skew;
  const logged = useMemo(() => itemsOf(events, world), [events, world]);
  return useMemo(() => {
    const ids = new Set(logged.map((item) => item.id));
    return [...logged, ...draftsOf(drafts, id, now).filter((item) => !ids.has(item.id)), ...unsentOf(outbox, id, ids, world)];
  }, [logged, drafts, outbox, id, world, now]);
}

function Days({ items }: { items: Item[] }) {
  const { f } = useStrings();
  const now = useNow(60_000);
  const days = items.map((item) => ('at' in item && item.kind !== 'unsent' ? f.day(item.at, now) : undefined));
  return items.map((item, i) => (
    <Fragment key={item.id}>
      {days[i] !== undefined && days[i] !== days.slice(0, i).findLast((day) => day !== undefined) && <p className="day">{days[i]}</p>}
      <ItemView item={item} />
    </Fragment>
  ));
}

function useFollow(items: readonly Item[]) {
  const box = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const toEnd = () => {
    pinned.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useLayoutEffect(() => {
    if (pinned.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [items]);
  const follow = () => {
    const el = box.current;
    if (!el) return;
    pinned.current = el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;
    setAtEnd(pinned.current);
  };
  return { box, follow, atEnd, toEnd };
}
