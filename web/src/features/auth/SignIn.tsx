import { useState } from 'react';
import { errorText, useStrings } from '../../strings';
import { useController } from '../../sync/hooks';
import { Callout } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { isComposing } from '../../ui/ime';
import { Failure } from './Failure';
import { Gate } from './Gate';
import { useTry } from './useTry';

/** `mailed`: the code goes out by mail; else it waits where the server runs. */
type Sent = { to: string; mailed: boolean };

export function SignIn({ reason }: { reason?: string | undefined }) {
  const { t, locale } = useStrings();
  const { session } = useController();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<Sent>();
  const { busy, error, run } = useTry();
  const ask = () => run(async () => {
    const to = email.trim();
    setSent({ to, mailed: await session.requestCode(to, locale) });
  });
  if (sent !== undefined) {
    return <EnterCode sent={sent} onBack={() => { setSent(undefined); }} onAgain={ask} />;
  }
  return (
    <Gate title={t.auth.title} lead={t.auth.lead}>
      {reason === 'network' && <Callout tone="waiting" icon="interrupted">{t.auth.offline}</Callout>}
      {reason !== undefined && reason !== 'network' && <Callout tone="waiting" icon="info">{errorText(t, 'credential_invalid')}</Callout>}
      <form noValidate className="gate-box" onSubmit={(event) => { event.preventDefault(); void ask(); }}>
        <div className="field">
          <label htmlFor="email">{t.auth.email}</label>
          <input
            id="email" className="input" type="email" autoComplete="email" required placeholder={t.auth.emailPlaceholder}
            value={email} onChange={(event) => { setEmail(event.target.value); }}
            onKeyDown={(event) => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault(); }}
          />
        </div>
        <Failure error={error} />
        <Button type="submit" look="primary" large busy={busy} disabled={busy || email.trim() === ''}>{busy ? t.auth.sending : t.auth.getCode}</Button>
      </form>
    </Gate>
  );
}

function EnterCode({ sent, onBack, onAgain }: { sent: Sent; onBack: () => void; onAgain: () => Promise<void> }) {
  const { t } = useStrings();
  const { session } = useController();
  const [code, setCode] = useState('');
  const { busy, error, run } = useTry();
  const submit = (value: string) => { void run(() => session.verify(sent.to, value)); };
  return (
    <Gate title={sent.mailed ? t.auth.codeTitle : t.auth.codeKeptTitle} lead={sent.mailed ? t.auth.codeSent(sent.to) : t.auth.codeKept(sent.to)}>
      <form noValidate className="gate-box" onSubmit={(event) => { event.preventDefault(); submit(code); }}>
        <div className="field">
          <label htmlFor="code">{t.auth.code}</label>
          <input
            id="code" className="input code-input" inputMode="numeric" autoComplete="one-time-code" autoFocus maxLength={12} value={code}
            onChange={(event) => { setCode(event.target.value.replace(/\s/g, '')); }}
          />
        </div>
        <Failure error={error} />
        <Button type="submit" look="primary" large busy={busy} disabled={busy || code.length < 6}>{busy ? t.auth.signingIn : t.auth.signIn}</Button>
        <div className="acts s13">
          <button type="button" className="link" onClick={onBack}>{t.auth.otherEmail}</button>
          <button type="button" className="link push" onClick={() => { void onAgain(); }}>{t.auth.resend}</button>
        </div>
      </form>
    </Gate>
  );
}
