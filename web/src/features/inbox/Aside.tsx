import { Link } from 'wouter';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { Fold, RiskLabel } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { KIND_ICON } from '../../ui/status';
import { useAside } from '../app/counts';
import { asideUntil } from './later';
import { asideWords, bringBack } from './LaterMenu';

/** What I put aside, folded: still open, and back by itself. */
export function Aside() {
  const { t } = useStrings();
  const list = useAside();
  if (list.length === 0) return null;
  return (
    <div className="aside">
      <Fold title={t.inbox.aside} aside={String(list.length)}>
        <ul className="rows">{list.map((one) => <AsideRow key={one.id} id={one.id} />)}</ul>
      </Fold>
    </div>
  );
}

function AsideRow({ id }: { id: string }) {
  const { t, f } = useStrings();
  const controller = useController();
  const now = useNow(15_000);
  const one = useSelect((state) => own(state.world.interactions, id));
  const until = useSelect((state) => (one ? asideUntil(state.world, one, own(state.mine.snooze, id), now) : undefined));
  const byAgent = useSelect((state) => { const entry = own(state.mine.snooze, id); return entry !== undefined && 'whenOnline' in entry.value; });
  if (!one) return null;
  return (
    <li className="row">
      <Icon name={KIND_ICON[one.card.type]} />
      <div>
        <h3><Link href={`/inbox/${id}`} data-row={id}><Plain text={one.card.title} /></Link></h3>
        <p className="meta"><RiskLabel risk={one.card.risk} /><span>{asideWords(t, f, byAgent ? undefined : until, now)}</span></p>
      </div>
      <div className="end"><Button aria-label={`${t.inbox.bringBack}: ${revealed(one.card.title)}`} onClick={() => { bringBack(controller, id); }}>{t.inbox.bringBack}</Button></div>
    </li>
  );
}
