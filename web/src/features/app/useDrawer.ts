import { useEffect, useSyncExternalStore, type RefObject } from 'react';

/** Where the detail lies over the page instead of beside it (app.css). */
const NARROW = '(max-width: 899px)';

const isNarrow = () => matchMedia(NARROW).matches;
const onWidth = (listener: () => void) => {
  const media = matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => { media.removeEventListener('change', listener); };
};

/**
 * An open drawer takes the focus and keeps it: all else on the page is inert. Esc closes it by its own close button;
 * then the focus is where it was. `frame` is the app's root.
 */
export function useDrawer(frame: RefObject<HTMLElement | null>, open: boolean): void {
  const narrow = useSyncExternalStore(onWidth, isNarrow);
  useEffect(() => {
    const drawer = frame.current?.querySelector<HTMLElement>('.panes > .detail');
    if (!open || !narrow || !drawer || !frame.current) return undefined;
    const before = document.activeElement;
    const others = [...frame.current.children, ...(drawer.parentElement?.children ?? [])]
      .filter((each) => !each.contains(drawer) && !each.classList.contains('scrim'));
    for (const each of others) each.setAttribute('inert', '');
    const close = drawer.querySelector<HTMLElement>('.close');
    close?.focus({ preventScroll: true });
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || document.querySelector('[role="menu"], [role="dialog"]')) return;
      event.preventDefault();
      close?.click();
    };
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('keydown', key);
      for (const each of others) each.removeAttribute('inert');
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [frame, open, narrow]);
}
