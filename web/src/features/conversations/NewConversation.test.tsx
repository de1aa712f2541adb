// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../dev/render';
import { NewConversation } from './NewConversation';

afterEach(cleanup);

async function start(task: string, subject = '') {
  const { sent } = renderApp(<NewConversation first agentId="a1" onClose={() => undefined} />);
  fireEvent.change(await screen.findByLabelText(/What should it do/), { target: { value: task } });
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: subject } });
  fireEvent.click(screen.getByRole('button', { name: 'Start conversation' }));
  return sent().map((command) => (command.payload as { title?: string } | undefined)?.title);
}

it('calls the first conversation by its task, whose first line is enough', async () => {
  expect(await start('Tidy the dependencies\n\nand write a plan')).toEqual(['Tidy the dependencies', 'Tidy the dependencies']);
});

it('calls it as it is told to', async () => {
  expect(await start('Tidy the dependencies', 'Site')).toEqual(['Site', 'Tidy the dependencies']);
});

it('has a name also for who writes later', async () => {
  expect(await start('')).toEqual(['First task']);
});
