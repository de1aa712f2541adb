// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../sync/api';
import type { Controller } from '../../sync/controller';
import { draftOf, forgetDrafts } from './drafts';
import { attachFiles, dropUpload, retryUpload, uploadsOf, type Upload } from './uploads';

const ID = 'c1';
const file = (name: string) => new File([name], name, { type: 'text/plain' });
const names = () => draftOf(ID).links.map((link) => link.name);
const waiting = () => uploadsOf(ID).map((one) => one.file.name);
const find = (name: string): Upload => {
  const found = uploadsOf(ID).find((one) => one.file.name === name);
  if (!found) throw new Error(`${name} is not on its way`);
  return found;
};

/** A server that ends each upload when the test says so, in any order. */
function server() {
  const ends = new Map<string, (error?: ApiError) => void>();
  const post = (path: string, body: { name: string }) => {
    if (path.endsWith('/files')) return Promise.resolve({ fileId: body.name, partBytes: 100 });
    if (!path.endsWith('/done')) return Promise.resolve({});
    const fileId = path.split('/').at(-2) ?? '';
    return new Promise((resolve, reject) => {
      ends.set(fileId, (error) => { if (error) reject(error); else resolve({ file: { fileId, name: fileId, size: 1, mimeType: 'text/plain' } }); });
    });
  };
  const controller = { api: { post }, store: { get: () => ({ workspaceId: 'w1' }) }, mine: { set: () => undefined, device: 'd' } } as unknown as Controller;
  const end = async (name: string, error?: ApiError) => {
    await vi.waitFor(() => { expect(ends.has(name)).toBe(true); });
    ends.get(name)?.(error);
    ends.delete(name);
    await vi.waitFor(() => { expect(uploadsOf(ID).every((one) => one.file.name !== name || one.link !== undefined || one.problem !== undefined)).toBe(true); });
  };
  return { controller, end };
}

afterEach(() => {
  localStorage.clear();
  forgetDrafts();
});

describe('files on their way', () => {
  it('are attached in the order in which they were chosen, whichever arrives first', async () => {
    const { controller, end } = server();
    attachFiles(controller, ID, [file('a'), file('b'), file('c')]);
    await end('c');
    await end('b');
    expect(names()).toEqual([]);
    await end('a');
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(waiting()).toEqual([]);
  });

  it('do not wait for one that failed, which keeps its place until it is tried again', async () => {
    const { controller, end } = server();
    attachFiles(controller, ID, [file('a'), file('b')]);
    await end('b');
    await end('a', new ApiError(409, 'file_incomplete', ''));
    expect(names()).toEqual(['b']);
    expect(waiting()).toEqual(['a']);
    retryUpload(controller, ID, find('a'));
    await end('a');
    expect(names()).toEqual(['b', 'a']);
  });

  it('do not wait for one that was taken away', async () => {
    const { controller, end } = server();
    attachFiles(controller, ID, [file('a'), file('b')]);
    await end('b');
    dropUpload(controller, ID, find('a').key);
    expect(names()).toEqual(['b']);
    await end('a');
    expect(names()).toEqual(['b']);
  });
});
