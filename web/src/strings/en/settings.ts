import type { Strings } from '../zh';

export const settings: Pick<Strings, 'settings'> = {
  settings: {
    title: 'Settings', account: 'Account', email: 'E-mail', language: 'Language', languageSay: 'Words and date formats', theme: 'Appearance', themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
    workspace: 'Workspace', members: 'Members', roles: { owner: 'Owner', member: 'Member', viewer: 'Viewer' }, signOut: 'Sign out', signOutSay: 'Unsent content stays on this device.', appearance: 'Display', you: ' (you)', rename: 'Edit name', renameTitle: 'Your name', renameLabel: 'How others see you', thisDevice: 'This device',
  },
};
