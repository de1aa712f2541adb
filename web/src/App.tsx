import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Overlays } from './features/app/Overlays';
import { Broken } from './features/app/Broken';
import { dropOldBuilds } from './features/app/build';
import { AgentsPage, ConversationPage, ConversationsPage, SearchPage, SettingsPage, TasksPage } from './features/app/pages';
import { CreateWorkspace } from './features/auth/CreateWorkspace';
import { Gate } from './features/auth/Gate';
import { LinkPage } from './features/auth/LinkPage';
import { SignIn } from './features/auth/SignIn';
import { InboxPage } from './features/inbox/InboxPage';
import { TopBar } from './features/app/Phone';
import { Shell } from './features/app/Shell';
import { useTint } from './features/app/tint';
import { useStrings } from './strings';
import { useController, useSelect } from './sync/hooks';
import { fetchAll } from './ui/later';

export function App() {
  const { t } = useStrings();
  const controller = useController();
  const session = useSelect((state) => state.session);
  const [location] = useLocation();
  useTint();
  if (location.startsWith('/link/')) {
    const token = decodeURIComponent(location.slice('/link/'.length));
    return <LinkPage key={token} token={token} />;
  }
  if (session.phase === 'starting') return <Gate title={t.auth.starting} busy />;
  if (session.phase === 'signedOut') return <SignIn reason={session.reason} />;
  const workspace = controller.session.lastWorkspace();
  if (workspace === undefined) return <CreateWorkspace />;
  return (
    <Switch>
      <Route path="/new"><CreateWorkspace another /></Route>
      <Route path="/w/:workspace" nest>{({ workspace: id }) => <WorkspaceRoutes id={id} />}</Route>
      <Route><Redirect to={`/w/${workspace}/inbox`} replace /></Route>
    </Switch>
  );
}

function WorkspaceRoutes({ id }: { id: string }) {
  const controller = useController();
  const open = useSelect((state) => state.workspaceId);
  const known = useSelect((state) => state.session.phase === 'signedIn' && state.session.workspaces.some((one) => one.id === id));
  const [place] = useLocation();
  const inStep = useSelect((state) => state.sync.phase === 'live');
  useEffect(() => {
    if (known) void controller.open(id);
  }, [controller, id, known]);
  useEffect(() => {
    if (inStep) void fetchAll().then(dropOldBuilds);
  }, [inStep]);
  if (!known) return <Redirect to="~/" replace />;
  if (open !== id) return null;
  return (
    <Broken place={place}>
      <Suspense fallback={<Shell topbar={<TopBar title="" />}>{null}</Shell>}>
        <Switch>
          <Route path="/inbox/:card?">{({ card }) => <InboxPage open={card} />}</Route>
          <Route path="/conversations"><ConversationsPage /></Route>
          <Route path="/conversations/:id/at/:sequence">{(p) => <ConversationPage key={p.id} id={p.id} at={Number(p.sequence)} />}</Route>
          <Route path="/conversations/:id/:task?">{(p) => <ConversationPage key={p.id} id={p.id} taskId={p.task} />}</Route>
          <Route path="/tasks/:id?">{(p) => <TasksPage open={p.id} />}</Route>
          <Route path="/agents/:id?">{(p) => <AgentsPage open={p.id} />}</Route>
          <Route path="/search/*?"><SearchPage /></Route>
          <Route path="/settings/:part?">{(p) => <SettingsPage part={p.part} />}</Route>
          <Route><Redirect to="/inbox" replace /></Route>
        </Switch>
      </Suspense>
      <Overlays />
    </Broken>
  );
}
