import { useStrings } from '../../strings';
import { Button } from '../../ui/Button';
import type { AgentKind } from '../agents/pairing';

/** Nothing is connected yet: what to do, in order. */
export function FirstRun({ onPair }: { onPair: (kind: AgentKind) => void }) {
  const { t } = useStrings();
  return (
    <div className="first">
      <h1>{t.first.title}</h1>
      <p>{t.first.lead}</p>
      <ol className="go">
        <li className="now">
          <span className="n">1</span>
          <div>
            <h2>{t.first.connect}</h2>
            <p>{t.first.connectSay}</p>
            <div className="acts">
              <Button look="primary" large onClick={() => { onPair('generic'); }}>{t.agents.connect}</Button>
              <Button large onClick={() => { onPair('demo'); }}>{t.agents.tryDemo}</Button>
            </div>
          </div>
        </li>
        <li><span className="n">2</span><div><h2>{t.first.task}</h2><p>{t.first.taskSay}</p></div></li>
        <li><span className="n">3</span><div><h2>{t.first.decide}</h2><p>{t.first.decideSay}</p></div></li>
      </ol>
    </div>
  );
}
