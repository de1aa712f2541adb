import { useState } from 'react';
import { cancelUnderWay, refusedCancel, requestCancel } from '../../actions/tasks';
import { isTerminal } from '../../lap/select';
import { LIMITS, type Task } from '../../lap/types';
import { errorText, useStrings } from '../../strings';
import { useController, useNow, useSelect } from '../../sync/hooks';
import { Callout } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { useMayAct, useNames } from '../app/names';

/** Ask to stop; the request is shown as a request. By force only when the agent had its time, and asked twice. */
export function Cancel({ task }: { task: Task }) {
  const { t, f } = useStrings();
  const controller = useController();
  const names = useNames();
  const mayAct = useMayAct();
  const now = useNow(1000);
  const asking = useSelect((state) => cancelUnderWay(state, task.id));
  const refused = useSelect((state) => refusedCancel(state, task.id));
  const [sure, setSure] = useState(false);
  if (isTerminal(task) || !mayAct || task.parentTaskId !== undefined) return null;
  const request = (force: boolean) => {
    if (refused) controller.sender.discard(refused.command.id);
    requestCancel(controller, task, force);
  };
  const why = refused && <p role="alert" className="err mt2">{errorText(t, refused.error?.code)}</p>;
  if (task.cancelRequestedAt === undefined) {
    return <div className="mt4"><Button busy={asking} disabled={asking} onClick={() => { request(false); }}>{asking ? t.tasks.cancelSending : t.tasks.requestCancel}</Button>{why}</div>;
  }
  const forceAt = Date.parse(task.cancelRequestedAt) + LIMITS.FORCE_CANCEL_SECONDS * 1000;
  const who = task.cancelRequestedBy ? names.actor(task.cancelRequestedBy) : t.system;
  return (
    <div className="mt4"><Callout tone="waiting" icon="cancelling">
      <p>{t.tasks.cancelRequested(who, f.clock(task.cancelRequestedAt))}</p>
      {now < forceAt ? <p className="t2">{t.tasks.forceSoon(f.span(forceAt - now + 999))}</p> : (
        <>
          <p className="t2">{t.tasks.forceHint}</p>
          <Button className="mt2" look="danger" busy={asking} disabled={asking} onClick={() => { if (sure) request(true); else setSure(true); }}>{sure ? `${t.tasks.force}?` : t.tasks.force}</Button>
          {why}
        </>
      )}
    </Callout></div>
  );
}
