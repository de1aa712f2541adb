/** The file that this tab began with. Its name has a hash of all that it loads, so it names the build. None in development. */
const ours = (): string | undefined => document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src;
const ENTRY = /<script type="module"[^>]*\ssrc="\.?\/?([^"]*\bassets\/[^"]+)"/;

/** Whether the server has another build than the one that this tab began with. */
export async function isNewer(): Promise<boolean> {
  const began = ours();
  if (began === undefined) return false;
  try {
    const page = await fetch(document.baseURI, { cache: 'no-store' });
    const entry = page.ok ? ENTRY.exec(await page.text())?.[1] : undefined;
    return entry !== undefined && !began.endsWith(`/${entry}`);
  } catch {
    return false;
  }
}

/** As long as this tab lives the service worker keeps the files of its build (`tidy` in sw.js). */
export function holdBuild(): void {
  const began = ours();
  const { locks } = navigator as { locks?: LockManager };
  if (began !== undefined) void locks?.request(`lineup.build ${began}`, { mode: 'shared' }, () => new Promise(() => undefined));
}

/** What only older builds needed may go. */
export function dropOldBuilds(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker?.controller?.postMessage('tidy');
}
