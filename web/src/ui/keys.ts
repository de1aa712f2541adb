/**
 * Keyboard shortcuts: one registry, one listener. They rest while somebody types, composes with an input method or has
 * a dialog or menu open, and can be switched off on this device (WCAG 2.1.4); those with Ctrl or Cmd always work.
 */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createKeybindingsHandler } from 'tinykeys';
import { keepLocally, keptLocally, onKept } from '../sync/local';
import type { Strings } from '../strings/zh';

export type Group = 'app' | 'go' | 'list' | 'card' | 'write';
/** What a shortcut does, in words: `t.keys.does[id]`. */
export type ShortcutId = keyof Strings['keys']['does'];

export type Shortcut = {
  id: ShortcutId;
  /** As tinykeys reads it: `j`, `Shift+?`, `g i` (one after the other), `$mod+k`. Several: any of them. */
  keys: string | readonly string[];
  group: Group;
  run: (event: KeyboardEvent) => void;
  /** Whether it works now; default: yes. */
  when?: boolean;
};

type Layer = { readonly current: readonly Shortcut[] };
const layers = new Set<Layer>();
let handle: ((event: Event) => void) | undefined;

const keysOf = ({ keys }: Shortcut): readonly string[] => (typeof keys === 'string' ? [keys] : keys);
const withCommand = (keys: string): boolean => keys.includes('$mod');
const isBase = ({ group }: Shortcut): boolean => group === 'app' || group === 'go';

/** These shortcuts work while the component is there. A page's own come before those of the whole app. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const layer = useRef(list);
  useLayoutEffect(() => { layer.current = list; });
  const all = list.flatMap(keysOf).join('|');
  useEffect(() => {
    layers.add(layer);
    rebuild();
    return () => {
      layers.delete(layer);
      rebuild();
    };
  }, [all]);
}

/** What works now, each once: for the help sheet. */
export function shortcutsNow(): Shortcut[] {
  const found = new Map<ShortcutId, Shortcut>();
  for (const shortcut of [...layers].flatMap((layer) => layer.current)) {
    if (shortcut.when !== false) found.set(shortcut.id, shortcut);
  }
  return [...found.values()];
}

function rebuild(): void {
  if (handle) window.removeEventListener('keydown', handle);
  handle = undefined;
  if (layers.size === 0) return;
  const all = new Set([...layers].flatMap((layer) => layer.current.flatMap(keysOf)));
  const bound = createKeybindingsHandler(Object.fromEntries([...all].map((keys) => [keys, (event) => { fire(keys, event); }])));
  handle = (event) => { if (event instanceof KeyboardEvent && !event.defaultPrevented && !event.isComposing && event.keyCode !== 229) bound(event); };
  window.addEventListener('keydown', handle);
}

function fire(keys: string, event: KeyboardEvent): void {
  if (event.repeat || isBusy() || (!withCommand(keys) && (!shortcutsOn() || isField(event.target)))) return;
  const fitting = [...layers].reverse().flatMap((layer) => layer.current)
    .filter((one) => one.when !== false && keysOf(one).includes(keys));
  const chosen = fitting.find((one) => !isBase(one)) ?? fitting[0];
  if (!chosen) return;
  event.preventDefault();
  chosen.run(event);
}

/** A dialog or menu is open: its own keys count. (A toast calls itself a dialog that is not modal.) */
const isBusy = (): boolean =>
  document.querySelector('[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]') !== null;

export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    && !(target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type)));
}

const OFF = 'lineup.keys';
const listeners = new Set<() => void>();

export function shortcutsOn(): boolean {
  return keptLocally(OFF) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  keepLocally(OFF, on ? undefined : 'off');
  for (const each of listeners) each();
}

export const useShortcutsOn = (): boolean => useSyncExternalStore((listener) => {
  listeners.add(listener);
  const unheard = onKept(OFF, listener);
  return () => {
    listeners.delete(listener);
    unheard();
  };
}, shortcutsOn);

const MAC = typeof navigator === 'object' && /Mac|iP(ad|hone|od)/.test(navigator.platform);
const NAMES: Record<string, string> = MAC ? { $mod: '⌘', Shift: '⇧', Alt: '⌥' } : { $mod: 'Ctrl' };
const SIGNS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Enter: 'Enter' };

/** The caps to draw: `g i` is [['G'], ['I']], `$mod+k` is [['Ctrl', 'K']]. A shifted sign is shown as itself. */
export function capsOf(keys: string): string[][] {
  return keys.split(' ').map((press) => {
    const parts = press.split('+');
    const sign = parts.at(-1) ?? '';
    const mods = parts.slice(0, -1).filter((mod) => !(mod === 'Shift' && /^[^a-z]$/i.test(sign)));
    return [...mods.map((mod) => NAMES[mod] ?? mod), SIGNS[sign] ?? (sign.length === 1 ? sign.toUpperCase() : sign)];
  });
}
