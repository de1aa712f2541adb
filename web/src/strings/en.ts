import type { Strings } from './zh';
import { common } from './en/common';
import { inbox } from './en/inbox';
import { cards } from './en/cards';
import { conversations } from './en/conversations';
import { tasks } from './en/tasks';
import { agents } from './en/agents';
import { auth } from './en/auth';
import { settings } from './en/settings';
import { search } from './en/search';
import { keys } from './en/keys';
import { errors } from './en/errors';

/** Every visible text, in English. */
export const en: Strings = {
  ...common, ...inbox, ...cards, ...conversations, ...tasks, ...agents, ...auth, ...settings, ...search, ...keys, ...errors,
};
