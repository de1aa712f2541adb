/** Keep a small thing in this browser, if it lets us: storage may be blocked or full, and nothing may depend on it. */
export function keepLocally(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function keptLocally(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The names that begin so. */
export function namesLocally(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Be told when another tab of this browser changed what is kept under this name, or cleared all. Gives the way to stop. */
export function onKept(key: string, listener: () => void): () => void {
  const heard = (event: StorageEvent) => { if (event.key === key || event.key === null) listener(); };
  addEventListener('storage', heard);
  return () => { removeEventListener('storage', heard); };
}
