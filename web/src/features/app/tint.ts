import { useEffect } from 'react';
import { useTheme } from './theme';

/** The browser's own frame has the colour of the theme that is chosen here, not only that of the system. */
export function useTint(): void {
  const theme = useTheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const scheme = meta.dataset['scheme'];
      meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
    }
  }, [theme]);
}
