/** Thin selectors from the store to React. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/with-selector';
import type { Table, World } from '../lap/world';
import { onTick } from './clock';
import type { Controller } from './controller';
import { valueOf, type Entry, type MineKind, type MineValues } from './mine';
import type { State } from './state';

export const ControllerContext = createContext<Controller | undefined>(undefined);

export function useController(): Controller {
  const controller = useContext(ControllerContext);
  if (!controller) throw new Error('no controller');
  return controller;
}

/** `select(state)`, again whenever it changes. `same` compares two answers (default: identity). */
export function useSelect<T>(select: (state: State) => T, same: (a: T, b: T) => boolean = Object.is): T {
  const { store } = useController();
  return useSyncExternalStoreWithSelector(store.subscribe, store.get, store.get, select, same);
}

/**
 * These tables of the world, again only when one of them changes: `useTables('tasks', 'agents')`. Where a list or a
 * number of it is enough, select that.
 */
export function useTables<T extends Table>(...tables: readonly T[]): Pick<World, T> {
  return useSelect((state): Pick<World, T> => state.world, (a, b) => tables.every((table) => a[table] === b[table]));
}

/** The value of one thing of mine, e.g. `useMine('read', conversationId)?.sequence`. */
export const useMine = <K extends MineKind>(kind: K, id: string | undefined): MineValues[K] | undefined =>
  useSelect((state) => valueOf(state.mine, kind, id));

/** All of mine of one kind, by id. The same object until one of them changes. Read it with `own(table, id)`. */
export const useAllMine = <K extends MineKind>(kind: K): Readonly<Record<string, Entry<K>>> =>
  useSelect((state) => state.mine[kind] as Readonly<Record<string, Entry<K>>>);

/** Server time in ms, in steps of `step`: components render again only when the step changes. */
export function useNow(step = 15_000): number {
  const { store } = useController();
  return useSyncExternalStore(onTick, () => Math.floor((Date.now() + store.get().skew) / step) * step);
}

/** For selections that are lists: equal while their items are. */
export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
