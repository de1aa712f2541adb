import { useState } from 'react';
import { Link } from 'wouter';
import type { ApprovalCard, Card, ChoiceCard, InputCard, Interaction, Response } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { RiskLabel, TimeLeft } from '../../ui/bits';
import { ArmedButton } from '../../ui/Armed';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { isComposing } from '../../ui/ime';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { KIND_ICON } from '../../ui/status';
import { AgentChip } from '../../ui/StatusChip';
import { awayOf } from '../agents/face';
import { useNames } from '../app/names';
import { mayBulk, type Selection } from './bulk';
import { checkInput } from './checkInput';
import { fitsCompact, kindWord } from './kind';
import { labelOf } from './label';
import { LaterMenu } from './LaterMenu';
import { focusBeside } from './walk';
import { NewDot } from './Seen';
import { OptionList } from './OptionList';
import { Refusal } from './Refusal';
import { Receipt } from './Receipt';
import { useCard } from './useCard';

/** A card in the inbox. Low and medium risk can be answered here if all of it is in sight; high risk never, neither way: refusing ends work, too. */
export function AskCard({ interaction, opened, selection }: { interaction: Interaction; opened: boolean; selection?: Selection | undefined }) {
  const { t } = useStrings();
  const names = useNames();
  const { card } = interaction;
  const task = useSelect((state) => own(state.world.tasks, interaction.taskId));
  const away = useSelect((state) => awayOf(state.world, interaction.agentId));
  const use = useCard(interaction);
  const href = `/inbox/${interaction.id}`;
  if (use.over) return <li className="card receipt receipt--card"><Receipt interaction={interaction} use={use} title /></li>;
  return (
    <li className={`card ask risk-${card.risk}${opened ? ' is-open' : ''}${selection ? ' is-selecting' : ''}`} data-card={interaction.id}>
      {selection && mayBulk(interaction) && use.open ? <Pick id={interaction.id} title={card.title} selection={selection} /> : <Icon name={KIND_ICON[card.type]} size={20} />}
      <div>
        <div className="ask-top">
          <h3><NewDot id={interaction.id} /><Link href={href} data-row={interaction.id} aria-current={opened ? 'true' : undefined}><Plain text={card.title} /></Link></h3>
          {card.expiresAt !== undefined && <TimeLeft since={interaction.requestedAt} until={card.expiresAt} />}
          {use.mayAct && !opened && <LaterMenu interaction={interaction} then={() => { focusBeside(interaction.id); }} />}
        </div>
        <p className="meta">
          <RiskLabel risk={card.risk} />
          <span>{kindWord(t, card)}</span>
          <span><Plain text={names.agent(interaction.agentId)} /></span>
          {away && <AgentChip plain face={away} />}
          {task && <span className="trunc"><Plain text={task.title} /></span>}
        </p>
        {card.description !== undefined && <p className="why"><Plain text={card.description} lines /></p>}
        {card.impact !== undefined && <p className="affects"><span className="t3">{t.card.impact} </span><Plain text={card.impact} lines /></p>}
        {!opened && <Refusal use={use} compact />}
        {use.mayAct && <CompactActions key={use.seen} card={card} href={href} live={use.open} respond={use.respond} />}
        {!use.mayAct && <p className="s12 t3 mt2">{t.card.readOnly}</p>}
      </div>
    </li>
  );
}

/** The whole left edge can be pressed. */
function Pick({ id, title, selection }: { id: string; title: string; selection: Selection }) {
  const { t } = useStrings();
  return (
    <label className="pick">
      <input className="box" type="checkbox" aria-label={t.inbox.selectCard(revealed(title))} checked={selection.has(id)} onChange={() => { selection.toggle(id); }} />
    </label>
  );
}

type Actions<C extends Card> = { card: C; href: string; live: boolean; respond: (response: Response) => void };

export function CompactActions({ card, href, live, respond }: Actions<Card>) {
  const { t } = useStrings();
  const shared = { href, live, respond };
  if (fitsCompact(card)) {
    if (card.type === 'approval') return <CompactApproval card={card} {...shared} />;
    if (card.type === 'choice') return <CompactChoice card={card} {...shared} />;
    if (card.type === 'input') return <CompactInput card={card} {...shared} />;
  }
  return (
    <div className="acts">
      <ButtonLink href={href} icon={card.type === 'review' ? 'file' : undefined}>
        {card.type === 'review' ? t.card.openReview : card.risk === 'high' ? t.card.openHigh : t.card.open}
      </ButtonLink>
    </div>
  );
}

/** Cards come and go in a list: refusing, too, works only where the button stood still. */
function CompactApproval({ card, live, respond }: Actions<ApprovalCard>) {
  const { t } = useStrings();
  const order = [...card.options].sort((a, b) => Number(a.decision !== 'reject') - Number(b.decision !== 'reject'));
  return (
    <div className="acts">
      {order.map((option) => {
        const look = option.decision === 'reject' ? 'plain' : 'primary';
        return <ArmedButton key={option.id} look={look} disabled={!live} onPress={() => { respond({ type: 'approval', optionId: option.id }); }}><Plain text={labelOf(t, option)} /></ArmedButton>;
      })}
    </div>
  );
}

function CompactChoice({ card, live, respond }: Actions<ChoiceCard>) {
  const { t } = useStrings();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const enough = chosen.length >= card.minSelected && chosen.length <= card.maxSelected;
  return (
    <form noValidate className="acts" onSubmit={(event) => { event.preventDefault(); if (enough && live) respond({ type: 'choice', optionIds: [...chosen] }); }}>
      <OptionList card={card} chosen={chosen} onChange={setChosen} disabled={!live} />
      <ArmedButton type="submit" look={enough ? 'primary' : 'plain'} disabled={!enough || !live}>{t.common.submit}</ArmedButton>
    </form>
  );
}

function CompactInput({ card, live, respond }: Actions<InputCard>) {
  const { t } = useStrings();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const wrong = checkInput(t, card.input, text);
  return (
    <form noValidate
      className="acts"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === undefined && live) respond({ type: 'input', text });
        else setTried(true);
      }}
    >
      <div className="inline-form">
        <input
          className="input" type={card.input.secret ? 'password' : card.input.format === 'url' ? 'url' : 'text'} autoComplete={card.input.secret ? 'new-password' : 'off'}
          aria-label={revealed(card.title)} aria-invalid={tried && wrong !== undefined ? true : undefined} value={text} disabled={!live}
          placeholder={card.input.placeholder === undefined ? (card.input.format === 'url' ? 'https://' : undefined) : revealed(card.input.placeholder)}
          onChange={(event) => { setText(event.target.value); }}
          onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
        />
        <ArmedButton type="submit" look={text.trim() === '' ? 'plain' : 'primary'} disabled={!live || text.trim() === ''}>{t.common.submit}</ArmedButton>
      </div>
      {tried && wrong !== undefined && <p className="err" role="alert"><Icon name="alert" />{wrong}</p>}
    </form>
  );
}
