import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Icon, Mark } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';

export function WorkspaceMenu() {
  const { t } = useStrings();
  const controller = useController();
  const [, navigate] = useLocation();
  const session = useSelect((state) => state.session);
  const current = useSelect((state) => state.workspaceId);
  const worldName = useSelect((state) => state.world.workspace?.name);
  const list = session.phase === 'signedIn' ? session.workspaces : [];
  const name = worldName ?? list.find((one) => one.id === current)?.name ?? '';
  return (
    <Menu
      trigger={
        <button type="button" className="ws" aria-label={t.nav.switchWorkspace(revealed(name))}>
          <Mark />
          <span className="trunc grow"><Plain text={name} /></span>
          <Icon name="down" />
        </button>
      }
      entries={[
        ...list.map((one) => ({
          icon: one.id === current ? 'check' : 'inbox', onPick: () => { navigate(`~/w/${one.id}/inbox`); }, text: <Plain text={one.name} />,
        } as const)),
        'line',
        { icon: 'plus', onPick: () => { navigate('~/new'); }, text: t.nav.newWorkspace },
        { icon: 'user', onPick: () => { void controller.signOut(); }, text: t.common.signOut },
      ]}
    />
  );
}
