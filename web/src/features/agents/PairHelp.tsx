import { useStrings } from '../../strings';
import { Fold } from '../../ui/bits';
import { INSTALL, isLocal, serverOf, type AgentKind } from './pairing';

/** What the terminal may say, as the command prints it, and what to do then. */
const SAYS = {
  missing: 'lineup: command not found', reach: 'cannot be reached', unknown: 'no such pairing code', used: 'used already / has expired',
  paired: 'Paired with …', folder: '… is agent … of … Nothing was changed', module: 'there is no module …', proxy: 'not connected: …',
} as const;

/** For whoever waits in vain: the causes told apart by what the terminal says. */
export function PairHelp({ kind }: { kind: AgentKind }) {
  const { t } = useStrings();
  const base = document.baseURI;
  const help = t.pairing.help;
  const todo: [keyof typeof SAYS, string][] = [
    ['missing', help.missing(INSTALL)],
    ['reach', isLocal(base) ? help.reachLocal(serverOf(base)) : help.reach(serverOf(base))],
    ['unknown', help.unknown],
    ['used', help.used],
    ['folder', kind === 'demo' ? help.folderDemo : help.folder],
    ...(kind === 'demo' ? [] : [['paired', help.paired], ['module', help.module]] as [keyof typeof SAYS, string][]),
    ['proxy', help.silent],
  ];
  return (
    <div className="pair-help">
      <Fold title={t.pairing.helpTitle}>
        <p className="s13 t2">{t.pairing.helpSay}</p>
        <dl>
          {todo.map(([cause, words]) => <div key={cause}><dt><code>{SAYS[cause]}</code></dt><dd>{words}</dd></div>)}
        </dl>
      </Fold>
    </div>
  );
}
