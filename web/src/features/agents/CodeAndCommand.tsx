import { useStrings } from '../../strings';
import { useNow, useSelect } from '../../sync/hooks';
import { Callout, CopyButton, Fold, TimeLeft } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Qr } from '../../ui/Qr';
import { Command } from './Command';
import { CHECKOUT, commandOf, EXPIRED_CODE, INSTALL, isLocal, serverOf, type AgentKind, type PairState } from './pairing';
import { EXAMPLE } from './start';

const LAST_MINUTE = 60_000;

/** What to run, in order; the code that is in it, and what else may be needed, folded. */
export function CodeAndCommand({ state, kind, onAgain }: { state: PairState; kind: AgentKind; onAgain: () => void }) {
  const { t } = useStrings();
  const now = useNow(1000);
  const { made } = state;
  if (!made) return null;
  if (state.status === 'expired' || Date.parse(made.expiresAt) <= now) return <Expired onAgain={onAgain} />;
  const command = commandOf(kind, made.code, document.baseURI);
  return (
    <div className="pair">
      <div>
        <p className="label">{kind === 'demo' ? t.pairing.command : t.pairing.pairFirst}</p>
        <Command text={command} testId="pairing-command" />
        {kind === 'generic' && <RunOwn />}
        <div className="pair-code">
          <span className="label">{t.pairing.code}</span>
          <span className="mono" data-testid="pairing-code">{made.code}</span>
          <CopyButton text={made.code} label={t.pairing.copyCode} />
          <TimeLeft since={new Date(state.madeAt).toISOString()} until={made.expiresAt} soon={LAST_MINUTE} />
        </div>
        <div className="mt2">
          <Fold title={t.pairing.installTitle}>
            <p className="s13 t2">{t.pairing.install}</p>
            <Command text={INSTALL} testId="install-command" />
            <p className="s13 t2 mt2">{t.pairing.checkout}</p>
            <Command text={`${CHECKOUT} ${command.replace(/^lineup /, '')}`} testId="checkout-command" />
          </Fold>
        </div>
      </div>
      <PhoneCode />
    </div>
  );
}

/** The second command of one's own agent; its last word is to be filled in. */
function RunOwn() {
  const { t } = useStrings();
  return (
    <>
      <p className="label mt4">{t.pairing.then}</p>
      <Command text="lineup run" hole={t.agents.startHole} testId="run-command" />
      <p className="s12 t3 mt1">{t.agents.startExample} <code>{EXAMPLE}</code></p>
    </>
  );
}

/** The inbox on a phone: that is where the agent's questions are answered away from the desk. */
function PhoneCode() {
  const { t } = useStrings();
  const workspace = useSelect((state) => state.workspaceId);
  if (isLocal(document.baseURI)) return <p className="qr-box s12 t3">{t.pairing.qrLocal}</p>;
  return <div className="qr-box"><Qr text={`${serverOf(document.baseURI)}/#/w/${workspace ?? ''}/inbox`} label={t.pairing.qrLabel} /><p className="s12 t3">{t.pairing.qr}</p></div>;
}

function Expired({ onAgain }: { onAgain: () => void }) {
  const { t } = useStrings();
  return (
    <Callout tone="danger" icon="failed" role="alert">
      <p><b>{t.pairing.expired}</b></p>
      <p>{t.pairing.expiredSay}</p>
      <p className="s12 t2">{t.pairing.diagnostic} <code>{EXPIRED_CODE}</code></p>
      <Button className="mt2" look="primary" onClick={onAgain}>{t.pairing.again}</Button>
    </Callout>
  );
}
