import type { Strings } from '../zh';
import { n1 } from '../numbers';

export const search: Pick<Strings, 'palette' | 'search'> = {
  palette: {
    title: 'Command palette', placeholder: 'A command, or the name of a conversation, task or agent', actions: 'Actions', places: 'Go to', everywhere: 'All content',
    searchFor: (query) => `Search for “${query}”`, theme: 'Switch light / dark', language: '切换为中文',
  },
  search: {
    title: 'Search', field: 'Search conversations, tasks and messages', placeholder: 'Words to look for', clear: 'Clear',
    kinds: { all: 'All', conversations: 'Conversations', tasks: 'Tasks', messages: 'Messages' }, kindsLabel: 'What to search',
    conversation: 'Conversation', task: 'Task', message: 'Message',
    found: (n) => n1(n, 'result', 'results'), foundSoFar: (n) => `${n1(n, 'result', 'results')} so far`,
    start: 'Find it in this workspace', startSay: 'By words in conversations, tasks and messages. Several words have to be there together.',
    nothing: 'Nothing found', nothingSay: (query) => `Nothing contains “${query}”. Try other words, or fewer.`,
    more: 'Search further back', reached: 'Older messages were not searched yet.', searching: 'Searching', whole: 'All messages were searched.', offline: 'Search needs the server. It goes on by itself when it can be reached.',
  },
};
