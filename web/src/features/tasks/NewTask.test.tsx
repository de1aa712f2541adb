// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../dev/render';
import { NewTask } from './NewTask';

afterEach(cleanup);

async function start(task: string, place?: string) {
  const { sent } = renderApp(<NewTask agentId="a1" onClose={() => undefined} />);
  fireEvent.change(await screen.findByLabelText('What should it do?'), { target: { value: task } });
  if (place !== undefined) fireEvent.change(screen.getByLabelText('Conversation'), { target: { value: place } });
  fireEvent.click(screen.getByRole('button', { name: 'Start task' }));
  return sent();
}

const titles = (sent: Awaited<ReturnType<typeof start>>) => sent.map((command) => (command.payload as { title?: string } | undefined)?.title);

it('gets a conversation of its own, called by its first line', async () => {
  expect(titles(await start('Tidy the dependencies\n\nand write a plan'))).toEqual(['Tidy the dependencies', 'Tidy the dependencies']);
});

it('goes to the conversation that was chosen', async () => {
  const sent = await start('Tidy the dependencies', 'c1');
  expect(sent.map(({ type, conversationId }) => [type, conversationId])).toEqual([['task.create', 'c1']]);
});

it('is not started while there is nothing to do, and says why', async () => {
  expect(await start('  ')).toEqual([]);
  const button = screen.getByRole('button', { name: 'Start task' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Say what it should do first');
});
