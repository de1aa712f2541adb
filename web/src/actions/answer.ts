import type { Card, Interaction, Response } from '../lap/types';
import type { Controller } from '../sync/controller';
import type { Outgoing, State } from '../sync/state';

/** My answer to a card that is under way or was refused, if there is one. */
export function myAnswer(state: State, interactionId: string): Outgoing | undefined {
  return state.outbox.find(
    ({ command }) => command.type === 'interaction.respond' && command.payload.interactionId === interactionId,
  );
}

export const isSecret = (card: Card): boolean => card.type === 'input' && card.input.secret === true;

/** Answer a card as it was shown (`digest`). A second click while an answer is under way does nothing. */
export function answer(controller: Controller, interaction: Interaction, digest: string, response: Response): void {
  const before = myAnswer(controller.store.get(), interaction.id);
  if (before && before.state !== 'refused') return;
  if (before) controller.sender.discard(before.command.id);
  controller.send(
    'interaction.respond',
    { interactionId: interaction.id, digest, response },
    { conversationId: interaction.conversationId, ...(interaction.taskId === undefined ? {} : { taskId: interaction.taskId }) },
    { secret: isSecret(interaction.card) },
  );
}
