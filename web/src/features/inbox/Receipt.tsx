import { Link } from 'wouter';
import { isSecret } from '../../actions/answer';
import type { Interaction, Task } from '../../lap/types';
import { own } from '../../lap/own';
import { faceOf, lastWords, lossOf } from '../../lap/select';
import { errorText, useStrings } from '../../strings';
import { useNow, useSelect } from '../../sync/hooks';
import { Callout } from '../../ui/bits';
import { Icon } from '../../ui/Icon';
import type { IconName } from '../../ui/icons';
import { Plain } from '../../ui/Plain';
import { useNames } from '../app/names';
import { isLatest, sameWentOn, wentOn } from './progress';
import type { CardUse } from './useCard';
import { verdictOf, type Verdict } from './verdict';

/** A card that can be answered no more: what was decided, by whom, when, and how far the answer has come. */
export function Receipt({ interaction, use, title }: { interaction: Interaction; use: CardUse; title?: boolean }) {
  const { t } = useStrings();
  return (
    <div className="receipt">
      {title && <h3><Link href={`/inbox/${interaction.id}`}><Plain text={interaction.card.title} /></Link></h3>}
      {interaction.status === 'pending' ? <UnderWay interaction={interaction} use={use} /> : <Outcome interaction={interaction} />}
      {use.refusal !== undefined && <DidNotCount interaction={interaction} refusal={use.refusal} />}
      {interaction.reason !== undefined && interaction.status === 'withdrawn' && <p className="s13 t2">{t.receipt.reason}: <Plain text={interaction.reason} /></p>}
    </div>
  );
}

function VerdictLine({ verdict, who, at }: { verdict: Verdict; who?: string; at?: string }) {
  const { t, f } = useStrings();
  return (
    <p className={`verdict is-${verdict.tone}`}>
      <Icon name={verdict.icon} />
      <span>
        <b>{verdict.word}</b>
        {who !== undefined && <>{t.sep}<Plain text={who} /></>}
        {at !== undefined && <>{t.sep}<time dateTime={at}>{f.exact(at)}</time></>}
        {verdict.said !== undefined && verdict.said !== '' && <span className="said"><Plain text={verdict.said} lines /></span>}
      </span>
    </p>
  );
}

function UnderWay({ interaction, use }: { interaction: Interaction; use: CardUse }) {
  const { t } = useStrings();
  const live = useSelect((state) => state.sync.phase === 'live' || state.sync.phase === 'catching_up');
  const command = use.mine?.command;
  if (use.mine === undefined || use.refusal !== undefined) return <Over refusal={use.refusal} />;
  const response = command?.type === 'interaction.respond' ? command.payload.response : undefined;
  const shown = isSecret(interaction.card) ? undefined : response;
  return (
    <>
      <VerdictLine verdict={{ ...verdictOf(t, interaction, shown), tone: 'running', icon: 'running', word: t.receipt.sending }} />
      {!live && <Callout tone="waiting" icon="interrupted">{t.card.sendingWhenOnline}</Callout>}
    </>
  );
}

/** The server says that it is over, or its time is up; how it ended comes with the next events. */
function Over({ refusal = 'expired' }: { refusal: string | undefined }) {
  const { t } = useStrings();
  const ended = refusal === 'withdrawn' || refusal === 'cancelled' || refusal === 'expired' ? refusal : undefined;
  return <VerdictLine verdict={{ tone: 'neutral', icon: ended ?? 'users', word: ended === undefined ? errorText(t, refusal) : t.receipt[ended] }} />;
}

function Outcome({ interaction }: { interaction: Interaction }) {
  const { t } = useStrings();
  const names = useNames();
  const at = interaction.answeredAt ?? interaction.endedAt;
  switch (interaction.status) {
    case 'expired':
      return <><VerdictLine verdict={{ tone: 'neutral', icon: 'expired', word: t.receipt.expired }} at={at} /><Callout icon="info">{t.receipt.expiredSay}</Callout></>;
    case 'withdrawn':
      return <><VerdictLine verdict={{ tone: 'neutral', icon: 'withdrawn', word: t.receipt.withdrawn }} at={at} /><p className="s13 t2">{t.receipt.withdrawnSay}</p></>;
    case 'cancelled':
      return <><VerdictLine verdict={{ tone: 'neutral', icon: 'cancelled', word: t.receipt.cancelled }} at={at} /><p className="s13 t2">{t.receipt.cancelledSay}</p></>;
    default:
      return (
        <>
          <VerdictLine
            verdict={verdictOf(t, interaction, interaction.response)} at={at}
            who={interaction.answeredBy && names.actor(interaction.answeredBy)}
          />
          <Steps interaction={interaction} />
        </>
      );
  }
}

type Step = { state: 'done' | 'now' | 'held' | 'next'; icon: IconName; word: string; sub?: string };

/** Recorded, agent has it, agent went on. A step is ticked when it is confirmed, with its time. */
function Steps({ interaction }: { interaction: Interaction }) {
  const { t, f } = useStrings();
  const now = useNow(15_000);
  const task = useSelect((state) => own(state.world.tasks, interaction.taskId));
  const on = useSelect((state) => (task ? wentOn(state, interaction, task) : undefined), sameWentOn);
  const lost = useSelect((state) => (task?.status === 'running' && isLatest(state.world, interaction) ? lossOf(state.world, task, now)?.at : undefined));
  const agent = useSelect((state) => own(state.world.agents, interaction.agentId));
  const away = agent !== undefined && !agent.connected && interaction.acknowledgedAt === undefined;
  const offline = agent?.offlineSince === undefined ? t.agent.offline : t.receipt.agentOffline(f.span(now - Date.parse(agent.offlineSince)));
  const second: Step = interaction.acknowledgedAt !== undefined
    ? { state: 'done', icon: 'done', word: t.receipt.has, sub: f.exact(interaction.acknowledgedAt) }
    : away
      ? { state: 'held', icon: 'clock', word: t.receipt.waitAgent, sub: offline }
      : { state: 'now', icon: 'running', word: t.receipt.delivering, sub: t.receipt.agentOnline };
  const steps: Step[] = [
    { state: 'done', icon: 'done', word: t.receipt.recorded, sub: f.exact(interaction.answeredAt ?? interaction.requestedAt) },
    second,
    ...(task ? [third()] : []),
  ];

  function third(): Step {
    if (interaction.acknowledgedAt === undefined) return { state: 'next', icon: 'queued', word: t.receipt.goOn };
    if (lost !== undefined) return { state: 'held', icon: 'interrupted', word: t.task.interrupted, sub: f.exact(lost) };
    if (on) return { state: 'done', icon: 'done', word: on.ended ? t.receipt.ended : t.receipt.wentOn, ...(on.at === undefined ? {} : { sub: f.exact(on.at) }) };
    return { state: 'now', icon: 'running', word: t.receipt.resuming, sub: t.receipt.notReported };
  }

  return (
    <>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.word} className={step.state}>
            <b><Icon name={step.icon} />{step.word}</b>
            {step.sub !== undefined && <span className="num">{step.sub}</span>}
          </li>
        ))}
      </ol>
      {away && <Callout tone="waiting" icon="interrupted">{t.receipt.kept}</Callout>}
      {!away && interaction.status === 'delivered' && late(interaction, now) && <Callout tone="waiting" icon="clock">{t.receipt.unacked}</Callout>}
      {task && (on ?? (lost !== undefined && interaction.acknowledgedAt !== undefined)) && <TaskLine task={task} />}
    </>
  );
}

/** How the task stands now: that its agent is gone or that it waits again comes before what was said last. */
function TaskLine({ task }: { task: Task }) {
  const { t, f } = useStrings();
  const now = useNow(15_000);
  const face = useSelect((state) => faceOf(state.world, task));
  const lost = useSelect((state) => lossOf(state.world, task, now), (a, b) => a?.at === b?.at && a?.until === b?.until);
  const said = lost || face === 'waiting_for_human' ? undefined : lastWords(task);
  const words = [
    ...(face === 'running' || face === 'interrupted' ? [] : [t.task[face]]),
    ...(lost ? [t.receipt.lost(f.when(lost.at, now))] : []),
    ...(lost?.until === undefined ? [] : [t.receipt.backBy(f.when(lost.until, now))]),
  ];
  return (
    <p className={`task-line s13 t2${lost ? ' is-lost' : ''}`}>
      <Link className="under" href={`/tasks/${task.id}`}>{t.receipt.seeTask}</Link>
      {words.length + (said === undefined ? 0 : 1) > 0 && <>{t.sep}{t.receipt.taskSays('')}{words.join(t.sep)}{words.length > 0 && said !== undefined && t.sep}{said !== undefined && <Plain text={said} />}</>}
    </p>
  );
}

function late(interaction: Interaction, now: number): boolean {
  return interaction.deliveredAt !== undefined && now - Date.parse(interaction.deliveredAt) > 15_000;
}

/** My answer came too late: it changed nothing. */
function DidNotCount({ interaction, refusal }: { interaction: Interaction; refusal: string }) {
  const { t } = useStrings();
  const names = useNames();
  const by = interaction.answeredBy;
  if (refusal !== 'already_resolved' || !by) return <Callout icon="info">{t.receipt.tooLate}</Callout>;
  return <Callout icon="users">{names.isMe(by) ? t.receipt.otherMine : t.receipt.other(names.actor(by))}</Callout>;
}
