import { useState } from 'react';
import { useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { toast } from '../../ui/Toast';
import { Confirm } from '../app/Confirm';
import { useMayAct } from '../app/names';
import { Loaded } from './Loaded';
import { NewToken } from './NewToken';
import { useLoaded } from './useLoaded';

type Token = { id: string; name: string; createdAt: string; lastUsedAt?: string; expiresAt?: string };

/** Tokens with which a program of mine acts as me in this workspace. */
export function Tokens() {
  const { t } = useStrings();
  const mayAct = useMayAct();
  if (!mayAct) return <Section title={t.settings.tokens}><p className="s13 t2 setlead">{t.settings.tokensViewer}</p></Section>;
  return <OwnTokens />;
}

function OwnTokens() {
  const { t } = useStrings();
  const controller = useController();
  const workspaceId = useSelect((state) => state.workspaceId);
  const base = `api/workspaces/${workspaceId}/tokens`;
  const { value, error, reload } = useLoaded(async () => (await controller.api.get<{ tokens: Token[] }>(base)).tokens);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  const revoke = async (token: Token) => {
    await controller.api.post(`${base}/${token.id}/revoke`);
    toast({ text: t.settings.tokenRevoked });
    await reload();
  };
  return (
    <Section title={t.settings.tokens} count={value?.length} aside={<Button icon="plus" onClick={() => { setMaking(true); }}>{t.settings.newToken}</Button>}>
      <p className="s13 t2 setlead">{t.settings.tokensSay}</p>
      <Loaded value={value} error={error}>
        {(tokens) => (tokens.length === 0
          ? <p className="s13 t3">{t.settings.noTokens}</p>
          : <ul>{tokens.map((token) => <TokenLine key={token.id} token={token} onRevoke={() => { setRevoking(token); }} />)}</ul>)}
      </Loaded>
      {making && <NewToken base={base} onMade={() => { void reload(); }} onClose={() => { setMaking(false); }} />}
      {revoking && (
        <Confirm title={t.settings.revokeTitle(revoking.name)} say={t.settings.revokeSay} label={t.settings.revoke} onConfirm={() => revoke(revoking)} onClose={() => { setRevoking(undefined); }} />
      )}
    </Section>
  );
}

function TokenLine({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { t, f } = useStrings();
  const now = useNow(60_000);
  return (
    <li className="setline">
      <div>
        <Plain text={token.name} />
        <p>
          {token.lastUsedAt === undefined ? t.settings.neverUsed : t.settings.usedAt(f.when(token.lastUsedAt, now))}{t.sep}
          {token.expiresAt === undefined ? t.settings.noExpiry : t.settings.expires(f.when(token.expiresAt, now))}
        </p>
      </div>
      <Button look="danger" onClick={onRevoke}>{t.settings.revoke}</Button>
    </li>
  );
}
