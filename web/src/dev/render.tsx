/** For tests: a component inside the app's providers, on a store with the fixture. Nothing is sent anywhere. */
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { StringsProvider } from '../strings';
import { en } from '../strings/en';
import { Api } from '../sync/api';
import { Controller } from '../sync/controller';
import { ControllerContext } from '../sync/hooks';
import { Store } from '../sync/store';
import { fixture } from './fixture';

export function renderApp(element: ReactElement, controller = new Controller(new Store(fixture(false)), new Api(() => 'http://127.0.0.1:9/'), null)) {
  const { hook } = memoryLocation({ path: '/inbox' });
  const view = render(
    <ControllerContext value={controller}>
      <StringsProvider first={{ locale: 'en', t: en }}><Router hook={hook}>{element}</Router></StringsProvider>
    </ControllerContext>,
  );
  const sent = () => controller.store.get().outbox.map((item) => item.command);
  return { ...view, controller, sent };
}
