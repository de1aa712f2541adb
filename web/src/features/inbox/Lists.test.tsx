// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answer } from '../../actions/answer';
import { renderApp } from '../../dev/render';
import { Lists } from './Lists';

afterEach(cleanup);

function answerOne(open: string | undefined) {
  const { controller } = renderApp(<Lists open={open} />);
  const one = controller.store.get().world.interactions['i5'];
  if (!one) throw new Error('no such card');
  act(() => { answer(controller, one, one.digest, { type: 'approval', optionId: 'approve' }); });
  return screen.getAllByRole('listitem').map((row) => row.querySelector('h3')?.textContent).filter((title) => title !== undefined).slice(0, 6);
}

it('beside an open card stands what waits, without the receipts of what was answered', () => {
  expect(answerOne('i5')).not.toContain('允许安装 3 个开发依赖？');
});

it('a card that is answered in the list shows there what became of the answer, below what waits', () => {
  const titles = answerOne(undefined);
  expect(titles).toHaveLength(6);
  expect(titles.at(-1)).toBe('允许安装 3 个开发依赖？');
});
