import { Suspense } from 'react';
import type { DialogProps } from './DialogBase';
import { later } from './later';
import { Missing } from './Missing';

const Base = later(() => import('./DialogBase').then((m) => m.default), Missing);

/** A modal dialog. Its code comes when the first one opens: no page needs it to be drawn. */
export function Dialog(props: DialogProps) {
  return <Suspense fallback={null}><Base {...props} /></Suspense>;
}
