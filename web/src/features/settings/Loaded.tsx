import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/bits';
import { Failure } from '../auth/Failure';

/** What was read from the server, or why not. What is shown stays while it is read again. */
export function Loaded<T>({ value, error, children }: { value: T | undefined; error: unknown; children: (value: T) => ReactNode }) {
  return (
    <>
      <Failure error={error} />
      {value === undefined ? error === undefined && <Skeleton rows={2} /> : children(value)}
    </>
  );
}
