/** `dev.html`: every page with the fixture instead of a server. `?empty` first run, `?out` signed out, `?theme=`, `?lang=`. */
import '../styles/index.css';
import '../ui/ui.css';
import '../ui/lists.css';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { App } from '../App';
import { applyTheme } from '../features/app/theme';
import { StringsProvider } from '../strings';
import { en } from '../strings/en';
import { zh } from '../strings/zh';
import { Controller } from '../sync/controller';
import { ControllerContext } from '../sync/hooks';
import { Store } from '../sync/store';
import { fixture } from './fixture';

const query = new URLSearchParams(location.search);
applyTheme(query.get('theme') === 'dark' ? 'dark' : 'light');
const state = fixture(query.has('empty'));
const controller = new Controller(new Store(query.has('out') ? { ...state, session: { phase: 'signedOut' } } : state));
// For scripts that look at a page in a state of their own.
Object.assign(window, { controller });
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ControllerContext value={controller}>
      <StringsProvider first={query.get('lang') === 'en' ? { locale: 'en', t: en } : { locale: 'zh', t: zh }}>
        <Router hook={useHashLocation}><App /></Router>
      </StringsProvider>
    </ControllerContext>,
  );
}
