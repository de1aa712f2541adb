import { useState } from 'react';
import { useStrings } from '../../strings';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { shortcutsNow, useShortcutsOn, type Group } from '../../ui/keys';
import './palette.css';

const ORDER: readonly Group[] = ['list', 'card', 'write', 'app', 'go'];

/** The shortcuts that work on the page below, by what they are for. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useStrings();
  const on = useShortcutsOn();
  const [list] = useState(shortcutsNow);
  return (
    <Dialog open onClose={onClose} title={t.keys.title} intro={on ? t.keys.say : t.keys.off} wide>
      <div className="keysheet">
        {ORDER.map((group) => {
          const own = list.filter((one) => one.group === group);
          return own.length === 0 ? null : (
            <section key={group} aria-label={t.keys.groups[group]}>
              <h3>{t.keys.groups[group]}</h3>
              <dl>
                {own.map((one) => (
                  <div key={one.id}>
                    <dt>{t.keys.does[one.id]}</dt>
                    <dd>{[one.keys].flat().map((keys, i) => <span key={keys}>{i > 0 && <span className="t3 s12">{t.keys.or}</span>}<Keys keys={keys} /></span>)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
