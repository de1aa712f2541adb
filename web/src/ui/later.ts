import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component whose code is in a file of its own. `here`: it is drawn at once. `fetch` is the way to have it before it is drawn. */
export type Later<P> = LazyExoticComponent<ComponentType<P>> & Part;
export type Part = { readonly here: () => boolean; readonly fetch: () => Promise<unknown> };
type Module<P> = { default: ComponentType<P> };

const all: Part[] = [];

/**
 * `React.lazy`, but drawn without a moment of its fallback when the code has been fetched before. `otherwise` is drawn
 * when it cannot be had; without it that is an error of the page.
 */
export function later<P>(load: () => Promise<ComponentType<P>>, otherwise?: ComponentType<P>): Later<P> {
  let found: Module<P> | undefined;
  let coming: Promise<Module<P>> | undefined;
  const find = async () => {
    try {
      found = { default: await load() };
    } catch (error) {
      if (!otherwise) throw error;
      found = { default: otherwise };
    }
    return found;
  };
  const fetch = () => coming ??= find();
  const part: Part = { here: () => found !== undefined, fetch };
  all.push(part);
  return Object.assign(lazy(() => (found ? atOnce(found) : fetch())), part);
}

/** React takes any thenable, and reads one that answers in the same moment without waiting. */
const atOnce = <T,>(value: T) => ({ then: (take: (value: T) => void) => { take(value); } }) as Promise<T>;

type Saving = { connection?: { saveData?: boolean } };
const idle = () => new Promise<void>((go) => {
  if ('requestIdleCallback' in window) requestIdleCallback(() => { go(); });
  else setTimeout(go, 200);
});

/** All of them, one after another while the browser has nothing else to do; none for somebody who saves data. */
export async function fetchAll(): Promise<void> {
  if ((navigator as Saving).connection?.saveData) return;
  for (const each of all) {
    if (each.here()) continue;
    await idle();
    await each.fetch().catch(() => undefined); // who opens it is told
  }
}
