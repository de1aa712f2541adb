import { useStrings, errorText } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import type { SyncPhase } from '../../sync/state';
import { Meter, type Tone } from '../../ui/bits';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Renewal } from './Renewal';

const LOOK: Record<SyncPhase, { tone: Tone; icon: IconName }> = {
  idle: { tone: 'neutral', icon: 'clock' },
  loading: { tone: 'running', icon: 'running' },
  catching_up: { tone: 'running', icon: 'refresh' },
  live: { tone: 'success', icon: 'sync' },
  offline: { tone: 'waiting', icon: 'interrupted' },
  stopped: { tone: 'danger', icon: 'failed' },
};

/** One line that says how current the page is. */
export function SyncLine() {
  const { t, f } = useStrings();
  const sync = useSelect((state) => state.sync);
  const unsent = useSelect((state) => state.outbox.filter((item) => item.state !== 'recorded' && item.state !== 'refused').length);
  const now = useNow(60_000);
  const look = LOOK[sync.phase];
  const words: Record<SyncPhase, string> = {
    idle: t.sync.loading, loading: t.sync.loading, catching_up: t.sync.catching, live: t.sync.live, offline: t.sync.offline, stopped: t.sync.stopped,
  };
  const at = sync.phase === 'live' ? now : sync.since;
  return (
    <div className={`sync is-${look.tone}`} role="status">
      <Icon name={look.icon} />
      <span>
        {words[sync.phase]}
        {at !== undefined && sync.phase !== 'loading' && <>{t.sep}<time>{f.clock(at)}</time></>}
        {unsent > 0 && sync.phase !== 'live' && <>{t.sep}{t.sync.unsent(unsent)}</>}
      </span>
    </div>
  );
}

/** Above the content, covering nothing: that we are offline or behind, what was refused, and a new version. */
export function Banners() {
  return (
    <div className="banners">
      <SyncBanner />
      <RefusedBanner />
      <Renewal />
    </div>
  );
}

function SyncBanner() {
  const { t, f } = useStrings();
  const controller = useController();
  const sync = useSelect((state) => state.sync);
  const now = useNow(60_000);
  if (sync.phase === 'offline') {
    return (
      <div className="banner is-waiting" role="status">
        <Icon name="interrupted" />
        <span className="grow"><b>{t.sync.offline}</b>{t.sep}{sync.since === undefined ? t.sync.offlineShort : t.sync.offlineSince(f.when(sync.since, now))}</span>
        <button type="button" className="link" onClick={() => { controller.feed.wake(); }}>{t.sync.retryNow}</button>
      </div>
    );
  }
  if (sync.phase === 'stopped') {
    return (
      <div className="banner is-danger" role="alert">
        <Icon name="failed" />
        <span className="grow"><b>{t.sync.stopped}</b>{t.sep}{errorText(t, sync.problem)}</span>
        <button type="button" className="link" onClick={() => { location.reload(); }}>{t.common.reload}</button>
      </div>
    );
  }
  const behind = sync.head - sync.from;
  if (sync.phase !== 'catching_up' || behind < 20) return null;
  const done = sync.cursor - sync.from;
  return (
    <div className="banner is-running" role="status">
      <Icon name="refresh" />
      <span>{t.sync.catchingUp(done, behind)}</span>
      <Meter value={(done / behind) * 100} />
    </div>
  );
}

/** Commands that were refused and have no place of their own on the page (messages and cards show theirs). */
function RefusedBanner() {
  const { t } = useStrings();
  const controller = useController();
  const refused = useSelect((state) => state.outbox.find(({ command, state: fate }) =>
    fate === 'refused' && !['message.create', 'task.create', 'interaction.respond'].includes(command.type)));
  if (!refused) return null;
  return (
    <div className="banner is-danger" role="alert">
      <Icon name="failed" />
      <span className="grow"><b>{t.sync.refused}</b>{t.sep}{errorText(t, refused.error?.code)}</span>
      <button type="button" className="link" onClick={() => { controller.sender.discard(refused.command.id); }}>{t.common.dismiss}</button>
    </div>
  );
}
