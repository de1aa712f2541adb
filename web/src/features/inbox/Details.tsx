import { useStrings } from '../../strings';
import { Fold } from '../../ui/bits';
import { Code } from '../../ui/Code';
import { Plain } from '../../ui/Plain';

/** The agent's details, folded: plain values as a table, everything else as JSON. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const { t } = useStrings();
  const entries = Object.entries(details);
  const flat = entries.filter(([, value]) => typeof value !== 'object' || value === null);
  const deep = entries.filter(([, value]) => typeof value === 'object' && value !== null);
  return (
    <>
      {flat.length > 0 && (
        <Fold title={t.card.details} aside={String(flat.length)}>
          <dl className="facts">
            {flat.map(([key, value]) => <div key={key}><dt><Plain text={key} /></dt><dd><Plain text={String(value)} lines /></dd></div>)}
          </dl>
        </Fold>
      )}
      {deep.map(([key, value]) => (
        <Fold key={key} title={<Plain text={key} />} aside={Array.isArray(value) ? String(value.length) : 'JSON'}>
          {isTexts(value) ? <ul className="s13">{value.map((line, i) => <li key={i}><code><Plain text={line} /></code></li>)}</ul> : <Code text={JSON.stringify(value, null, 2)} language="json" />}
        </Fold>
      ))}
    </>
  );
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
