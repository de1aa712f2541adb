import { memo, type ClipboardEvent } from 'react';
import { reveal } from './plain';

/**
 * Text of others with its hidden characters made visible, in its own direction. Copying gives the raw text when the
 * whole is selected. `lines`: a paragraph, where line breaks are content.
 */
export const Plain = memo(function Plain({ text, lines = false }: { text: string; lines?: boolean }) {
  const parts = reveal(text, lines);
  if (parts.length === 1 && parts[0]?.hidden === false) return <bdi className={lines ? 'prewrap' : undefined}>{text}</bdi>;
  const shown = parts.map((part) => part.text).join('');
  const copyRaw = (event: ClipboardEvent) => {
    if (getSelection()?.toString().trim() !== shown.trim()) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };
  return (
    <bdi className={lines ? 'prewrap' : undefined} onCopy={copyRaw}>
      {parts.map((part, i) => (part.hidden ? <span className="seen" key={i}>{part.text}</span> : part.text))}
    </bdi>
  );
});
