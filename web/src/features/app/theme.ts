import { useSyncExternalStore } from 'react';
import { keepLocally, keptLocally, onKept } from '../../sync/local';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'lineup.theme';

const listeners = new Set<() => void>();

export function storedTheme(): Theme {
  const stored = keptLocally(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const useTheme = (): Theme => useSyncExternalStore((listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
}, storedTheme);

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** The choice that is stored, now and whenever another tab changes it. */
export function startTheme(): void {
  themeChanged();
  onKept(KEY, themeChanged);
}

export function chooseTheme(theme: Theme): void {
  keepLocally(KEY, theme);
  themeChanged();
}

function themeChanged(): void {
  applyTheme(storedTheme());
  for (const each of listeners) each();
}

/** The other of light and dark, as seen now. */
export function toggleTheme(): void {
  const chosen = storedTheme();
  const dark = chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  chooseTheme(dark ? 'light' : 'dark');
}
