import { common } from './zh/common';
import { inbox } from './zh/inbox';
import { cards } from './zh/cards';
import { conversations } from './zh/conversations';
import { tasks } from './zh/tasks';
import { agents } from './zh/agents';
import { auth } from './zh/auth';
import { settings } from './zh/settings';
import { search } from './zh/search';
import { keys } from './zh/keys';
import { errors } from './zh/errors';

/** Every visible text, in Chinese. Its type is the contract for the other languages. */
export const zh = {
  ...common, ...inbox, ...cards, ...conversations, ...tasks, ...agents, ...auth, ...settings, ...search, ...keys, ...errors,
};

export type Strings = typeof zh;
