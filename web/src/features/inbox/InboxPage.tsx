import { useState } from 'react';
import { useLocation } from 'wouter';
import { own } from '../../lap/own';
import { useStrings } from '../../strings';
import { useSelect } from '../../sync/hooks';
import { Blank } from '../../ui/bits';
import { ButtonLink } from '../../ui/Button';
import { MainPane, PaneBody } from '../../ui/Pane';
import { ConfirmAgent, PairingDialog } from '../agents/LazyPairing';
import type { AgentKind } from '../agents/pairing';
import { useWaiting } from '../app/counts';
import { TopBar } from '../app/Phone';
import { Shell } from '../app/Shell';
import { Unready } from '../app/Unready';
import { FirstRun } from './FirstRun';
import { LaterMenu } from './LaterMenu';
import { Lists } from './Lists';
import { NowRail } from './NowRail';
import { OpenCard } from './OpenCard';
import './inbox.css';

export function InboxPage({ open }: { open: string | undefined }) {
  const { t } = useStrings();
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const hasAgents = useSelect((state) => Object.values(state.world.agents).some((agent) => agent.confirmed));
  // The dialog outlives the page it was opened from: that page is gone once the agent is confirmed.
  const [pairing, setPairing] = useState<AgentKind>();
  const [confirming, setConfirming] = useState<string>();
  const named = useSelect((state) => own(state.world.agents, confirming));
  if (open === undefined && (pairing !== undefined || named !== undefined || (ready && !hasAgents))) {
    return (
      <Shell topbar={<TopBar title={t.inbox.title} />}>
        <MainPane width={560} head={<h1>{t.inbox.title}</h1>}><FirstRun onPair={setPairing} onConfirm={setConfirming} /></MainPane>
        {pairing !== undefined && <PairingDialog kind={pairing} onClose={() => { setPairing(undefined); }} />}
        {named && <ConfirmAgent agent={named} onClose={() => { setConfirming(undefined); }} />}
      </Shell>
    );
  }
  if (open !== undefined) return <WithCard id={open} />;
  return (
    <Shell topbar={<TopBar title={t.inbox.title} />} panes="rail">
      <MainPane width={776} head={<h1>{t.inbox.title}</h1>}>{ready ? <Lists open={undefined} /> : <Unready rows={4} />}</MainPane>
      <NowRail />
    </Shell>
  );
}

function WithCard({ id }: { id: string }) {
  const { t } = useStrings();
  const ready = useSelect((state) => state.sync.epoch !== undefined);
  const interaction = useSelect((state) => own(state.world.interactions, id));
  const waiting = useWaiting();
  const at = waiting.findIndex((one) => one.id === id);
  const near = (step: number) => waiting[at + step]?.id;
  const title = interaction ? t.kindTitle[interaction.card.type] : t.inbox.title;
  const [, navigate] = useLocation();
  const [before, after] = at < 0 ? [undefined, waiting[0]?.id] : [near(-1), near(1)];
  const later = interaction && at >= 0 && <LaterMenu interaction={interaction} then={() => { navigate(after === undefined || after === id ? '/inbox' : `/inbox/${after}`); }} />;
  return (
    <Shell topbar={<TopBar title={title} back="/inbox" plain action={later} />} panes="card" deep>
      <section className="pane list-pane" aria-label={t.inbox.title}>
        <div className="pane-head"><h2>{t.inbox.title}</h2></div>
        <PaneBody>{ready ? <Lists open={id} /> : <Unready rows={4} />}</PaneBody>
      </section>
      <main className="pane card-pane" id="main" tabIndex={-1}>
        <div className="pane-head no-phone">
          <ButtonLink look="ghost" icon="back" className="only-mid" href="/inbox">{t.inbox.title}</ButtonLink>
          <h2 className="t2">{title}</h2>
          <span className="push acts">
            {at >= 0 && <span className="s12 t3 num">{t.card.position(at + 1, waiting.length)}</span>}
            {later}
            {before !== undefined && <ButtonLink look="ghost" icon="back" href={`/inbox/${before}`} label={t.card.previous} />}
            {after !== undefined && after !== id && <ButtonLink look="ghost" icon="right" href={`/inbox/${after}`} label={t.card.nextCard} />}
            <ButtonLink look="ghost" icon="x" href="/inbox" label={t.common.close} />
          </span>
        </div>
        <PaneBody>
          {interaction ? <div className="col"><OpenCard key={id} interaction={interaction} /></div> : ready ? <Blank title={t.card.gone} level={1} /> : <Unready />}
        </PaneBody>
      </main>
    </Shell>
  );
}
