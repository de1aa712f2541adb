import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { later } from '../../ui/later';
import { Toasts } from '../../ui/Toast';
import { Tips } from '../../ui/Tooltip';
import { useShortcuts, type Shortcut } from '../../ui/keys';
import { Missing } from '../../ui/Missing';
import { useMayAct } from './names';
import { showOverlay, useOverlay } from './overlay';
import { PLACES } from './places';
import { useLookForNewer } from './Renewal';
import { Title } from './Title';

const Palette = later(() => import('../palette/Palette').then((m) => m.default), Missing);
const KeySheet = later(() => import('../palette/KeySheet').then((m) => m.default), Missing);
const NewConversation = later(() => import('../conversations/NewConversation').then((m) => m.NewConversation), Missing);

const close = () => { showOverlay(undefined); };

/** What belongs to no page: the window's title and badge, shortcuts of the whole app, the command palette, the sheet of shortcuts, toasts, tooltips. */
export function Overlays() {
  const overlay = useOverlay();
  useAppShortcuts();
  useLookForNewer();
  useEffect(() => close, []); // who signs in next finds none open
  return (
    <>
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette onClose={close} />}
        {overlay === 'keys' && <KeySheet onClose={close} />}
        {overlay === 'conversation' && <NewConversation onClose={close} />}
      </Suspense>
      <Title />
      <Toasts />
      <Tips />
    </>
  );
}

function useAppShortcuts(): void {
  const [, navigate] = useLocation();
  const mayAct = useMayAct();
  useShortcuts([
    { id: 'palette', keys: '$mod+k', group: 'app', run: () => { showOverlay('palette'); } },
    { id: 'search', keys: '/', group: 'app', run: () => { navigate('/search'); } },
    { id: 'help', keys: 'Shift+?', group: 'app', run: () => { showOverlay('keys'); } },
    { id: 'newConversation', keys: 'n', group: 'app', when: mayAct, run: () => { showOverlay('conversation'); } },
    ...PLACES.map(({ id, keys, href }): Shortcut => ({ id, keys, group: 'go', run: () => { navigate(href); } })),
  ]);
}
