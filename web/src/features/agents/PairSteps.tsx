import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useNow } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import type { PairState } from './pairing';
import { isDemo } from './start';

type Stage = 'done' | 'now' | 'held' | 'next';
const ICON = { done: 'done', now: 'running', held: 'clock', next: 'queued' } as const;
const TONE = { done: 'success', now: 'running', held: 'waiting', next: 'neutral' } as const;
const SLOW = 60_000;

/** The live steps. A step is ticked when it has happened; none turns while nothing is under way. */
export function PairSteps({ state, agent }: { state: PairState; agent: Agent | undefined }) {
  const { t, f } = useStrings();
  const now = useNow(1000);
  if (state.status === 'expired') return null;
  const connectedAt = agent?.connectedAt;
  const connected = agent?.connected === true || connectedAt !== undefined;
  const said = [agent?.runtime, agent?.agentVersion && t.agents.version(agent.agentVersion)].filter(Boolean).join(t.sep);
  const wait = waitOf(state, agent, now);
  return (
    <ol className="live" aria-label={t.pairing.steps} aria-live="polite">
      <Step stage="done" text={t.pairing.made} time={f.exact(state.madeAt)} />
      {connected
        ? <Step stage="done" text={t.pairing.connected} time={connectedAt === undefined ? undefined : f.exact(connectedAt)} small={said} />
        : <Step stage={wait === 'waiting' || wait === 'redeemed' ? 'now' : 'held'} text={t.pairing.waits[wait]} small={t.pairing.waitsSay[wait]} />}
      <Step stage={connected ? 'now' : 'next'} text={t.pairing.confirmStep} />
    </ol>
  );
}

/** What is waited for: the first command, the demo's connection, or a person who starts what was paired. */
function waitOf(state: PairState, agent: Agent | undefined, now: number): 'waiting' | 'slow' | 'redeemed' | 'paired' {
  if (agent === undefined && state.status !== 'redeemed') return now - state.madeAt > SLOW ? 'slow' : 'waiting';
  const since = state.at.redeemed ?? now;
  return agent !== undefined && isDemo(agent) && now - since < SLOW ? 'redeemed' : 'paired';
}

function Step({ stage, text, time, small }: { stage: Stage; text: string; time?: string | undefined; small?: string }) {
  return (
    <li className={`${stage} is-${TONE[stage]}`}>
      <Icon name={ICON[stage]} />
      <span>{text}</span>
      {time === undefined ? <span /> : <time className="s12 t3">{time}</time>}
      {small !== undefined && small !== '' && <small><Plain text={small} /></small>}
    </li>
  );
}
