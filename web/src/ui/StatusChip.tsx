import type { TaskFace } from '../lap/select';
import { useStrings } from '../strings';
import { Chip } from './bits';
import { AGENT_LOOK, TASK_LOOK, type AgentFace } from './status';

export function TaskChip({ face, plain }: { face: TaskFace; plain?: boolean }) {
  const { t } = useStrings();
  return <Chip {...TASK_LOOK[face]} plain={plain}>{t.task[face]}</Chip>;
}

export function AgentChip({ face, plain }: { face: AgentFace; plain?: boolean }) {
  const { t } = useStrings();
  return <Chip {...AGENT_LOOK[face]} plain={plain}>{t.agent[face]}</Chip>;
}
