import type { ReactNode } from 'react';

/** One setting: what it is, a word about it, its control. `htmlFor`: the control that the title names. */
export function Line({ title, say, htmlFor, children }: { title: ReactNode; say?: ReactNode; htmlFor?: string; children?: ReactNode }) {
  return (
    <div className="setline">
      <div>
        {htmlFor === undefined ? title : <label htmlFor={htmlFor}>{title}</label>}
        {say !== undefined && say !== '' && <p>{say}</p>}
      </div>
      {children}
    </div>
  );
}
