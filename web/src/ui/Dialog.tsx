import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogBase';

const Base = lazy(() => import('./DialogBase'));

/** A modal dialog. Its code comes when the first one opens: no page needs it to be drawn. */
export function Dialog(props: DialogProps) {
  return <Suspense fallback={null}><Base {...props} /></Suspense>;
}
