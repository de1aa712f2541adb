/** Small shared pieces: chip, risk, time left, meter, callout, fold, empty state, copy. */
import { useState, type ReactNode } from 'react';
import type { Risk } from '../lap/types';
import { useStrings } from '../strings';
import { useNow } from '../sync/hooks';
import { Button } from './Button';
import { Icon } from './Icon';
import type { IconName } from './icons';

export type Tone = 'running' | 'waiting' | 'success' | 'danger' | 'neutral';

export function Chip({ tone, icon, plain, children }: { tone: Tone; icon: IconName; plain?: boolean; children: ReactNode }) {
  return (
    <span className={`chip is-${tone}${plain ? ' chip--plain' : ''}`}>
      <Icon name={icon} size={plain ? 16 : 14} />
      {children}
    </span>
  );
}

const RISK_ICON = { low: 'riskLow', medium: 'riskMid', high: 'riskHigh' } as const;

export function RiskLabel({ risk }: { risk: Risk }) {
  const { t } = useStrings();
  return (
    <span className={`risk risk--${risk}`}>
      <Icon name={RISK_ICON[risk]} size={14} />
      {t.risk[risk]}
    </span>
  );
}

const RING = 36.1;
const SOON = 10 * 60_000;

/** A ring and words for what is left until `until`; red when less than `soon` ms are left (default ten minutes). */
export function TimeLeft({ since, until, soon = SOON }: { since: string; until: string; soon?: number }) {
  const { f } = useStrings();
  const end = Date.parse(until);
  const now = useNow(1000);
  const share = Math.min(1, Math.max(0, (end - now) / Math.max(1, end - Date.parse(since))));
  return (
    <span className={`left${end - now < soon ? ' left--soon' : ''}`}>
      <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
        <circle className="track" cx="8" cy="8" r="5.75" />
        <circle cx="8" cy="8" r="5.75" strokeDasharray={`${(RING * share).toFixed(1)} 40`} transform="rotate(-90 8 8)" />
      </svg>
      <span>{f.left(end, now)}</span>
    </span>
  );
}

export function Meter({ value, tone = 'running' }: { value: number; tone?: Tone }) {
  const { t } = useStrings();
  const shown = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <span className={`meter is-${tone}`} role="img" aria-label={t.tasks.progress(shown)}>
      <i style={{ width: `${shown}%` }} />
    </span>
  );
}

export function Callout({ tone = 'neutral', icon, children, role }: { tone?: Tone; icon: IconName; children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div className={`callout is-${tone}`} role={role}>
      <Icon name={icon} />
      <div className="grow">{children}</div>
    </div>
  );
}

export function Fold({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        <Icon name="right" />
        {title}
        {aside !== undefined && <span className="push">{aside}</span>}
      </summary>
      <div className="in">{children}</div>
    </details>
  );
}

export function Blank({ title, level = 2, children, action }: { title: string; level?: 1 | 2 | 3; children?: ReactNode; action?: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank">
      <Heading>{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Grey lines where content will be. */
export function Skeleton({ rows = 3 }: { rows?: number | undefined }) {
  const { t } = useStrings();
  return (
    <div role="status" aria-label={t.common.loading}>
      {Array.from({ length: rows }, (_, i) => (
        <div className="sk-rows" key={i}>
          <span className="sk sk--title" />
          <span className="sk sk--line" />
        </div>
      ))}
    </div>
  );
}

/** Copies `text`, and says so on the button itself. */
export function CopyButton({ text, label, children, className }: { text: string; label?: string; children?: ReactNode; className?: string }) {
  const { t } = useStrings();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => { setCopied(false); }, 1500);
    });
  };
  const bare = children === undefined;
  return (
    <Button className={`${bare ? 'btn--icon' : ''} ${className ?? ''}`} icon={copied ? 'check' : 'copy'} aria-label={copied ? t.common.copied : label} onClick={copy}>
      {bare ? undefined : copied ? t.common.copied : children}
    </Button>
  );
}

export function AgentAvatar({ large }: { large?: boolean }) {
  return (
    <span className={`av av--agent${large ? ' av--lg' : ''}`} aria-hidden="true">
      <Icon name="agent" />
    </span>
  );
}

export function PersonAvatar({ name }: { name: string }) {
  return <span className="av" aria-hidden="true">{(Array.from(name.trim())[0] ?? '·').toUpperCase()}</span>;
}
