/** The controls of an opened card. The safe choice comes first and is solid; whatever lets the agent act comes last. */
import { useId, useState, type ReactNode } from 'react';
import type { ApprovalCard, Card, ChoiceCard, InputCard, Response, ReviewCard } from '../../lap/types';
import { LIMITS } from '../../lap/types';
import { useStrings } from '../../strings';
import { ArmedButton } from '../../ui/Armed';
import { Button } from '../../ui/Button';
import { Hold } from '../../ui/Hold';
import { Icon } from '../../ui/Icon';
import { isComposing } from '../../ui/ime';
import { Plain } from '../../ui/Plain';
import { revealed } from '../../ui/plain';
import { checkInput } from './checkInput';
import { AnswerHint } from './AnswerHint';
import { labelOf } from './label';
import { OptionList } from './OptionList';

type Props<C extends Card> = { card: C; live: boolean; respond: (response: Response) => void };

/** `open`: it can be answered. `live`: and all of it has been seen. Asking for changes needs no more than the first. */
export function Decide({ card, open, live, respond }: Props<Card> & { open: boolean }) {
  switch (card.type) {
    case 'approval': return <DecideApproval card={card} live={live} respond={respond} />;
    case 'choice': return <DecideChoice card={card} live={live} respond={respond} />;
    case 'input': return <DecideInput card={card} live={live} respond={respond} />;
    case 'review': return <DecideReview card={card} open={open} live={live} respond={respond} />;
  }
}

/** The control that lets the agent act: a button, or for high risk a hold, with typing as the other way. */
function Commit({ card, label, live, typing, onDone, look = 'primary' }: { card: Card; label: string; live: boolean; typing: boolean; onDone: () => void; look?: 'primary' | 'plain' }) {
  const help = useId();
  const { t } = useStrings();
  if (card.risk !== 'high') return <ArmedButton look={look} large disabled={!live} onPress={onDone}>{label}</ArmedButton>;
  if (typing) return null;
  return (
    <>
      <Hold label={t.card.holdTo(label)} tooShort={t.card.keepHolding(label)} disabled={!live} describedBy={help} onDone={onDone} />
      <span id={help} className="sr">{t.card.holdHelp}</span>
    </>
  );
}

/** Under the controls: what expiry means, and the other ways. */
function Note({ card, children }: { card: Card; children?: ReactNode }) {
  const { t } = useStrings();
  return (
    <p className="note">
      <span>{card.expiresAt === undefined ? t.card.noExpiry : t.card.expiry}</span>
      <span className="push">{children}</span>
    </p>
  );
}

function TypeToConfirm({ label, live, onDone }: { label: string; live: boolean; onDone: () => void }) {
  const { t } = useStrings();
  const id = useId();
  const [typed, setTyped] = useState('');
  const right = typed.trim() === t.card.typeWord;
  return (
    <form noValidate className="typed" onSubmit={(event) => { event.preventDefault(); if (right && live) onDone(); }}>
      <p>{t.card.typeThis('')}<b>{t.card.typeWord}</b></p>
      <label className="sr" htmlFor={id}>{t.card.typeLabel}</label>
      <input
        id={id} className="input" autoComplete="off" autoCapitalize="off" value={typed} onChange={(event) => { setTyped(event.target.value); }}
        onPaste={(event) => { event.preventDefault(); }}
        onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
      />
      <ArmedButton type="submit" large look="danger" disabled={!right || !live}>{label}</ArmedButton>
    </form>
  );
}

function TypeSwitch({ card, typing, onChange }: { card: Card; typing: boolean; onChange: (typing: boolean) => void }) {
  const { t } = useStrings();
  if (card.risk !== 'high') return null;
  return <button type="button" className="link" onClick={() => { onChange(!typing); }}>{typing ? t.card.holdInstead : t.card.typeInstead}</button>;
}

function useNote() {
  const [note, setNote] = useState<string>();
  const trimmed = note?.trim();
  return { note, setNote, payload: trimmed ? { note: trimmed } : {} };
}

function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useStrings();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t.card.note}</label>
      <textarea id={id} className="input" rows={2} autoFocus maxLength={LIMITS.PARAGRAPH} placeholder={t.card.notePlaceholder} value={value} onChange={(event) => { onChange(event.target.value); }} />
    </div>
  );
}

function NoteLink({ on, onClick }: { on: boolean; onClick: () => void }) {
  const { t } = useStrings();
  return on ? null : <button type="button" className="link" onClick={onClick}>{t.card.addNote}</button>;
}

function DecideApproval({ card, live, respond }: Props<ApprovalCard>) {
  const { t } = useStrings();
  const { note, setNote, payload } = useNote();
  const [typing, setTyping] = useState(false);
  const choose = (optionId: string) => { respond({ type: 'approval', optionId, ...payload }); };
  const rejects = card.options.filter((option) => option.decision === 'reject');
  const approves = card.options.filter((option) => option.decision !== 'reject');
  const only = approves.length === 1 ? approves[0] : undefined;
  return (
    <>
      {note !== undefined && <NoteField value={note} onChange={setNote} />}
      {typing && only && <TypeToConfirm label={revealed(labelOf(t, only))} live={live} onDone={() => { choose(only.id); }} />}
      <div className="decide-row">
        {rejects.map((option) => (
          <Button key={option.id} look="strong" large disabled={!live} onClick={() => { choose(option.id); }}><Plain text={labelOf(t, option)} /></Button>
        ))}
        {approves.map((option) => (
          <Commit key={option.id} card={card} label={revealed(labelOf(t, option))} live={live} typing={typing && option === only} onDone={() => { choose(option.id); }} />
        ))}
      </div>
      <Note card={card}>
        <NoteLink on={note !== undefined} onClick={() => { setNote(''); }} />
        {only && <TypeSwitch card={card} typing={typing} onChange={setTyping} />}
      </Note>
    </>
  );
}

function DecideChoice({ card, live, respond }: Props<ChoiceCard>) {
  const { t } = useStrings();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typing, setTyping] = useState(false);
  const { note, setNote, payload } = useNote();
  const enough = chosen.length >= card.minSelected && chosen.length <= card.maxSelected;
  const submit = () => { respond({ type: 'choice', optionIds: [...chosen], ...payload }); };
  return (
    <>
      <OptionList card={card} chosen={chosen} onChange={setChosen} disabled={!live} list />
      {note !== undefined && <NoteField value={note} onChange={setNote} />}
      <div className="decide-row decide-row--one"><Commit card={card} label={t.common.submit} live={live && enough} typing={typing} onDone={submit} /></div>
      {typing && <TypeToConfirm label={t.common.submit} live={live && enough} onDone={submit} />}
      <Note card={card}><NoteLink on={note !== undefined} onClick={() => { setNote(''); }} /><TypeSwitch card={card} typing={typing} onChange={setTyping} /></Note>
    </>
  );
}

function DecideInput({ card, live, respond }: Props<InputCard>) {
  const { t } = useStrings();
  const id = useId();
  const [text, setText] = useState('');
  const [touched, setTouched] = useState(false);
  const [shown, setShown] = useState(false);
  const [typing, setTyping] = useState(false);
  const wrong = checkInput(t, card.input, text);
  const submit = () => { respond({ type: 'input', text }); };
  const tried = touched && wrong !== undefined;
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); if (card.risk !== 'high' && !wrong && live) submit(); else setTouched(true); }}>
      <div className="field">
        <label htmlFor={id}>{t.card.yourAnswer}</label>
        <AnswerField id={id} card={card} text={text} shown={shown} disabled={!live} invalid={tried} onChange={setText} onLeave={() => { setTouched(text !== ''); }} />
        <AnswerHint id={`${id}-err`} spec={card.input} text={text} tried={touched} />
        {card.input.secret && (
          <p className="s12 t3">{t.card.secret} <button type="button" className="link" onClick={() => { setShown(!shown); }}>{shown ? t.card.hideSecret : t.card.showSecret}</button></p>
        )}
      </div>
      <div className="decide-row decide-row--one">
        {card.risk === 'high'
          ? <Commit card={card} label={t.common.submit} live={live && !wrong} typing={typing} onDone={submit} />
          : <ArmedButton type="submit" look="primary" large disabled={!live || text.trim() === ''}>{t.common.submit}</ArmedButton>}
      </div>
      {typing && <TypeToConfirm label={t.common.submit} live={live && !wrong} onDone={submit} />}
      <Note card={card}><TypeSwitch card={card} typing={typing} onChange={setTyping} /></Note>
    </form>
  );
}

type AnswerProps = {
  id: string; card: InputCard; text: string; shown: boolean; disabled: boolean; invalid: boolean;
  onChange: (text: string) => void; onLeave: () => void;
};

const FIELD = { text: 'text', url: 'url', email: 'email', number: 'text', regex: 'text' } as const;

function AnswerField({ id, card, text, shown, disabled, invalid, onChange, onLeave }: AnswerProps) {
  const { input } = card;
  const shared = {
    id, className: 'input', value: text, disabled, maxLength: LIMITS.ANSWER, 'aria-invalid': invalid || undefined,
    'aria-describedby': `${id}-err`, placeholder: input.placeholder === undefined ? undefined : revealed(input.placeholder),
    onChange: (event: { target: { value: string } }) => { onChange(event.target.value); }, onBlur: onLeave,
  };
  if (input.multiline && !input.secret) return <textarea {...shared} rows={4} />;
  return (
    <input
      {...shared} type={input.secret && !shown ? 'password' : FIELD[input.format]} inputMode={input.format === 'number' ? 'decimal' : undefined}
      autoComplete={input.secret ? 'new-password' : 'off'} spellCheck={false}
      onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
    />
  );
}

function DecideReview({ card, open, live, respond }: Props<ReviewCard> & { open: boolean }) {
  const { t } = useStrings();
  const id = useId();
  const [comment, setComment] = useState<string>();
  const [missing, setMissing] = useState(false);
  const [typing, setTyping] = useState(false);
  const trimmed = comment?.trim() ?? '';
  const payload = trimmed === '' ? {} : { comment: trimmed };
  const changes = () => {
    if (trimmed === '') {
      setComment(comment ?? '');
      setMissing(comment !== undefined);
    } else respond({ type: 'review', decision: 'request_changes', ...payload });
  };
  const approve = () => { respond({ type: 'review', decision: 'approve', ...payload }); };
  return (
    <>
      {comment !== undefined && (
        <div className="field">
          <label htmlFor={id}>{t.card.comment}</label>
          <textarea id={id} className="input" rows={3} autoFocus maxLength={LIMITS.PARAGRAPH} placeholder={t.card.commentPlaceholder} value={comment} aria-invalid={missing && trimmed === '' ? true : undefined} onChange={(event) => { setComment(event.target.value); }} />
          {missing && trimmed === '' && <p className="err" role="alert"><Icon name="alert" />{t.card.commentNeeded}</p>}
        </div>
      )}
      <div className="decide-row">
        <Button look={trimmed === '' ? 'strong' : 'primary'} large disabled={!open} onClick={changes}>{t.card.requestChanges}</Button>
        <Commit card={card} label={t.card.reviewApprove} live={live} typing={typing} onDone={approve} look={trimmed === '' ? 'primary' : 'plain'} />
      </div>
      {typing && <div className="mt4"><TypeToConfirm label={t.card.reviewApprove} live={live} onDone={approve} /></div>}
      <Note card={card}><TypeSwitch card={card} typing={typing} onChange={setTyping} /></Note>
    </>
  );
}
