import { lazy, Suspense, type ComponentProps } from 'react';

const Dialog = lazy(() => import('./PairingDialog'));
const Confirm = lazy(() => import('./Ready').then((m) => ({ default: m.ConfirmAgent })));

/** The pairing dialog, loaded when it is first opened (its QR code is needed nowhere else). */
export function PairingDialog(props: ComponentProps<typeof Dialog>) {
  return <Suspense fallback={null}><Dialog {...props} /></Suspense>;
}

/** Name and confirm, loaded when it is first asked for. */
export function ConfirmAgent(props: ComponentProps<typeof Confirm>) {
  return <Suspense fallback={null}><Confirm {...props} /></Suspense>;
}
