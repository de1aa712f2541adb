import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useNow } from '../../sync/hooks';
import { Icon } from '../../ui/Icon';
import { Plain } from '../../ui/Plain';
import type { PairState } from './pairing';

type Stage = 'done' | 'now' | 'next';
const ICON = { done: 'done', now: 'running', next: 'queued' } as const;
const TONE = { done: 'success', now: 'running', next: 'neutral' } as const;
const SLOW = 60_000;

/** The live steps. A step is ticked when it has happened. */
export function PairSteps({ state, agent }: { state: PairState; agent: Agent | undefined }) {
  const { t, f } = useStrings();
  const now = useNow(1000);
  if (state.status === 'expired') return null;
  const redeemed = agent !== undefined || state.status === 'redeemed';
  const connected = agent?.connected === true || agent?.connectedAt !== undefined;
  const connectedAt = agent?.connectedAt;
  const slow = !redeemed && now - state.madeAt > SLOW;
  return (
    <ol className="live" aria-label={t.pairing.steps} aria-live="polite">
      <Step stage="done" text={t.pairing.made} time={f.exact(state.madeAt)} />
      <Step
        stage={connected ? 'done' : 'now'} text={connected ? t.pairing.connected : redeemed ? t.pairing.redeemed : t.pairing.waiting}
        time={connectedAt === undefined ? undefined : f.exact(connectedAt)}
        small={connected && agent ? [agent.runtime, agent.agentVersion && t.agents.version(agent.agentVersion)].filter(Boolean).join(t.sep) : redeemed ? t.pairing.redeemedSay : slow ? t.pairing.slowSay : t.pairing.waitingSay}
      />
      <Step stage={connected ? 'now' : 'next'} text={t.pairing.confirmStep} />
    </ol>
  );
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
