import type { ReactNode, Ref } from 'react';

type Width = 560 | 744 | 776 | 880 | 1080;

/** The main column of a page. The head shows on wide screens; phones have the top bar instead. */
export function MainPane({ width, head, children, body = true }: { width: Width; head: ReactNode; children: ReactNode; body?: boolean }) {
  return (
    <main className={`pane pane--${width}`} id="main" tabIndex={-1}>
      <div className="pane-head no-phone">{head}</div>
      {body ? <PaneBody><div className="col">{children}</div></PaneBody> : children}
    </main>
  );
}

export function PaneBody({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return <div className="pane-body" tabIndex={0} ref={ref}>{children}</div>;
}

export function Section({ title, count, aside, level = 2, children }: { title: string; count?: ReactNode; aside?: ReactNode; level?: 2 | 3; children: ReactNode }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="sec" aria-label={title}>
      <div className="sec-head">
        <Heading>{title}</Heading>
        {count !== undefined && <span className="n">{count}</span>}
        {aside !== undefined && <span className="push">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
