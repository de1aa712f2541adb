import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { Command } from './Command';
import { EXAMPLE, neverStarted, startOf } from './start';

/** The way back of an agent that is away: the command that starts it, the same wherever it is missed. */
export function StartAgain({ agent }: { agent: Agent }) {
  const { t } = useStrings();
  if (agent.connected || agent.status === 'revoked') return null;
  const { command, hole } = startOf(agent);
  const first = neverStarted(agent);
  return (
    <div className="start">
      <p>{hole ? (first ? t.agents.startOwn : t.agents.startOwnAgain) : first ? t.agents.start : t.agents.startAgain}</p>
      <Command text={command} hole={hole ? t.agents.startHole : undefined} testId="start-command" />
      {hole && <p className="s12 t3 mt1">{t.agents.startExample} <code>{EXAMPLE}</code></p>}
    </div>
  );
}
