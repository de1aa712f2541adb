import type { IconName } from '../../ui/icons';

/** The main places, with the keys that lead there. */
export const PLACES = [
  { id: 'goInbox', keys: 'g i', href: '/inbox', icon: 'inbox' },
  { id: 'goConversations', keys: 'g c', href: '/conversations', icon: 'chat' },
  { id: 'goTasks', keys: 'g t', href: '/tasks', icon: 'tasks' },
  { id: 'goAgents', keys: 'g a', href: '/agents', icon: 'agent' },
  { id: 'goSettings', keys: 'g s', href: '/settings', icon: 'settings' },
] as const satisfies readonly { id: string; keys: string; href: string; icon: IconName }[];
