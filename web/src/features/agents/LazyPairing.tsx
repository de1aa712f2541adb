import { lazy, Suspense, type ComponentProps } from 'react';

const Dialog = lazy(() => import('./PairingDialog'));

/** The pairing dialog, loaded when it is first opened (its QR code is needed nowhere else). */
export function PairingDialog(props: ComponentProps<typeof Dialog>) {
  return <Suspense fallback={null}><Dialog {...props} /></Suspense>;
}
