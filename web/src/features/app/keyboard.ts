/**
 * The height that an on-screen keyboard covers, as `--keyboard` on the root. Safari lays it over the page and pans what
 * is below into sight, top bar and all; with this the page ends above it instead. Where the browser shrinks the page by
 * itself (`interactive-widget` in index.html) it is 0.
 */
export function followKeyboard(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const root = document.documentElement;
  let last = 0;
  const measure = () => {
    const covered = Math.max(0, Math.round(window.innerHeight - seen.height * seen.scale));
    if (covered === last) return;
    last = covered;
    root.style.setProperty('--keyboard', `${String(covered)}px`);
    if (covered === 0) return;
    window.scrollTo(0, 0);
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  };
  seen.addEventListener('resize', measure);
  measure();
}
