import { useEffect, useRef, useState } from 'react';
import { useStrings } from '../../strings';
import { useController, useSelect } from '../../sync/hooks';
import { Meter } from '../../ui/bits';
import { Button } from '../../ui/Button';
import { Section } from '../../ui/Pane';
import { Plain } from '../../ui/Plain';
import { Failure } from '../auth/Failure';
import { useTry } from '../auth/useTry';
import { readLog, save, type Progress } from './exportLog';
import { Line } from './Line';

/** The workspace, and everything that happened in it as a file. */
export function Data() {
  const { t } = useStrings();
  const controller = useController();
  const workspaceId = useSelect((state) => state.workspaceId);
  const name = useSelect((state) => state.world.workspace?.name ?? '');
  const [progress, setProgress] = useState<Progress>();
  const { busy, error, run } = useTry();
  const lines = useRef<string[]>([]);
  const turn = useRef(0);
  useEffect(() => () => { turn.current += 1; }, []);
  const download = () => run(async () => {
    const mine = ++turn.current;
    const gone = () => mine !== turn.current;
    await readLog(controller.api, workspaceId ?? '', lines.current, setProgress, gone);
    if (gone()) return;
    save(lines.current, `lineup-${new Date(controller.serverNow()).toISOString().slice(0, 10)}.jsonl`);
    lines.current = [];
    setProgress(undefined);
  });
  const stop = () => {
    turn.current += 1;
    lines.current = [];
    setProgress(undefined);
  };
  return (
    <Section title={t.settings.data}>
      <Line title={t.settings.workspace} say={<Plain text={name} />} />
      <Line title={t.settings.export} say={t.settings.exportSay}>
        {busy ? <Button onClick={stop}>{t.common.cancel}</Button> : <Button onClick={() => { void download(); }}>{error === undefined ? t.settings.exportDo : t.settings.exportGoOn}</Button>}
      </Line>
      {progress && (
        <div className="setprogress s13 t2" role="status">
          <Meter value={progress.of === 0 ? 100 : (progress.done / progress.of) * 100} />
          {t.settings.exported(progress.done, progress.of)}
        </div>
      )}
      <Failure error={error} />
    </Section>
  );
}
