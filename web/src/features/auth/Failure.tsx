import { errorText, useStrings } from '../../strings';
import { ApiError } from '../../sync/api';
import { Callout, CopyButton } from '../../ui/bits';

/** What failed, by code; the next step; and a diagnostic code to copy. */
export function Failure({ error }: { error: unknown }) {
  const { t } = useStrings();
  if (error === undefined) return null;
  const code = error instanceof ApiError ? error.code : 'unknown';
  const diagnostic = error instanceof ApiError ? error.diagnostic : undefined;
  return (
    <Callout tone="danger" icon="failed" role="alert">
      <p>{errorText(t, code)}</p>
      {diagnostic !== undefined && (
        <p className="s12 t2">{t.errors['diagnostic']} <code>{diagnostic}</code> <CopyButton className="btn--ghost btn--sm" text={diagnostic} label={t.errors['copyDiagnostic']} /></p>
      )}
    </Callout>
  );
}
