import { Fragment } from 'react';
import { capsOf } from './keys';

/** A shortcut as key caps. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {capsOf(keys).map((caps, i) => (
        <Fragment key={i}>{caps.map((cap) => <kbd key={cap}>{cap}</kbd>)}</Fragment>
      ))}
    </span>
  );
}
