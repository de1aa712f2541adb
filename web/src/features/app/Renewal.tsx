import { useEffect } from 'react';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { setStale, useStale } from '../../ui/Missing';
import { isNewer } from './build';

/** A line that offers to reload, because the server has a newer build or a part of this one could not be fetched. */
export function Renewal() {
  const { t } = useStrings();
  const stale = useStale();
  if (stale === undefined) return null;
  return (
    <div className="banner is-running" role="status">
      <Icon name="refresh" />
      <span className="grow">{stale === 'newer' ? t.renewal.here : t.renewal.part}</span>
      <button type="button" className="link" onClick={() => { location.reload(); }}>{t.common.reload}</button>
      <button type="button" className="link" onClick={() => { setStale(undefined); }}>{t.renewal.later}</button>
    </div>
  );
}

/** Ask for the server's build when the tab is shown, when the server can be reached again, and when a file of ours is gone. */
export function useLookForNewer(): void {
  const away = useSelect((state) => state.sync.phase === 'offline');
  useEffect(() => {
    let said = false;
    const look = async () => {
      if (said || !(await isNewer()) || said) return;
      said = true;
      setStale('newer');
    };
    const seen = () => { if (!away && document.visibilityState === 'visible') void look(); };
    const gone = () => { said = false; void look(); };
    seen();
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('vite:preloadError', gone);
    return () => {
      said = true;
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('vite:preloadError', gone);
    };
  }, [away]);
}
