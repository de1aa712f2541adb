import { own } from './own';
import type { Agent, Conversation, Interaction, Task, Workspace } from './types';

/** The projections of one workspace at one position of its log. */
export type World = {
  readonly workspace?: Workspace;
  readonly agents: Readonly<Record<string, Agent>>;
  readonly conversations: Readonly<Record<string, Conversation>>;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly interactions: Readonly<Record<string, Interaction>>;
};

export const EMPTY_WORLD: World = { agents: {}, conversations: {}, tasks: {}, interactions: {} };

type Tables = { agents: Agent; conversations: Conversation; tasks: Task; interactions: Interaction };
export type Table = keyof Tables;
export type Row<T extends Table> = Tables[T];

/** `world` with `row` added, unless a row of that id is there. */
export function create<T extends Table>(world: World, table: T, row: Row<T>): World {
  return own(world[table] as Readonly<Record<string, Row<T>>>, row.id) ? world : put(world, table, row);
}

/** `world` with the row changed, if it is there and `sequence` is news to it. An `undefined` field is left out. */
function change<T extends Table>(
  world: World,
  table: T,
  id: string | undefined,
  sequence: number,
  rule: (row: Row<T>) => Partial<Row<T>>,
): World {
  const row = own(world[table] as Readonly<Record<string, Row<T>>>, id);
  if (!row || row.sequence >= sequence) return world;
  return put(world, table, tidy({ ...row, ...rule(row), sequence }));
}

function put<T extends Table>(world: World, table: T, row: Row<T>): World {
  return { ...world, [table]: { ...world[table], [row.id]: row } };
}

/** A copy without undefined fields: absent is absent. */
export function tidy<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T;
}

type Change<T extends Table> = (
  world: World, id: string | undefined, sequence: number, rule: (row: Row<T>) => Partial<Row<T>>,
) => World;
export const changeAgent: Change<'agents'> = (w, id, sequence, rule) => change(w, 'agents', id, sequence, rule);
export const changeConversation: Change<'conversations'> = (w, id, sequence, rule) =>
  change(w, 'conversations', id, sequence, rule);
export const changeTask: Change<'tasks'> = (w, id, sequence, rule) => change(w, 'tasks', id, sequence, rule);
export const changeInteraction: Change<'interactions'> = (w, id, sequence, rule) =>
  change(w, 'interactions', id, sequence, rule);
