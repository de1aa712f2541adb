/** HTTP to our own origin. Addresses are relative to the page's base, so the app works on any sub-path. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly next?: string,
    readonly diagnostic?: string,
  ) {
    super(message);
  }
}

export type Tokens = { accessToken: string };
type Method = 'GET' | 'POST' | 'PATCH';

export class Api {
  #token: string | undefined;
  #refreshing: Promise<boolean> | undefined;
  /** Called when the session is over: neither the token nor the refresh cookie is accepted. */
  onSignedOut: () => void = () => undefined;

  constructor(private readonly base: () => string = () => document.baseURI) {}

  setToken(token: string | undefined): void {
    this.#token = token;
  }

  /** JSON of the answer. Raises ApiError: the server's code, or `network`. On 401 it renews the token and tries again, once. */
  async request<T>(method: Method, path: string, body?: unknown, renew = true): Promise<T> {
    const response = await this.#fetch(method, path, body);
    if (response.status === 401 && renew) {
      if (await this.refresh()) return this.request<T>(method, path, body, false);
      this.onSignedOut();
    }
    const data: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw errorOf(response.status, data);
    return data as T;
  }

  get<T>(path: string): Promise<T> {
    return this.request<T>('GET', path);
  }

  post<T>(path: string, body: unknown = {}, renew = true): Promise<T> {
    return this.request<T>('POST', path, body, renew);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.request<T>('PATCH', path, body);
  }

  /** Whether the refresh cookie gave a new access token. One at a time, also across tabs. Raises ApiError `network`. */
  async refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshLocked().finally(() => { this.#refreshing = undefined; });
    return this.#refreshing;
  }

  async #refreshLocked(): Promise<boolean> {
    const run = () => this.#refresh();
    return 'locks' in navigator ? navigator.locks.request('lineup.refresh', run) : run();
  }

  async #refresh(): Promise<boolean> {
    const response = await this.#fetch('POST', 'api/auth/refresh', {}, false);
    if (response.status >= 500 || response.status === 429) throw errorOf(response.status, undefined);
    const data = (await response.json().catch(() => undefined)) as Tokens | undefined;
    this.#token = response.ok ? data?.accessToken : undefined;
    return this.#token !== undefined;
  }

  async #fetch(method: string, path: string, body: unknown, withToken = true): Promise<Response> {
    const headers: Record<string, string> = {};
    if (withToken && this.#token !== undefined) headers['Authorization'] = `Bearer ${this.#token}`;
    if (method !== 'GET') headers['Content-Type'] = 'application/json';
    try {
      return await fetch(new URL(path, this.base()), {
        method, headers, credentials: 'same-origin', cache: 'no-store',
        ...(method !== 'GET' ? { body: JSON.stringify(body) } : {}),
      });
    } catch {
      throw new ApiError(0, 'network', 'network');
    }
  }
}

type Failure = { error?: { code?: string; message?: string; next?: string; diagnostic?: string } };

function errorOf(status: number, data: unknown): ApiError {
  const failure = (data as Failure | undefined)?.error;
  const code = failure?.code ?? (status >= 500 ? 'internal' : 'unknown');
  return new ApiError(status, code, failure?.message ?? code, failure?.next, failure?.diagnostic);
}
