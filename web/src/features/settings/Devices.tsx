import { useState } from 'react';
import { useStrings } from '../../strings';
import type { Controller } from '../../sync/controller';
import { useController, useNow } from '../../sync/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Section } from '../../ui/Pane';
import { toast } from '../../ui/Toast';
import { Confirm } from '../app/Confirm';
import { Loaded } from './Loaded';
import { useLoaded } from './useLoaded';

type Device = { id: string; device: string; createdAt: string; lastUsedAt: string; current: boolean };

const read = async (controller: Controller): Promise<Device[]> => {
  const { sessions } = await controller.api.get<{ sessions: Device[] }>('api/me/sessions');
  return sessions.sort((a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt));
};

/** Where I am signed in, and ending that. */
export function Devices() {
  const { t, f } = useStrings();
  const controller = useController();
  const now = useNow(60_000);
  const { value, error, reload } = useLoaded(() => read(controller));
  const [ending, setEnding] = useState<Device | 'others'>();
  const end = async (what: Device | 'others') => {
    await controller.api.post(what === 'others' ? 'api/me/sessions/end-all' : `api/me/sessions/${what.id}/end`, what === 'others' ? { exceptCurrent: true } : {});
    toast({ text: t.settings.deviceEnded });
    await reload();
  };
  const others = value?.some((device) => !device.current) ?? false;
  return (
    <Section title={t.settings.devices} count={value?.length} aside={others && <Button onClick={() => { setEnding('others'); }}>{t.settings.endOthers}</Button>}>
      <p className="s13 t2 setlead">{t.settings.devicesSay}</p>
      <Loaded value={value} error={error}>
        {(devices) => (
          <ul>
            {devices.map((device) => (
              <li className="setline" key={device.id}>
                <Icon name="browser" size={20} className="t3" />
                <div>{device.device || t.settings.unknownDevice}<p>{device.current ? t.settings.usedNow : t.settings.usedAt(f.when(device.lastUsedAt, now))}{t.sep}{t.settings.since(f.when(device.createdAt, now))}</p></div>
                {device.current ? <span className="s13 t2">{t.settings.thisDevice}</span> : <Button onClick={() => { setEnding(device); }}>{t.settings.signOut}</Button>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {ending !== undefined && (
        <Confirm
          title={ending === 'others' ? t.settings.endOthersTitle : t.settings.endTitle(ending.device || t.settings.unknownDevice)} say={t.settings.endSay}
          label={t.settings.signOut} onConfirm={() => end(ending)} onClose={() => { setEnding(undefined); }}
        />
      )}
    </Section>
  );
}
