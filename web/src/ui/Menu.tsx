import { cloneElement, lazy, Suspense } from 'react';
import type { MenuProps } from './MenuBase';

const Base = lazy(() => import('./MenuBase'));

/** A button with a menu. The button is drawn at once and works when the menu's code is there, just after the page. */
export function Menu(props: MenuProps) {
  return <Suspense fallback={cloneElement(props.trigger, { disabled: true })}><Base {...props} /></Suspense>;
}
