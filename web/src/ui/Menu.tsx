import { cloneElement, lazy, startTransition, Suspense, useState } from 'react';
import type { MenuProps } from './MenuBase';

const load = () => import('./MenuBase');
const Base = lazy(load);

/** A button with a menu. The menu's code is fetched when somebody comes near the button, and drawn when it is pressed. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false);
  const near = () => { void load(); };
  if (used) return <Suspense fallback={props.trigger}><Base {...props} /></Suspense>;
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu', 'aria-expanded': false, onPointerEnter: near, onFocus: near, onClick: () => { startTransition(() => { setUsed(true); }); },
  });
}
