import type { Actor } from '../../lap/types';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';

/** Names as I read them: I am "you". Names of others are raw: show them through `Plain`. */
export function useNames() {
  const { t } = useStrings();
  const me = useSelect((state) => (state.session.phase === 'signedIn' ? state.session.user.id : undefined));
  const agents = useSelect((state) => state.world.agents);
  return {
    isMe: (actor: Actor) => actor.id === me,
    actor: (actor: Actor): string => {
      if (actor.id === me) return t.you;
      if (actor.kind === 'system') return t.system;
      return (actor.kind === 'agent' ? own(agents, actor.id)?.name : undefined) ?? (actor.name || actor.id);
    },
    agent: (id: string): string => own(agents, id)?.name ?? id,
  };
}

/** Whether I may answer cards and give work: viewers may only read. */
export function useMayAct(): boolean {
  return useSelect((state) => {
    if (state.session.phase !== 'signedIn') return false;
    const { user, workspaces } = state.session;
    const role = state.world.workspace?.members.find((member) => member.userId === user.id)?.role
      ?? workspaces.find((one) => one.id === state.workspaceId)?.role;
    return role !== 'viewer';
  });
}
