import { createContext, useContext, useLayoutEffect, useState, useTransition, type ReactNode } from 'react';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-hash-location';
import { useStrings } from '../../strings';

const Here = createContext('/');

/** The place that the address names now. */
export const placeNow = (): string => `/${location.hash.replace(/^#?\/?/, '')}`;

function useHere(): [string, typeof navigate] {
  return [useContext(Here), navigate];
}
useHere.hrefs = (href: string) => `#${href}`;

/**
 * Where the app is: the address behind `#`. wouter's own hook is a store outside React, which a transition cannot hold
 * back. `ready` says whether a place can be drawn at once; else the page before stays, and works, until it can.
 */
export function Places({ ready, children }: { ready: (place: string) => boolean; children: ReactNode }) {
  const { t } = useStrings();
  const [place, setPlace] = useState(placeNow);
  const [going, startTransition] = useTransition();
  useLayoutEffect(() => {
    const moved = () => {
      const next = placeNow();
      if (ready(next)) setPlace(next);
      else startTransition(() => { setPlace(next); });
    };
    moved(); // children have their effects first, and may have moved on in them
    window.addEventListener('hashchange', moved);
    return () => { window.removeEventListener('hashchange', moved); };
  }, [ready, startTransition]);
  return (
    <Here value={place}>
      <Router hook={useHere}>{children}</Router>
      {going && <div className="going" role="progressbar" aria-label={t.common.loading} />}
    </Here>
  );
}
