// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { titleOf } from '../../actions/compose';
import { renderApp } from '../../dev/render';
import { Composer } from './Composer';
import { forgetDrafts } from './drafts';
import { findConversation } from './useConversation';
import { fixture } from '../../dev/fixture';
import { startConversation } from '../../actions/compose';
import { Controller } from '../../sync/controller';
import { Store } from '../../sync/store';
import { Api } from '../../sync/api';

const conversation = { id: 'c1', title: '网站重构', agentIds: ['a1'] };
/** Nothing waits for a person there. */
const quiet = { id: 'c4', title: '每周数据报告', agentIds: ['a3'] };
const tick = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Track as task' });
const gone = vi.fn();
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

afterEach(() => {
  cleanup();
  gone.mockClear();
  localStorage.clear();
  forgetDrafts();
});

describe('the composer', () => {
  it('sends on Enter, once, and is empty afterwards', () => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    fireEvent.change(field(), { target: { value: ' 你好 ' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent()).toMatchObject([{ type: 'message.create', conversationId: 'c1', payload: { content: '你好', targetAgentId: 'a1' } }]);
    expect(field().value).toBe('');
  });

  it.each([{ isComposing: true }, { keyCode: 229 }, { shiftKey: true }])('does not send on Enter with %j', (how) => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    fireEvent.change(field(), { target: { value: 'ni hao' } });
    fireEvent.keyDown(field(), { key: 'Enter', ...how });
    expect(sent()).toEqual([]);
  });

  it('creates a task when asked to track it, with an id of our own', () => {
    const { sent } = renderApp(<Composer conversation={quiet} onGo={gone} />);
    fireEvent.change(field(), { target: { value: '整理依赖\n\n先别改代码' } });
    fireEvent.click(tick());
    fireEvent.click(screen.getByRole('button', { name: 'Start task' }));
    expect(sent()).toMatchObject([{ type: 'task.create', payload: { title: '整理依赖', description: '整理依赖\n\n先别改代码' } }]);
    expect(sent()[0]?.taskId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([['a', 16_000, true], ['a', 16_001, false], ['字', 7_000, true], ['字', 8_000, false]])('takes what fits into one event: %s times %i', (char, count, fine) => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    fireEvent.change(field(), { target: { value: char.repeat(count) } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent()).toHaveLength(fine ? 1 : 0);
    expect(screen.queryByRole('alert') === null).toBe(fine);
  });

  it('keeps what was written over a reload', () => {
    renderApp(<Composer conversation={conversation} onGo={gone} />);
    fireEvent.change(field(), { target: { value: 'half a thought' } });
    cleanup();
    forgetDrafts();
    renderApp(<Composer conversation={conversation} onGo={gone} />);
    expect(field().value).toBe('half a thought');
  });
});

describe('whether it becomes a task', () => {
  const write = (text: string) => { fireEvent.change(field(), { target: { value: text } }); };

  it('is what the button says: the first words of a conversation do, later ones do not', () => {
    const controller = new Controller(new Store(fixture(false)), new Api(() => 'http://127.0.0.1:9/'), null);
    const id = startConversation(controller, 'Orders', ['a1']);
    const made = findConversation(controller.store.get(), id);
    if (!made) throw new Error('not there');
    const { sent } = renderApp(<Composer conversation={made} onGo={gone} />, controller);
    expect(tick().checked).toBe(true);
    write('Tidy up');
    fireEvent.click(screen.getByRole('button', { name: 'Start task' }));
    expect(sent().at(-1)?.type).toBe('task.create');
    expect(tick().checked).toBe(false);
    cleanup();
    renderApp(<Composer conversation={made} onGo={gone} />, controller);
    expect(tick().checked, 'nor after coming back').toBe(false);
    expect(screen.queryByRole('button', { name: 'Send' })).not.toBeNull();
  });

  it('is asked once while something waits for an answer there, and not done by a second Enter', () => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    write('Carefully, please');
    fireEvent.click(tick());
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('A new task does not answer it');
    fireEvent.click(screen.getByRole('button', { name: 'Start a new task anyway' }));
    expect(sent()).toMatchObject([{ type: 'task.create' }]);
    write('And another');
    fireEvent.click(tick());
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent()).toHaveLength(2);
  });

  it('is not asked of a message, nor once the tick is taken out', () => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    write('Carefully, please');
    fireEvent.click(tick());
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.click(tick());
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent()).toMatchObject([{ type: 'message.create' }]);
  });
});

describe('what waits in the conversation', () => {
  it('is shown above the field, with the way to each of it', () => {
    renderApp(<Composer conversation={conversation} onGo={gone} />);
    expect(screen.queryByText('3 requests wait for you. To answer, open them.')).not.toBeNull();
    for (const n of [1, 2, 3, 1]) fireEvent.click(screen.getByRole('button', { name: `Go to ${n}/3` }));
    expect(gone.mock.calls).toEqual([['i5'], ['i3'], ['i4'], ['i5']]);
  });

  it('is not spoken of where nothing waits', () => {
    renderApp(<Composer conversation={quiet} onGo={gone} />);
    expect(screen.queryByRole('button', { name: /^Go to/ })).toBeNull();
  });
});

describe('links to attach', () => {
  const attach = (url: string, name = '') => {
    fireEvent.click(screen.getByRole('button', { name: 'Attach a link' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Address of the link' }), { target: { value: url } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Name (optional)' }), { target: { value: name } });
    fireEvent.click(screen.getByRole('button', { name: 'Attach' }));
  };

  it('go with the message, named by their path if by nothing else; one can be taken off', () => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    attach('https://example.com/docs/plan%20b.pdf?x=1');
    attach('https://example.com/', 'Home');
    attach('https://example.org');
    fireEvent.click(screen.getByRole('button', { name: 'Remove Home' }));
    fireEvent.change(field(), { target: { value: 'Look' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(sent()[0]?.payload).toMatchObject({
      content: 'Look', attachments: [{ name: 'plan b.pdf', url: 'https://example.com/docs/plan%20b.pdf?x=1' }, { name: 'example.org', url: 'https://example.org/' }],
    });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'example.com', ''])('are http or https only: not %j', (url) => {
    renderApp(<Composer conversation={conversation} onGo={gone} />);
    attach(url);
    expect(screen.getByRole('alert').textContent).toContain('http://');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('do not send the message on Enter in their fields, and survive a reload', () => {
    const { sent } = renderApp(<Composer conversation={conversation} onGo={gone} />);
    fireEvent.change(field(), { target: { value: 'Look' } });
    fireEvent.click(screen.getByRole('button', { name: 'Attach a link' }));
    const url = screen.getByRole('textbox', { name: 'Address of the link' });
    fireEvent.change(url, { target: { value: 'https://example.com/a' } });
    fireEvent.keyDown(url, { key: 'Enter' });
    expect(sent()).toEqual([]);
    cleanup();
    forgetDrafts();
    renderApp(<Composer conversation={conversation} onGo={gone} />);
    expect(screen.getByRole('link', { name: 'a' }).getAttribute('href')).toBe('https://example.com/a');
  });
});

describe('the title of a task', () => {
  it('is the first line, cut at a code point', () => {
    expect(titleOf('\n\n  First \nSecond')).toBe('First');
    expect(Array.from(titleOf('😀'.repeat(200)))).toHaveLength(80);
  });
});
