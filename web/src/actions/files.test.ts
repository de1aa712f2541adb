import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../lap/types';
import { ApiError, type Api } from '../sync/api';
import { addressOf, refusalOf, upload } from './files';

class Reader {
  result = '';
  onload = () => undefined;
  readAsDataURL(blob: Blob): void {
    void blob.arrayBuffer().then((data) => {
      this.result = `data:application/octet-stream;base64,${Buffer.from(data).toString('base64')}`;
      this.onload();
    });
  }
}
vi.stubGlobal('FileReader', Reader);

/** A server that takes parts of 4 bytes; `trouble` may refuse a request by its number. */
function server(trouble: (call: number) => void = () => undefined) {
  const parts: string[] = [];
  const calls: string[] = [];
  const post = (path: string, body: { data?: string; sha256?: string }) => {
    calls.push(path);
    trouble(calls.length);
    const part = /parts\/(\d+)$/.exec(path)?.[1];
    if (part !== undefined) parts[Number(part)] = Buffer.from(body.data ?? '', 'base64').toString();
    if (path.endsWith('/done')) return { file: { fileId: 'f1', name: 'notes.txt', size: parts.join('').length, mimeType: 'text/plain' }, sum: body.sha256 };
    return { fileId: 'f1', partBytes: 4 };
  };
  const api = { post: (path: string, body: object) => new Promise((resolve) => { resolve(post(path, body)); }) } as unknown as Api;
  return { api, parts, calls };
}
const file = new File(['hello world'], 'notes.txt', { type: 'text/plain' });
const course = { onSent: () => undefined, stopped: () => false, wait: () => Promise.resolve() };

describe('a file that is uploaded', () => {
  it('goes in parts, tells how far it is, and becomes an attachment', async () => {
    const { api, parts } = server();
    const sent: number[] = [];
    const link = await upload(api, 'w', file, { ...course, onSent: (bytes) => { sent.push(bytes); } });
    expect(parts).toEqual(['hell', 'o wo', 'rld']);
    expect(sent).toEqual([4, 8, 11]);
    expect(link).toEqual({ name: 'notes.txt', fileId: 'f1', size: 11, mimeType: 'text/plain' });
  });

  it('sends a part again after trouble that passes, and the file arrives whole', async () => {
    const { api, parts, calls } = server((call) => { if (call === 3 || call === 4) throw new ApiError(0, 'network', ''); });
    await upload(api, 'w', file, course);
    expect(parts.join('')).toBe('hello world');
    expect(calls.filter((path) => path.endsWith('parts/1'))).toHaveLength(3);
  });

  it('says why it is refused, and gives up after some tries', async () => {
    await expect(upload(server(() => { throw new ApiError(413, 'file_too_large', ''); }).api, 'w', file, course)).rejects.toMatchObject({ code: 'file_too_large' });
    const { api, calls } = server(() => { throw new ApiError(0, 'network', ''); });
    await expect(upload(api, 'w', file, course)).rejects.toMatchObject({ code: 'network' });
    expect(calls).toHaveLength(4);
  });

  it('stops between parts when it is cancelled', async () => {
    const { api, parts } = server();
    let stopped = false;
    const link = await upload(api, 'w', file, { ...course, onSent: () => { stopped = true; }, stopped: () => stopped });
    expect(link).toBeUndefined();
    expect(parts).toEqual(['hell']);
  });

  it('is not even begun where it is too large or empty', () => {
    expect(refusalOf(new Blob([new Uint8Array(LIMITS.FILE_BYTES + 1)]))).toBe('file_too_large');
    expect(refusalOf(new Blob([]))).toBe('file_empty');
    expect(refusalOf(new Blob([new Uint8Array(LIMITS.FILE_BYTES)]))).toBeUndefined();
  });
});

it('an address is asked for once while it is good, and by each who signs in', async () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  let asked = 0;
  const api = { get: () => { asked += 1; return Promise.resolve({ url: `files/${asked}`, until: '2026-01-01T00:05:00Z' }); } } as unknown as Api;
  const owner = {};
  const wanted = (later: number, who = owner) => ({ workspaceId: 'w', fileId: 'f', owner: who, now: now + later });
  expect((await addressOf(api, wanted(0))).url).toBe('files/1');
  expect((await addressOf(api, wanted(200_000))).url).toBe('files/1');
  expect((await addressOf(api, wanted(280_000))).url).toBe('files/2');
  expect((await addressOf(api, wanted(280_000), true)).url, 'it was refused').toBe('files/3');
  expect((await addressOf(api, wanted(0, {}))).url, 'somebody else signed in').toBe('files/4');
});
