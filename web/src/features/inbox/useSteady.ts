import { useState } from 'react';

/**
 * The order of a list that must not move under a finger: those that were shown stay, in place; new ones come in by
 * order, but only while nobody is at the list, else at its end.
 */
export function steady(shown: readonly string[], wanted: readonly string[], busy: boolean): readonly string[] {
  const fresh = wanted.filter((id) => !shown.includes(id));
  if (fresh.length === 0) return shown;
  if (busy || shown.some((id) => !wanted.includes(id))) return [...shown, ...fresh];
  return wanted;
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
