import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Overlays } from './features/app/Overlays';
import { Broken } from './features/app/Broken';
import { CreateWorkspace } from './features/auth/CreateWorkspace';
import { Gate } from './features/auth/Gate';
import { LinkPage } from './features/auth/LinkPage';
import { SignIn } from './features/auth/SignIn';
import { InboxPage } from './features/inbox/InboxPage';
import { TopBar } from './features/app/Phone';
import { Shell } from './features/app/Shell';
import { useStrings } from './strings';
import { useController, useSelect } from './sync/hooks';

/* The inbox comes with the first load; the other pages when they are asked for (the service worker has them by then). */
const ConversationPage = lazy(() => import('./features/conversations/ConversationPage').then((m) => ({ default: m.ConversationPage })));
const ConversationsPage = lazy(() => import('./features/conversations/ConversationsPage').then((m) => ({ default: m.ConversationsPage })));
const AgentsPage = lazy(() => import('./features/agents/AgentsPage').then((m) => ({ default: m.AgentsPage })));
const SearchPage = lazy(() => import('./features/search/SearchPage').then((m) => ({ default: m.SearchPage })));
const SettingsPage = lazy(() => import('./features/settings/SettingsPage').then((m) => ({ default: m.SettingsPage })));
const TasksPage = lazy(() => import('./features/tasks/TasksPage').then((m) => ({ default: m.TasksPage })));

export function App() {
  const { t } = useStrings();
  const controller = useController();
  const session = useSelect((state) => state.session);
  const [location] = useLocation();
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
  useEffect(() => {
    if (known) void controller.open(id);
  }, [controller, id, known]);
  if (!known) return <Redirect to="~/" replace />;
  if (open !== id) return null;
  return (
    <Broken>
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
