import { Suspense, useEffect, useRef, useState } from 'react';
import { later } from './later';

const Base = later(() => import('./TooltipBase').then((m) => m.default), () => null);
const WAIT = 500;
/** Long enough to reach the words with the pointer (WCAG 1.4.13). */
const LEAVE = 150;

const marked = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-tip]') ?? undefined : undefined);

/**
 * The words beside whatever has `data-tip`, when the pointer rests on it or the keyboard's focus comes to it; with
 * `data-tip-keys` its shortcut too. They repeat the control's name: nothing is said only here.
 */
export function Tips() {
  const [at, setAt] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const soon = (next: HTMLElement | undefined, wait: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => { setAt(next); }, wait);
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || (event.target instanceof Element && event.target.closest('.tip'))) {
        clearTimeout(timer.current);
        return;
      }
      const next = marked(event.target);
      soon(next, next ? WAIT : LEAVE);
    };
    const focus = (event: FocusEvent) => {
      const next = marked(event.target);
      if (next?.matches(':focus-visible')) soon(next, 0);
      else soon(undefined, 0);
    };
    const away = () => { soon(undefined, 0); };
    const key = (event: KeyboardEvent) => { if (event.key === 'Escape') away(); };
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', away);
    document.addEventListener('pointerdown', away);
    document.addEventListener('keydown', key);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', away);
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('keydown', key);
    };
  }, []);
  if (!at?.isConnected) return null;
  return <Suspense fallback={null}><Base anchor={at} onClose={() => { setAt(undefined); }} /></Suspense>;
}
