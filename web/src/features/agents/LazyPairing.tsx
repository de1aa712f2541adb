import { Suspense, type ComponentProps } from 'react';
import { later } from '../../ui/later';
import { Missing } from '../../ui/Missing';

const Dialog = later(() => import('./PairingDialog').then((m) => m.default), Missing);
const Confirm = later(() => import('./Ready').then((m) => m.ConfirmAgent), Missing);

/** The pairing dialog, loaded when it is first opened (its QR code is needed nowhere else). */
export function PairingDialog(props: ComponentProps<typeof Dialog>) {
  return <Suspense fallback={null}><Dialog {...props} /></Suspense>;
}

/** Name and confirm, loaded when it is first asked for. */
export function ConfirmAgent(props: ComponentProps<typeof Confirm>) {
  return <Suspense fallback={null}><Confirm {...props} /></Suspense>;
}
