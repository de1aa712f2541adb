import { cloneElement, startTransition, Suspense, useState } from 'react';
import { later } from './later';
import { Missing } from './Missing';
import type { MenuProps } from './MenuBase';

const Base = later(() => import('./MenuBase').then((m) => m.default), ({ trigger }) => <>{trigger}<Missing /></>);

/** A button with a menu. The menu's code is fetched when somebody comes near the button, and drawn when it is pressed. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false);
  const near = () => { void Base.fetch(); };
  if (used) return <Suspense fallback={props.trigger}><Base {...props} /></Suspense>;
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu', 'aria-expanded': false, onPointerEnter: near, onFocus: near, onClick: () => { startTransition(() => { setUsed(true); }); },
  });
}
