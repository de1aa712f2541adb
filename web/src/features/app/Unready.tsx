import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Blank, Skeleton } from '../../ui/bits';

/** In place of a page whose workspace was never loaded on this device: it is coming, or it cannot be reached now. */
export function Unready({ rows }: { rows?: number }) {
  const { t } = useStrings();
  const waiting = useSelect((state) => state.sync.phase === 'offline' || state.sync.phase === 'stopped');
  return waiting ? <Blank title={t.sync.notHere}>{t.sync.notHereSay}</Blank> : <Skeleton rows={rows} />;
}
