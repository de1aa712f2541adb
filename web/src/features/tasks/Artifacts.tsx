import type { Artifact } from '../../lap/types';
import { useStrings } from '../../strings';
import { Links } from '../../ui/Links';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';

/** What came out of the task: files to look at and to save, pictures shown, links with where they lead. */
export function Artifacts({ artifacts }: { artifacts: readonly Artifact[] }) {
  const { t } = useStrings();
  if (artifacts.length === 0) return null;
  return (
    <Section title={t.tasks.artifacts} count={artifacts.length} level={3}>
      <Links links={artifacts} label={t.tasks.artifacts} className="artifacts" end={({ summary }) => summary !== undefined && <small><Plain text={summary} lines /></small>} />
    </Section>
  );
}
