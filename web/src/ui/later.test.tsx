// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { later } from './later';

afterEach(cleanup);

const Page = ({ say }: { say: string }) => <p>{say}</p>;
const gone = () => Promise.reject(new Error('gone'));

it('draws what was fetched before without its fallback', async () => {
  const Part = later(() => Promise.resolve(Page));
  expect(Part.here()).toBe(false);
  await Part.fetch();
  expect(Part.here()).toBe(true);
  render(<Suspense fallback="on its way"><Part say="here" /></Suspense>);
  expect(document.body.textContent).toBe('here');
});

it('shows the fallback while the code is on its way', async () => {
  const Part = later(() => Promise.resolve(Page));
  render(<Suspense fallback="on its way"><Part say="here" /></Suspense>);
  expect(document.body.textContent).toBe('on its way');
  expect(await screen.findByText('here')).toBeTruthy();
});

it('draws the other thing when the code is gone', async () => {
  const Part = later<{ say: string }>(gone, ({ say }) => <p>plainly {say}</p>);
  render(<Suspense fallback="on its way"><Part say="here" /></Suspense>);
  expect(await screen.findByText('plainly here')).toBeTruthy();
});
