import { graceRuns, quietSince, tasksOfAgent } from '../../lap/select';
import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useNow, useTables } from '../../sync/hooks';
import { Callout, type Tone } from '../../ui/bits';
import type { IconName } from '../../ui/icons';
import type { LogLine } from './agentLog';
import { dropsIn, LONG } from './drops';
import { faceOfAgent } from './face';
import { StartAgain } from './StartAgain';
import { pendingWords } from './words';

/** What is the matter with an agent, in one sentence each, and what to do. Nothing to say is good news. */
export function Diagnosis({ agent, lines }: { agent: Agent; lines: readonly LogLine[] | undefined }) {
  const { t, f } = useStrings();
  const world = useTables('tasks', 'agents');
  const now = useNow(15_000);
  const face = faceOfAgent(world, agent);
  const tasks = tasksOfAgent(world, agent.id);
  const quiet = tasks.filter((task) => quietSince(world, task, now) !== undefined).length;
  const drops = dropsIn(lines ?? [], now);
  const left = Date.parse(agent.offlineSince ?? agent.pairedAt) + agent.graceSeconds * 1000 - now;
  const found: [Tone, IconName, string][] = [];
  if (face === 'interrupted') found.push(['waiting', 'interrupted', !tasks.some((task) => graceRuns(world, task)) ? t.agents.standsStill : left > 0 ? t.agents.keeps(f.span(left)) : t.agents.graceOver]);
  if (face === 'offline') found.push(['neutral', 'offline', agent.connectedAt === undefined ? t.agents.neverCame : t.agents.idleAway]);
  if (agent.status === 'pending') found.push([agent.connected ? 'waiting' : 'neutral', 'clock', pendingWords(t, agent)]);
  if (face === 'revoked') found.push(['neutral', 'cancelled', t.agents.revokedSay]);
  if (quiet > 0) found.push(['neutral', 'quiet', t.agents.quiet(quiet)]);
  if (drops >= LONG.times) found.push(['waiting', 'alert', t.agents.drops(drops)]);
  if (found.length === 0) return <p className="s13 t2 mt4">{t.agents.well(f.when(agent.connectedAt ?? agent.pairedAt, now))}</p>;
  return <div className="found">{found.map(([tone, icon, words]) => <Callout key={icon} tone={tone} icon={icon}>{words}</Callout>)}<StartAgain agent={agent} /></div>;
}
