import { rich } from '../../ui/Markdown';
import { later, type Part } from '../../ui/later';

/* The inbox comes with the first load; the other pages afterwards, or when they are asked for. */
export const ConversationPage = later(() => import('../conversations/ConversationPage').then((m) => m.ConversationPage));
export const ConversationsPage = later(() => import('../conversations/ConversationsPage').then((m) => m.ConversationsPage));
export const AgentsPage = later(() => import('../agents/AgentsPage').then((m) => m.AgentsPage));
export const SearchPage = later(() => import('../search/SearchPage').then((m) => m.SearchPage));
export const SettingsPage = later(() => import('../settings/SettingsPage').then((m) => m.SettingsPage));
export const TasksPage = later(() => import('../tasks/TasksPage').then((m) => m.TasksPage));

/** What is drawn at a place such as `/w/…/tasks`. */
function partsOf(place: string): readonly Part[] {
  const [, , , page, id] = place.split('/');
  switch (page) {
    case 'conversations': return id === undefined ? [ConversationsPage] : [ConversationPage, rich];
    case 'tasks': return [TasksPage];
    case 'agents': return [AgentsPage];
    case 'search': return [SearchPage];
    case 'settings': return [SettingsPage];
    default: return [];
  }
}

/** Whether a place can be drawn at once. */
export const isHere = (place: string): boolean => partsOf(place).every((part) => part.here());

/** Have what this place is drawn with, while the session and the log are still on their way. */
export function fetchFor(place: string): void {
  for (const part of partsOf(place)) void part.fetch().catch(() => undefined); // who draws it says so
}
