/** The keyboard's way through the lists: every row's link has `data-row` with the id of what it shows. */
const isShown = (element: Element): boolean => element.getClientRects().length > 0;
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(isShown);

/** The id of the row that has the focus, or whose controls have it. */
export function currentRow(): string | undefined {
  const active = document.activeElement;
  return active?.closest<HTMLElement>('[data-row]')?.getAttribute('data-row')
    ?? active?.closest('li')?.querySelector('[data-row]')?.getAttribute('data-row') ?? undefined;
}

/** The focus goes to the row `step` further; from outside the list to its first or last. */
export function moveFocus(step: 1 | -1): void {
  const list = rows();
  const at = list.findIndex((row) => row.getAttribute('data-row') === currentRow());
  const next = at < 0 ? (step === 1 ? 0 : list.length - 1) : Math.min(list.length - 1, Math.max(0, at + step));
  list[next]?.focus();
  list[next]?.scrollIntoView({ block: 'nearest' });
}

/** The row of `id` is about to go: the focus goes to its neighbour. */
export function focusBeside(id: string): void {
  const list = rows();
  const at = list.findIndex((row) => row.getAttribute('data-row') === id);
  const next = list[at + 1] ?? list[at - 1];
  setTimeout(() => { (next?.isConnected ? next : document.getElementById('main'))?.focus(); });
}

/** Open the "later" menu of a card with a key. */
export function openLater(id: string | undefined): void {
  if (id === undefined) return;
  const button = [...document.querySelectorAll<HTMLElement>(`[data-later="${CSS.escape(id)}"]`)].find(isShown);
  button?.focus();
  button?.click();
}
