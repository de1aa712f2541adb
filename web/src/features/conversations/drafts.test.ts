// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { clearDraft, draftOf, forgetDrafts, setDraft } from './drafts';

const write = (text: string) => { setDraft('c', { text, links: [] }); };
const afterReload = () => {
  forgetDrafts();
  return draftOf('c').text;
};

beforeEach(() => {
  localStorage.clear();
  write('hello');
});

it('a draft that was sent is gone from the field at once, and from this device when what was sent is safe', async () => {
  let keep: () => void = () => undefined;
  const kept = new Promise<void>((done) => { keep = done; });
  clearDraft('c', kept);
  expect(draftOf('c').text).toBe('');
  expect(localStorage).toHaveLength(1);
  keep();
  await kept;
  expect(localStorage).toHaveLength(0);
});

it('a draft is gone from this device at once where what was sent is safe already', () => {
  clearDraft('c', undefined);
  expect(afterReload()).toBe('');
});

it('a draft stays on this device where nothing could keep what was sent', async () => {
  const failed = Promise.reject(new Error('full'));
  clearDraft('c', failed);
  await expect(failed).rejects.toThrow('full');
  expect(draftOf('c').text).toBe('');
  expect(afterReload()).toBe('hello');
});

it('what is written next is not thrown away by what was sent before', async () => {
  const kept = Promise.resolve();
  clearDraft('c', kept);
  write('next');
  await kept;
  expect(afterReload()).toBe('next');
});
