// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fixture } from '../../dev/fixture';
import { renderApp } from '../../dev/render';
import { onlineCount, readyAgents, unconfirmed } from '../../lap/select';
import type { Agent } from '../../lap/types';
import { Api } from '../../sync/api';
import { Controller } from '../../sync/controller';
import { Store } from '../../sync/store';
import { FirstRun } from '../inbox/FirstRun';
import { Interrupted } from '../inbox/Interrupted';
import { AgentRow } from './AgentRow';
import { startOf } from './start';

afterEach(cleanup);

const { world } = fixture(false);
const known = (id: string): Agent => {
  const agent = world.agents[id];
  if (!agent) throw new Error(`no agent ${id}`);
  return agent;
};
const paired: Agent = { id: 'n1', name: 'main', kind: 'generic', capabilities: [], status: 'pending', confirmed: false, connected: false, graceSeconds: 900, pairedAt: known('a1').pairedAt, sequence: 1 };
const came: Agent = { ...known('a1'), id: 'n2', name: 'Demo agent', runtime: 'lineup demo', status: 'pending', confirmed: false };
const withAgents = (...agents: Agent[]) => {
  const state = fixture(false);
  return { ...state, world: { ...state.world, agents: Object.fromEntries(agents.map((agent) => [agent.id, agent])) } };
};
const show = (element: React.ReactElement, state = fixture(false)) => renderApp(element, new Controller(new Store(state), new Api(() => 'http://127.0.0.1:9/'), null));
const row = (agent: Agent) => show(<AgentRow agent={agent} world={world} onAct={() => undefined} />);

describe('the command that brings an agent back', () => {
  it('is whole for the demo, whatever it is called, and has a hole where only its owner knows the word', () => {
    expect(startOf({ kind: 'generic', runtime: 'lineup demo' })).toEqual({ command: 'lineup demo', hole: false });
    expect(startOf({ kind: 'demo' })).toEqual({ command: 'lineup demo', hole: false });
    expect(startOf({ kind: 'generic', runtime: 'Python 3.11.2' })).toEqual({ command: 'lineup run', hole: true });
  });

  it('stands in the inbox once for each agent that left in the middle of work', () => {
    show(<Interrupted />, withAgents({ ...known('a4'), runtime: 'lineup demo' }, known('a5')));
    expect(screen.getAllByTestId('start-command').map((each) => each.textContent)).toEqual(['lineup demo']);
    expect(screen.getByRole('link', { name: '抓取竞品更新日志' })).toBeTruthy();
  });
});

describe('an agent that nobody confirmed', () => {
  it('counts neither as online nor among the agents', () => {
    const { world: now } = withAgents(came, paired, known('a1'));
    expect([onlineCount(now), readyAgents(now).length, unconfirmed(now).map((each) => each.name)]).toEqual([1, 1, ['Demo agent']]);
  });

  it('that never started says so, with what to run and a way out, and is not called connected', () => {
    const { container } = row(paired);
    expect(container.textContent).toContain('Paired, not started yet');
    expect(screen.getByTestId('start-command').textContent).toBe('lineup run module:name');
    expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy();
    expect(container.textContent).not.toMatch(/is connected|never connected/);
    expect(screen.queryByRole('button', { name: 'Confirm name' })).toBeNull();
  });

  it('that is connected can be confirmed right there', () => {
    row(came);
    expect(screen.getByRole('button', { name: 'Confirm name' })).toBeTruthy();
    expect(screen.queryByTestId('start-command')).toBeNull();
  });

  it('is the first step of the first run', () => {
    const nothing = () => undefined;
    show(<FirstRun onPair={nothing} onConfirm={nothing} />, withAgents(paired, came));
    expect(screen.getByRole('heading', { name: 'Confirm Demo agent' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm name' })).toBeTruthy();
    cleanup();
    show(<FirstRun onPair={nothing} onConfirm={nothing} />, withAgents(paired));
    expect(screen.getByRole('heading', { name: 'main: paired, not started yet' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove: main' })).toBeTruthy();
  });
});
