import type { Link, Task } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Links } from '../../ui/Links';
import { Markdown } from '../../ui/Markdown';
import { Section } from '../../ui/Pane';

const NONE: readonly Link[] = [];

/** The links that came with the request. They are in the log only, which the pane loads. */
export function useRequestLinks(taskId: string): readonly Link[] {
  return useSelect((state) => {
    const created = own(state.pages, `tasks/${taskId}`)?.events.find((event) => event.type === 'task.created' && event.taskId === taskId);
    return created?.type === 'task.created' ? (created.payload.attachments ?? NONE) : NONE;
  });
}

/** What was asked for, beyond the title: the whole text, and the links that came with it. */
export function Request({ task }: { task: Task }) {
  const { t } = useStrings();
  const links = useRequestLinks(task.id);
  const text = task.description?.trim() === task.title ? undefined : task.description;
  if (text === undefined && links.length === 0) return null;
  return (
    <Section title={t.tasks.description} level={3}>
      <div className="request">
        {text !== undefined && <Markdown text={text} />}
        {links.length > 0 && <Links links={links} />}
      </div>
    </Section>
  );
}
