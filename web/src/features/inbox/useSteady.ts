import { useState } from 'react';

/**
 * The order of a list that must not move under a finger. While somebody is at it, everything keeps its place and new
 * ones come at the end; else the wanted order, and below it what was shown and is over.
 */
export function steady(shown: readonly string[], wanted: readonly string[], busy: boolean): readonly string[] {
  const next = busy
    ? [...shown, ...wanted.filter((id) => !shown.includes(id))]
    : [...wanted, ...shown.filter((id) => !wanted.includes(id))];
  return next.every((id, i) => id === shown[i]) ? shown : next;
}

export function useSteady(wanted: readonly string[]) {
  const [shown, setShown] = useState(wanted);
  const [busy, setBusy] = useState(false);
  const next = steady(shown, wanted, busy);
  if (next !== shown) setShown(next);
  return {
    order: next,
    listProps: {
      onPointerEnter: () => { setBusy(true); },
      onPointerLeave: () => { setBusy(false); },
      onFocus: () => { setBusy(true); },
      onBlur: () => { setBusy(false); },
    },
  };
}
