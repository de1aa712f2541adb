// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fixture } from '../../dev/fixture';
import { renderApp } from '../../dev/render';
import { hasSeveralTasks, rootOf } from '../../lap/select';
import { OfTask, SeveralTasks } from './OfTask';

afterEach(cleanup);
const { world } = fixture(false);

it.each([[true, 'Task: 整理组件依赖'], [false, '']])('names the task where there are several (%s)', (several, said) => {
  const { container } = renderApp(<SeveralTasks value={several}><OfTask taskId="t1" /></SeveralTasks>);
  expect(container.textContent).toBe(said);
  expect(screen.queryAllByRole('link')).toHaveLength(several ? 1 : 0);
});

it('counts tasks, not their steps, and names a step by its task', () => {
  expect(hasSeveralTasks(world, 'c1')).toBe(true);
  expect(hasSeveralTasks(world, 'c2')).toBe(false);
  const step = world.tasks['t12'];
  if (!step) throw new Error('no step');
  expect(rootOf({ ...world, tasks: { ...world.tasks, t12: { ...step, rootTaskId: 't1' } } }, 't12')?.id).toBe('t1');
});
