export type Theme = 'system' | 'light' | 'dark';
const KEY = 'lineup.theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
}

/** The other of light and dark, as seen now. */
export function toggleTheme(): void {
  const chosen = storedTheme();
  const dark = chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  chooseTheme(dark ? 'light' : 'dark');
}
