import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Agent } from '../../lap/types';
import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { revealed } from '../../ui/plain';
import { TaskForm } from '../tasks/NewTask';
import { NameAgent } from './NameAgent';

/** The agent is confirmed: on to a first task. */
export function Ready({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useStrings();
  const [, navigate] = useLocation();
  const [talking, setTalking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  // One dialog for both: one that closes would take the focus back to what is behind it.
  return (
    <Dialog open onClose={onClose} title={talking ? t.first.task : t.pairing.doneTitle(revealed(agent.name))} intro={talking ? undefined : t.pairing.doneSay} initialFocus={first}>
      {talking ? <TaskForm agentId={agent.id} onClose={onClose} /> : (
        <div className="dialog-acts">
          <Button onClick={() => { onClose(); navigate('/agents'); }}>{t.pairing.later}</Button>
          <Button look="primary" ref={first} onClick={() => { setTalking(true); }}>{t.pairing.startTask}</Button>
        </div>
      )}
    </Dialog>
  );
}

/** Name an agent that waits for it, then on to a first task. */
export function ConfirmAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t } = useStrings();
  if (agent.confirmed) return <Ready agent={agent} onClose={onClose} />;
  return <Dialog open onClose={onClose} title={t.agents.confirmTitle(revealed(agent.name))}><NameAgent agent={agent} /></Dialog>;
}
