import type { Strings } from '../zh';

export const keys: Pick<Strings, 'keys'> = {
  keys: {
    title: 'Keyboard shortcuts', notices: 'Notices', then: 'then', or: 'or',
    say: 'Single keys rest while you type, while an input method composes, and while a dialog is open.', off: 'Single-key shortcuts are off on this device. You can switch them on in the settings.',
    groups: { app: 'Everywhere', go: 'Go to', list: 'Lists', card: 'Cards', write: 'Conversations' },
    does: {
      palette: 'Open the command palette', search: 'Search', help: 'Show shortcuts', newConversation: 'New conversation',
      goInbox: 'Inbox', goConversations: 'Conversations', goTasks: 'Tasks', goAgents: 'Agents', goSettings: 'Settings',
      next: 'Next', previous: 'Previous', open: 'Open', back: 'Back', select: 'Select or clear', snooze: 'Snooze', unread: 'Mark as unread', dismiss: 'Dismiss', pin: 'Pin or unpin', archive: 'Archive', rename: 'Rename', reply: 'Write a message', print: 'Print the receipt',
    },
  },
};
