import './styles/index.css';
import './ui/ui.css';
import './ui/lists.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { holdBuild } from './features/app/build';
import { followKeyboard } from './features/app/keyboard';
import { fetchFor, isHere } from './features/app/pages';
import { placeNow, Places } from './features/app/Place';
import { startTheme } from './features/app/theme';
import { firstLanguage, StringsProvider } from './strings';
import { Controller } from './sync/controller';
import { ControllerContext } from './sync/hooks';

startTheme();
followKeyboard();
const controller = new Controller();
void controller.start();
fetchFor(placeNow());
holdBuild();

const root = document.getElementById('root');
const language = firstLanguage();
if (root) {
  void language.then((first) => {
    createRoot(root).render(
      <StrictMode>
        <ControllerContext value={controller}>
          <StringsProvider first={first}>
            <Places ready={isHere}><App /></Places>
          </StringsProvider>
        </ControllerContext>
      </StrictMode>,
    );
  });
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => undefined);
}
