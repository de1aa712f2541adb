// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fixture } from '../../dev/fixture';
import { renderApp } from '../../dev/render';
import { Api } from '../../sync/api';
import { Controller } from '../../sync/controller';
import { Store } from '../../sync/store';
import type { State } from '../../sync/state';
import { useBadge } from './counts';

afterEach(cleanup);

function Badge() {
  return <p>badge {useBadge()}</p>;
}

const show = (state: State) => renderApp(<Badge />, new Controller(new Store(state), new Api(() => 'http://127.0.0.1:9/'), null));

it('counts what waits for who may answer', () => {
  show(fixture(false));
  expect(screen.getByText(/^badge [1-9]/)).toBeTruthy();
});

it('counts nothing for who may only look', () => {
  const state = fixture(false);
  const members = state.world.workspace?.members.map((member) => ({ ...member, role: 'viewer' as const })) ?? [];
  const workspace = state.world.workspace && { ...state.world.workspace, members };
  show({ ...state, world: { ...state.world, ...(workspace && { workspace }) } });
  expect(screen.getByText('badge 0')).toBeTruthy();
});
