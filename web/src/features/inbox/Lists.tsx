import { Suspense, useState } from 'react';
import { running } from '../../lap/select';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { sameItems, useController, useSelect } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { later } from '../../ui/later';
import { Missing } from '../../ui/Missing';
import { Section } from '../../ui/Pane';
import { useAside, useWaiting } from '../app/counts';
import { useMayAct } from '../app/names';
import { Aside } from './Aside';
import { AskCard } from './AskCard';
import { Failed } from './Attention';
import { useBulk } from './bulk';
import { BulkBar } from './BulkBar';
import { Interrupted } from './Interrupted';
import { Done } from './Rows';
import { useInboxKeys } from './useInboxKeys';
import { useSteady } from './useSteady';

const NewTask = later(() => import('../tasks/NewTask').then((m) => m.NewTask), Missing);

/** What waits for me, what I put aside, what failed, what is done. */
export function Lists({ open }: { open: string | undefined }) {
  const { t } = useStrings();
  const waiting = useWaiting();
  const aside = useAside();
  const mayAct = useMayAct();
  const bulk = useBulk(waiting);
  useInboxKeys({ open, bulk: mayAct ? bulk : undefined });
  const { order, listProps } = useSteady(waiting.map((one) => one.id));
  // Beside an open card stands what waits alone: the receipt of what was answered is over there.
  const kept = open === undefined ? order : order.filter((id) => waiting.some((one) => one.id === id));
  const shown = useSelect((state) => kept.flatMap((id) => (aside.some((one) => one.id === id) ? [] : own(state.world.interactions, id) ?? [])), sameItems);
  const [starting, setStarting] = useState(false);
  const quiet = useSelect((state) => Object.keys(state.world.tasks).length === 0);
  const busy = useSelect((state) => running(state.world).length);
  return (
    <>
      <Section title={t.inbox.waiting} count={waiting.length} aside={<Tools ids={waiting.map((one) => one.id)} onSelect={mayAct && !bulk.selection && bulk.fit.length > 1 ? bulk.begin : undefined} />}>
        {waiting.length === 0 && <Blank title={t.inbox.empty} action={quiet ? <Button look="primary" onClick={() => { setStarting(true); }}>{t.first.task}</Button> : undefined}>{t.inbox.emptyHint(busy)}</Blank>}
        <ul className="cards" {...listProps}>
          {shown.map((one) => <AskCard key={one.id} interaction={one} opened={one.id === open} selection={mayAct ? bulk.selection : undefined} />)}
        </ul>
        {mayAct && bulk.selection && <BulkBar bulk={bulk} />}
        <Aside />
      </Section>
      <Interrupted />
      <Failed />
      <Done hidden={kept} />
      {starting && <Suspense fallback={null}><NewTask title={t.first.task} onClose={() => { setStarting(false); }} /></Suspense>}
    </>
  );
}

/** How many are new, and the way to answer several. */
function Tools({ ids, onSelect }: { ids: readonly string[]; onSelect: (() => void) | undefined }) {
  const { t } = useStrings();
  const controller = useController();
  const fresh = useSelect((state) => ids.filter((id) => own(state.mine.seen, id) === undefined).length);
  return (
    <span className="list-tools">
      {fresh > 0 && <button type="button" className="link" onClick={() => { for (const id of ids) controller.mine.set('seen', id, {}); }}>{t.inbox.markAllRead(fresh)}</button>}
      {onSelect && <button type="button" className="link" onClick={onSelect}>{t.inbox.bulk}</button>}
    </span>
  );
}
