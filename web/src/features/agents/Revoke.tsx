import { tasksOfAgent } from '../../lap/select';
import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Callout } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { revealed } from '../../ui/plain';
import { neverStarted } from './start';

/** Revoke, with its consequences named. One that never started is only taken away. Focus starts on the way back. */
export function Revoke({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useStrings();
  const controller = useController();
  const tasks = useSelect((state) => tasksOfAgent(state.world, agent.id).length);
  const idle = neverStarted(agent);
  return (
    <Dialog open onClose={onClose} title={idle ? t.agents.removeTitle(revealed(agent.name)) : t.agents.revokeTitle(revealed(agent.name))} intro={idle ? t.agents.removeSay : t.agents.revokeSay}>
      {tasks > 0 && <Callout tone="waiting" icon="alert">{t.agents.revokeTasks(tasks)}</Callout>}
      <div className="dialog-acts">
        <Button autoFocus onClick={onClose}>{t.common.cancel}</Button>
        <Button look="danger" onClick={() => { controller.send('agent.revoke', { agentId: agent.id }); onClose(); }}>{idle ? t.agents.remove : t.agents.revokeDo}</Button>
      </div>
    </Dialog>
  );
}
