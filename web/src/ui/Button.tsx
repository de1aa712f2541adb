import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './Icon';
import type { IconName } from './icons';

type Look = 'plain' | 'primary' | 'strong' | 'ghost' | 'danger';
type Shared = { look?: Look; large?: boolean; icon?: IconName; children?: ReactNode; className?: string };

export function buttonClass({ look = 'plain', large, className = '' }: Omit<Shared, 'children'>, iconOnly = false): string {
  const parts = ['btn', look === 'plain' ? '' : `btn--${look}`, large ? 'btn--lg' : '', iconOnly ? 'btn--icon' : '', className];
  return parts.filter(Boolean).join(' ');
}

type ButtonProps = Shared & { busy?: boolean } & Omit<ComponentProps<'button'>, 'className'>;

export function Button({ look, large, icon, busy, children, className, ...rest }: ButtonProps) {
  const shared = { look, large, className: `${className ?? ''} ${busy ? 'btn--busy' : ''}`.trim() };
  return (
    <button type="button" {...rest} aria-busy={busy || undefined} className={buttonClass(shared)}>
      {busy ? <Icon name="running" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that shows only its icon; its name is the label. */
export function IconButton({ icon, label, look = 'ghost', className, ...rest }: Shared & { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button type="button" {...rest} aria-label={label} data-tip={label} className={buttonClass({ look, className }, true)}>
      <Icon name={icon} />
    </button>
  );
}

export function ButtonLink({ look, large, icon, children, className, href, label }: Shared & { href: string; label?: string }) {
  return (
    <Link href={href} aria-label={label} className={buttonClass({ look, large, className }, children === undefined)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
