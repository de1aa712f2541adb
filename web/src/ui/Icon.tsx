import { icons, type IconName } from './icons';

type Props = { name: IconName; size?: 14 | 16 | 20; label?: string; className?: string };

/** An icon. Without a `label` it is decoration: the word stands beside it. */
export function Icon({ name, size = 16, label, className = '' }: Props) {
  const solid = name.startsWith('risk') ? ' i-solid' : '';
  const sized = size === 16 ? '' : ` i-${size}`;
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={`i${sized}${solid} ${className}`} viewBox="0 0 16 16" {...named}>
      {icons[name]}
    </svg>
  );
}

export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 22 22" aria-hidden="true">
      <rect width="22" height="22" rx="6" />
      <path d="M6 7h10M6 11h10M6 15h5" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
  );
}
