import type { Strings } from '../zh';
import { n1 } from '../numbers';

export const settings: Pick<Strings, 'settings'> = {
  settings: {
    title: 'Settings', account: 'Account', appearance: 'Display', notices: 'Notifications', members: 'Members', devices: 'Devices', tokens: 'Developer tokens', data: 'Data and export',
    name: 'Name', email: 'E-mail', you: ' (you)', rename: 'Edit name', renameTitle: 'Your name', renameLabel: 'How others see you', thisDevice: 'This device',
    signOut: 'Sign out', signOutSay: 'Unsent content stays on this device.', signOutUnsent: (n) => `${n1(n, 'thing was', 'things were')} not sent yet. They stay on this device and go out when you sign in again.`,
    language: 'Language', languageSay: 'Words, date formats, and the mail that you get', theme: 'Appearance', themeSay: 'On this device only', themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
    keys: 'Single-key shortcuts', keysSay: 'Such as J for the next item. Those with Ctrl or ⌘ always work.', keysShow: 'Show shortcuts',
    noticesSay: 'How you learn that something waits for you while you are not on this page.', noticeTitle: 'Tab title', noticeTitleSay: 'The number that waits for you comes first in the title.', noticeIcon: 'App icon', noticeIconSay: 'A number on the tab’s icon, and on the app’s when it is installed.',
    noticeMail: 'Mail', noticePush: 'Push', notYet: 'Not yet', notYetSay: 'This version does not notify you there.', always: 'Always',
    workspace: 'Workspace', membersSay: 'Everybody in the workspace sees all conversations and tasks.', membersAsk: 'Ask an owner to let somebody in.', invite: 'Invite', inviteTitle: 'Invite somebody', inviteSay: 'People are known by their e-mail address. No mail is sent: tell them where to come.',
    role: 'Role', roles: { owner: 'Owner', member: 'Member', viewer: 'Viewer' }, roleSays: { owner: 'May do everything, inviting included', member: 'May talk, give tasks and answer cards', viewer: 'May look, not answer' },
    invited: 'The door is open', invitedSay: (email) => `${email} signs in with that address at this place, and finds the workspace.`,
    devicesSay: 'You are signed in with these browsers. Sign out any that you do not know.', unknownDevice: 'Unknown browser', usedNow: 'In use now', usedAt: (at) => `Last used ${at}`, since: (at) => `Signed in ${at}`,
    endOthers: 'Sign out all others', endOthersTitle: 'Sign out all other devices?', endTitle: (name) => `Sign out “${name}”?`, endSay: 'Its pages are disconnected at once and have to sign in again.', deviceEnded: 'Signed out',
    tokensSay: 'Let a program of yours act as you in this workspace over HTTP. It cannot answer high-risk cards.', tokensViewer: 'Viewers cannot create tokens.', noTokens: 'No tokens yet.', newToken: 'New token', makeToken: 'Create',
    tokenBounds: 'It may do what you may do in this workspace, except answer high-risk cards and manage devices and tokens.', tokenExample: 'e.g. Weekly report script', works: 'Works for', forever: 'No end', forDays: (n) => n1(n, 'day', 'days'),
    tokenMade: 'Token created', tokenOnce: 'It is shown this once. Copy it now and keep it somewhere safe.', copyToken: 'Copy token', revoke: 'Revoke', revokeTitle: (name) => `Revoke “${name}”?`, revokeSay: 'Programs that use it lose access at once. This cannot be undone.', tokenRevoked: 'Token revoked',
    neverUsed: 'Never used', expires: (at) => `Expires ${at}`, noExpiry: 'No expiry',
    export: 'Export all records', exportSay: 'Everything that happened in this workspace, one line of JSON each. Uploaded files are not in it.', exportDo: 'Download', exportGoOn: 'Go on', exported: (n, of) => `${n} of ${n1(of, 'record', 'records')} read`,
  },
};
