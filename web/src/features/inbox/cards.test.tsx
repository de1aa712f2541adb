// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../dev/render';
import type { Interaction } from '../../lap/types';
import type { Controller } from '../../sync/controller';
import { useSelect } from '../../sync/hooks';
import { HOLD_MS } from '../../ui/Hold';
import { EVERY_MS, STILL_FOR } from '../../ui/stillness';
import { AskCard } from './AskCard';
import { OpenCard } from './OpenCard';

function Compact({ id }: { id: string }) {
  const one = useSelect((state) => state.world.interactions[id]);
  return one ? <ul><AskCard interaction={one} opened={false} /></ul> : null;
}
function Opened({ id }: { id: string }) {
  const one = useSelect((state) => state.world.interactions[id]);
  return one ? <OpenCard interaction={one} /> : null;
}

/** Until what is on screen stood still for long enough to be pressed. */
const settle = () => { act(() => { vi.advanceTimersByTime(EVERY_MS * (STILL_FOR + 1)); }); };

function renderSettled(element: Parameters<typeof renderApp>[0]) {
  const view = renderApp(element);
  settle();
  return view;
}

/** The agent changed the card, or somebody did something to it. */
function update(controller: Controller, id: string, change: Partial<Interaction>) {
  const { world, sync } = controller.store.get();
  const one = world.interactions[id];
  if (!one) throw new Error('no such card');
  const interactions = { ...world.interactions, [id]: { ...one, ...change } };
  act(() => { controller.store.dispatch({ do: 'restore', epoch: 'e', cursor: sync.cursor, world: { ...world, interactions }, pages: {} }); });
}

const HOLD = /^Hold for 2 s/;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('IntersectionObserver', undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network here')));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a high-risk card', () => {
  it('cannot be decided from the compact card', () => {
    renderSettled(<Compact id="i1" />);
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Review impact and decide' })).toBeTruthy();
  });

  it('is not approved by a click, a key press, or a hold that is let go', () => {
    const { sent } = renderSettled(<Opened id="i1" />);
    const hold = screen.getByRole('button', { name: HOLD });
    fireEvent.click(hold);
    fireEvent.keyDown(hold, { key: 'Enter' });
    fireEvent.keyUp(hold, { key: 'Enter' });
    fireEvent.pointerDown(hold, { button: 0 });
    act(() => { vi.advanceTimersByTime(HOLD_MS - 1); });
    fireEvent.pointerUp(hold);
    expect(screen.getByRole('status').textContent).toMatch(/^Hold until it is full: /);
    act(() => { vi.advanceTimersByTime(HOLD_MS * 2); });
    expect(sent()).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it.each(['pointer', ' ', 'Enter'])('is approved by a full hold (%s), once', (way) => {
    const { sent } = renderSettled(<Opened id="i1" />);
    const hold = screen.getByRole('button', { name: HOLD });
    if (way === 'pointer') fireEvent.pointerDown(hold, { button: 0 });
    else fireEvent.keyDown(hold, { key: way });
    act(() => { vi.advanceTimersByTime(HOLD_MS); });
    act(() => { vi.advanceTimersByTime(HOLD_MS * 3); });
    expect(sent().map((one) => one.payload)).toEqual([{ interactionId: 'i1', digest: 'd-i1', response: { type: 'approval', optionId: 'approve' } }]);
    expect(screen.queryByRole('button', { name: HOLD })).toBeNull();
    expect(screen.queryByRole('button', { name: '拒绝' })).toBeNull();
  });

  it('ignores a key that was held before it had the focus', () => {
    const { sent } = renderSettled(<Opened id="i1" />);
    const hold = screen.getByRole('button', { name: HOLD });
    fireEvent.keyDown(hold, { key: 'Enter', repeat: true });
    act(() => { vi.advanceTimersByTime(HOLD_MS * 2); });
    expect(sent()).toEqual([]);
  });

  it('puts the focus on the question, never on a control', () => {
    renderSettled(<Opened id="i1" />);
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('can be approved by typing instead, exactly', () => {
    const { sent } = renderSettled(<Opened id="i1" />);
    fireEvent.click(screen.getByRole('button', { name: 'Type to confirm instead' }));
    const field = screen.getByLabelText('Type the words above');
    const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: '允许执行' });
    settle();
    fireEvent.change(field, { target: { value: 'approve' } });
    expect(approve().disabled).toBe(true);
    fireEvent.change(field, { target: { value: 'approve this' } });
    fireEvent.click(approve());
    expect(sent()).toHaveLength(1);
  });
});

describe('a card that changes', () => {
  it('turns its controls off until the new content was seen, and then answers the new one', () => {
    const { sent, controller } = renderSettled(<Opened id="i1" />);
    update(controller, 'i1', { digest: 'new' });
    const reject = () => screen.getByRole<HTMLButtonElement>('button', { name: '拒绝' });
    expect(reject().disabled).toBe(true);
    expect(screen.getByRole('button', { name: HOLD })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'I have read the new content' }));
    fireEvent.click(reject());
    expect(sent()[0]?.payload).toMatchObject({ digest: 'new', response: { optionId: 'reject' } });
  });

  it('has no live control after somebody else decided, and says who', () => {
    const { controller } = renderSettled(<Opened id="i1" />);
    update(controller, 'i1', {
      status: 'answered', answeredAt: new Date().toISOString(), answeredBy: { kind: 'user', id: 'u2', name: '李然' }, response: { type: 'approval', optionId: 'reject', decision: 'reject' },
    });
    expect(screen.getByText('Rejected')).toBeTruthy();
    expect(screen.getByText('李然')).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: /拒绝|Hold|允许/ })).toEqual([]);
  });

  it('has no live control once it expired', () => {
    const { controller } = renderSettled(<Opened id="i1" />);
    update(controller, 'i1', { status: 'expired', endedAt: new Date().toISOString() });
    expect(screen.getByText('Expired, nobody answered')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '拒绝' })).toBeNull();
  });
});

describe('an answer that the server refused', () => {
  const refuse = (controller: Controller, code: string) => {
    const outbox = controller.store.get().outbox.map((item) => ({ command: item.command, state: 'refused' as const, error: { code, message: '' } }));
    act(() => { controller.store.dispatch({ do: 'outbox', outbox }); });
  };

  it.each([
    ['already_resolved', 'Somebody has decided already.'],
    ['expired', 'Expired, nobody answered'],
    ['withdrawn', 'The agent withdrew the request'],
    ['cancelled', 'Its task ended, the request is void'],
  ])('as %s leaves no control, before the event is here and after', (code, words) => {
    for (const view of [<Compact key="c" id="i5" />, <Opened key="o" id="i5" />]) {
      const { controller } = renderSettled(view);
      fireEvent.click(screen.getByRole('button', { name: '允许执行' }));
      refuse(controller, code);
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.getByText(/did not count/)).toBeTruthy();
      expect(screen.queryAllByRole('button', { name: /允许|拒绝/ })).toEqual([]);
      if (code !== 'already_resolved') {
        update(controller, 'i5', { status: code as Interaction['status'], endedAt: new Date().toISOString() });
        expect(screen.getByText(words)).toBeTruthy();
        expect(screen.getByText(/did not count/)).toBeTruthy();
      }
      cleanup();
    }
  });

  it('because the card changed can be given anew once the new content was seen, in the list too', () => {
    const { controller, sent } = renderSettled(<Compact id="i5" />);
    const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: '允许执行' });
    fireEvent.click(approve());
    refuse(controller, 'digest_mismatch');
    update(controller, 'i5', { digest: 'new' });
    expect(approve().disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toContain('did not count');
    fireEvent.click(screen.getByRole('button', { name: 'I have read the new content' }));
    fireEvent.click(approve());
    expect(sent()).toEqual([]); // it has just come to stand there
    settle();
    fireEvent.click(approve());
    expect(sent()).toMatchObject([{ payload: { digest: 'new' } }]);
  });

  it('for another reason says so and may be tried again', () => {
    const { controller, sent } = renderSettled(<Compact id="i5" />);
    fireEvent.click(screen.getByRole('button', { name: '允许执行' }));
    refuse(controller, 'not_allowed');
    expect(screen.getByRole('alert').textContent).toContain('Your role does not allow this.');
    const [first] = sent();
    settle();
    fireEvent.click(screen.getByRole('button', { name: '允许执行' }));
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.id).not.toBe(first?.id);
  });
});

describe('a low-risk card', () => {
  it('is answered once by a double click', () => {
    const { sent } = renderSettled(<Compact id="i5" />);
    const approve = screen.getByRole('button', { name: '允许执行' });
    fireEvent.click(approve);
    fireEvent.click(approve);
    expect(sent()).toHaveLength(1);
    expect(screen.getByText('Submitting your answer')).toBeTruthy();
  });

  it('preselects nothing, not even what is recommended', () => {
    renderSettled(<Compact id="i2" />);
    expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false);
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
  });

  it('says what is wrong with an input and sends nothing', () => {
    const { sent } = renderSettled(<Compact id="i3" />);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'staging.local' } });
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(screen.getByRole('alert').textContent).toContain('http');
    expect(sent()).toEqual([]);
  });
});

describe('a viewer', () => {
  it('reads cards and cannot answer them', () => {
    const { controller } = renderSettled(<Compact id="i5" />);
    const { world, sync } = controller.store.get();
    const workspace = world.workspace && { ...world.workspace, members: [{ userId: 'u1', name: '陈默', role: 'viewer' as const }] };
    act(() => { controller.store.dispatch({ do: 'restore', epoch: 'e', cursor: sync.cursor, world: { ...world, ...(workspace ? { workspace } : {}) }, pages: {} }); });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByText('You are a viewer and cannot answer cards.')).toBeTruthy();
  });
});
