import { errorText, useStrings } from '../../strings';
import { Callout } from '../../ui/bits';
import { Button } from '../../ui/Button';
import type { CardUse } from './useCard';

/** Above the controls: the card is another one than was shown, or the last answer was refused and may be given anew. */
export function Refusal({ use, compact }: { use: CardUse; compact?: boolean }) {
  const { t } = useStrings();
  const space = compact ? 'field mt2' : 'field';
  if (use.changed) {
    return (
      <div className={space} role="alert">
        <Callout tone="waiting" icon="diff">{use.refusal === 'digest_mismatch' ? t.card.changed : t.card.changedOpen}</Callout>
        {use.mayAct && <Button look={compact ? 'plain' : 'strong'} onClick={use.sawChange}>{t.card.seeNew}</Button>}
      </div>
    );
  }
  if (use.refusal === undefined) return null;
  return <div className={space}><Callout tone="danger" icon="failed" role="alert">{t.card.refused(errorText(t, use.refusal))}</Callout></div>;
}
