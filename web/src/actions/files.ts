/** Files of a workspace: up in parts through our own origin, down by an address that is good for minutes. */
import { LIMITS, type Link } from '../lap/types';
import { ApiError, type Api } from '../sync/api';

/** `url` is relative to the page's base; `until` is server time. */
export type Address = { url: string; until: string; name: string; size: number; mimeType: string };
type Begun = { fileId: string; partBytes: number };
type Done = { file: { fileId: string; name: string; size: number; mimeType: string } };

/** Errors after which the same part is sent again by itself. */
const AGAIN = new Set(['network', 'busy', 'rate_limited', 'internal']);
const TRIES = 4;

/** Why a file is not taken, before anything is sent: an error code. */
export function refusalOf(file: Blob): 'file_too_large' | 'file_empty' | undefined {
  if (file.size > LIMITS.FILE_BYTES) return 'file_too_large';
  return file.size === 0 ? 'file_empty' : undefined;
}

export type Course = {
  /** Bytes that arrived. */
  onSent: (bytes: number) => void;
  /** Whether to give up, asked between parts. */
  stopped: () => boolean;
  wait?: (ms: number) => Promise<void>;
};

/** Sends `file`; gives it as an attachment, or undefined if stopped. Raises ApiError with a code for people. */
export async function upload(api: Api, workspaceId: string, file: File, { onSent, stopped, wait = pause }: Course): Promise<Link | undefined> {
  const base = `api/workspaces/${workspaceId}/files`;
  const whole = await file.arrayBuffer();
  const sum = await sha256(whole);
  const mimeType = file.type;
  const { fileId, partBytes } = await stubborn(() => api.post<Begun>(base, { name: file.name, size: file.size, mimeType }), wait);
  for (let n = 0, at = 0; at < file.size; n += 1, at += partBytes) {
    if (stopped()) return undefined;
    const data = await base64(file.slice(at, at + partBytes));
    await stubborn(() => api.post(`${base}/${fileId}/parts/${n}`, { data }), wait);
    onSent(Math.min(file.size, at + partBytes));
  }
  if (stopped()) return undefined;
  const { file: kept } = await stubborn(() => api.post<Done>(`${base}/${fileId}/done`, { sha256: sum }), wait);
  return { name: kept.name, fileId: kept.fileId, size: kept.size, mimeType: kept.mimeType };
}

/** By who is signed in: nobody can reach them after the sign-out. */
const addresses = new WeakMap<object, Map<string, Address>>();
/** An address that has less than this left is asked for anew. */
const SPARE = 30_000;

export type Wanted = { workspaceId: string; fileId: string; /** The session's user, by identity. */ owner: object; /** Server time in ms. */ now: number };

/** Where a file can be had now. `anew`: the address that we hold was refused. */
export async function addressOf(api: Api, { workspaceId, fileId, owner, now }: Wanted, anew = false): Promise<Address> {
  const own = addresses.get(owner) ?? new Map<string, Address>();
  addresses.set(owner, own);
  const held = own.get(fileId);
  if (!anew && held && Date.parse(held.until) - now > SPARE) return held;
  const address = await api.get<Address>(`api/workspaces/${workspaceId}/files/${fileId}`);
  own.set(fileId, address);
  return address;
}

async function stubborn<T>(send: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || !AGAIN.has(error.code) || tried >= TRIES) throw error;
      await wait(2 ** tried * 250 * (1 + Math.random()));
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => { setTimeout(resolve, ms); });

/** In hex. Browsers have it on secure pages only. */
async function sha256(data: ArrayBuffer): Promise<string> {
  if (!('subtle' in crypto)) throw new ApiError(0, 'insecure_page', 'This page is not secure.');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** By the browser's own reader: quick for half a megabyte. */
function base64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => { resolve((reader.result as string).replace(/^data:[^,]*,/, '')); };
    reader.onerror = () => { reject(new ApiError(0, 'file_unreadable', 'The file could not be read.')); };
    reader.readAsDataURL(part);
  });
}
