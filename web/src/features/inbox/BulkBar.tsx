import { Suspense, useState } from 'react';
import { later } from '../../ui/later';
import { Missing } from '../../ui/Missing';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import type { Bulk, Decision } from './bulk';

const BulkDialog = later(() => import('./BulkDialog').then((m) => m.BulkDialog), Missing);

/** What to do with the selected cards. It names and asks before anything is sent. */
export function BulkBar({ bulk }: { bulk: Bulk }) {
  const { t } = useStrings();
  const [asking, setAsking] = useState<Decision>();
  const chosen = bulk.fit.filter((one) => bulk.selection?.has(one.id));
  const n = chosen.length;
  return (
    <div className="bulk-bar" role="group" aria-label={t.inbox.bulk}>
      <span className="grow" role="status">{n === 0 ? t.inbox.bulkOnly : t.inbox.selected(n)}</span>
      <span className="acts">
        {n < bulk.fit.length && <Button look="ghost" onClick={bulk.all}>{t.inbox.selectAll(bulk.fit.length)}</Button>}
        <Button look="ghost" onClick={bulk.end}>{t.common.cancel}</Button>
        <Button disabled={n === 0} onClick={() => { setAsking('reject'); }}>{t.inbox.bulkDo.reject}</Button>
        <Button disabled={n === 0} onClick={() => { setAsking('approve'); }}>{t.inbox.bulkDo.approve}</Button>
      </span>
      {asking !== undefined && <Suspense fallback={null}><BulkDialog cards={chosen} decision={asking} onDone={bulk.end} onClose={() => { setAsking(undefined); }} /></Suspense>}
    </div>
  );
}
