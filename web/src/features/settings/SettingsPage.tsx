import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { useStrings } from '../../strings';
import type { Strings } from '../../strings/zh';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { MainPane } from '../../ui/Pane';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Account } from './Account';
import { Data } from './Data';
import { Devices } from './Devices';
import { Display } from './Display';
import { Members } from './Members';
import { Notices } from './Notices';
import { Tokens } from './Tokens';
import './settings.css';

type Part = { id: string; icon: IconName; word: (t: Strings) => string; Body: ComponentType };

const PARTS: readonly Part[] = [
  { id: 'account', icon: 'user', word: (t) => t.settings.account, Body: Account },
  { id: 'display', icon: 'sun', word: (t) => t.settings.appearance, Body: Display },
  { id: 'notifications', icon: 'mail', word: (t) => t.settings.notices, Body: Notices },
  { id: 'members', icon: 'users', word: (t) => t.settings.members, Body: Members },
  { id: 'devices', icon: 'browser', word: (t) => t.settings.devices, Body: Devices },
  { id: 'tokens', icon: 'input', word: (t) => t.settings.tokens, Body: Tokens },
  { id: 'data', icon: 'file', word: (t) => t.settings.data, Body: Data },
];

/** A list of parts and one of them; on phones the list is a page of its own. */
export function SettingsPage({ part }: { part?: string | undefined }) {
  const { t } = useStrings();
  const open = PARTS.find((each) => each.id === part);
  const { id, word, Body } = open ?? PARTS[0] ?? { id: '', word: () => '', Body: () => null };
  return (
    <Shell topbar={<TopBar title={open ? word(t) : t.settings.title} {...(open ? { back: '/settings' } : {})} />}>
      <MainPane width={880} head={<h1>{t.settings.title}</h1>}>
        <div className={`settings${open ? '' : ' settings--list'}`}>
          <nav className="nav settings-nav" aria-label={t.settings.title}>
            {PARTS.map((each) => (
              <Link key={each.id} href={`/settings/${each.id}`} aria-current={each.id === id ? 'page' : undefined}>
                <Icon name={each.icon} />{each.word(t)}<Icon name="right" size={14} className="push only-phone" />
              </Link>
            ))}
          </nav>
          <div className="settings-body"><Body key={id} /></div>
        </div>
      </MainPane>
    </Shell>
  );
}
