/** `url` if it leads to an http or https address once decoded as a browser would, else undefined. */
export function safeUrl(url: string | undefined): string | undefined {
  if (url === undefined || url === '') return undefined;
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return undefined;
  }
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : undefined;
}

/** The host that `url` leads to, as a browser would show it. */
export function hostOf(url: string | undefined): string | undefined {
  const safe = safeUrl(url);
  return safe === undefined ? undefined : new URL(safe).host;
}

/** A name for a link that was given none: the last part of its path, else its host. */
export function nameOfUrl(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').filter((part) => part !== '').at(-1);
  if (last === undefined) return host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
