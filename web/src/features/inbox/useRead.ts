import { useEffect, useRef, useState } from 'react';

/**
 * Whether the end of the question, as it was shown with this digest, (before the folded details) has been on screen. Until then nothing that lets the agent act is live. On phones the
 * controls stick to the bottom edge and cover what is behind them: that does not count as seen. `whole`: nothing that
 * belongs to the question is still on its way.
 */
export function useRead(digest: string, whole: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const [readDigest, setRead] = useState<string>();
  const read = readDigest === digest;
  useEffect(() => {
    const mark = end.current;
    if (!mark || !whole || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver(
      (entries) => { if (entries.some((entry) => entry.isIntersecting)) setRead(digest); },
      { root: mark.closest('.pane-body'), rootMargin: `0px 0px -${coveredBy(mark.parentElement?.querySelector('.decide'))}px 0px` },
    );
    watcher.observe(mark);
    return () => { watcher.disconnect(); };
  }, [digest, whole]);
  return [end, read || typeof IntersectionObserver === 'undefined'] as const;
}

/** Height in px of what sticks to the bottom. */
function coveredBy(controls: Element | null | undefined): number {
  return controls && getComputedStyle(controls).position === 'sticky' ? Math.floor(controls.getBoundingClientRect().height) : 0;
}
