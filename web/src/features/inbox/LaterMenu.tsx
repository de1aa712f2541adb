import type { Interaction } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import type { Strings } from '../../strings/zh';
import type { Formats } from '../../strings/formats';
import type { Controller } from '../../sync/controller';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { IconButton } from '../../ui/Button';
import { Menu } from '../../ui/Menu';
import { toast } from '../../ui/Toast';
import { choicesOf, type Later } from './later';

/** Put a card aside until a time or until its agent is there. Only the badge and my list change; nobody is told. */
export function LaterMenu({ interaction, then }: { interaction: Interaction; then?: () => void }) {
  const { t, f } = useStrings();
  const controller = useController();
  const now = useNow(60_000);
  const agent = useSelect((state) => own(state.world.agents, interaction.agentId));
  const choices = choicesOf(interaction.card, agent, now);
  if (choices.length === 0) return null;
  const pick = (later: Later) => {
    controller.mine.set('snooze', interaction.id, later.value);
    toast({ text: asideWords(t, f, later.at, now), action: { label: t.inbox.undo, run: () => { controller.mine.set('snooze', interaction.id, null); } } });
    then?.();
  };
  return (
    <Menu
      trigger={<IconButton icon="later" label={t.inbox.later} data-later={interaction.id} />}
      entries={choices.map((later) => ({
        onPick: () => { pick(later); },
        text: <><span className="grow">{t.inbox.laterFor[later.word]}</span>{later.at !== undefined && <time className="t3 s12">{f.when(later.at, now)}</time>}</>,
      }))}
    />
  );
}

/** "Comes back tomorrow 09:00". */
export const asideWords = (t: Strings, f: Formats, at: number | undefined, now: number): string =>
  (at === undefined || at === Number.POSITIVE_INFINITY ? t.inbox.backOnline : t.inbox.backAt(f.when(at, now)));

export function bringBack(controller: Controller, id: string): void {
  controller.mine.set('snooze', id, null);
}
