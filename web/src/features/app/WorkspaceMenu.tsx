import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Icon, Mark } from '../../ui/Icon';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
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
    >
      {list.map((one) => (
        <MenuItem key={one.id} icon={one.id === current ? 'check' : 'inbox'} onPick={() => { navigate(`~/w/${one.id}/inbox`); }}>
          <Plain text={one.name} />
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon="plus" onPick={() => { navigate('~/new'); }}>{t.nav.newWorkspace}</MenuItem>
      <MenuItem icon="user" onPick={() => { void controller.signOut(); }}>{t.common.signOut}</MenuItem>
    </Menu>
  );
}
