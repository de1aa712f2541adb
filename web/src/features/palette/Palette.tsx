import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStrings } from '../../strings';
import { useTables } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Keys } from '../../ui/Keys';
import { Plain } from '../../ui/Plain';
import { useMayAct } from '../app/names';
import { showOverlay } from '../app/overlay';
import { toggleTheme } from '../app/theme';
import { commands, type Command, type CommandGroup } from './commands';
import './palette.css';

/** Everything by its name: type, choose, Enter. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t, locale, setLocale } = useStrings();
  const world = useTables('tasks', 'agents', 'conversations');
  const mayAct = useMayAct();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState('');
  const groups = commands(world, t, query, {
    go: navigate, mayAct, toggleTheme,
    newConversation: () => { showOverlay('conversation'); },
    connectAgent: () => { navigate('/agents'); },
    showKeys: () => { showOverlay('keys'); },
    switchLanguage: () => { setLocale(locale === 'zh' ? 'en' : 'zh'); },
  });
  const pick = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => { if (!open) onClose(); }}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Viewport className="dialog-view palette-view">
          <Dialog.Popup className="dialog palette" aria-label={t.palette.title}>
            <Autocomplete.Root open inline mode="none" items={groups} value={query} onValueChange={setQuery} autoHighlight="always" keepHighlight itemToStringValue={(command: Command) => command.label}>
              <div className="palette-head">
                <Icon name="search" />
                <Autocomplete.Input className="palette-input" aria-label={t.palette.title} placeholder={t.palette.placeholder} maxLength={200} />
                <Dialog.Close className="btn btn--ghost btn--sm">{t.common.close}</Dialog.Close>
              </div>
              <Autocomplete.List className="palette-list">
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.value} items={group.items}>
                    <Autocomplete.GroupLabel className="palette-group">{group.value}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => <Row key={command.id} command={command} onPick={() => { pick(command); }} />}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({ command, onPick }: { command: Command; onPick: () => void }) {
  return (
    <Autocomplete.Item value={command} className="menu-item" onClick={onPick}>
      <Icon name={command.icon} />
      <span className="trunc grow">{command.raw ? <Plain text={command.label} /> : command.label}</span>
      {command.aside !== undefined && <span className="s12 t3">{command.aside}</span>}
      {command.keys !== undefined && <span className="no-phone"><Keys keys={command.keys} /></span>}
    </Autocomplete.Item>
  );
}
