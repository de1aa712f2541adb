import { useEffect, useEffectEvent, useState, type ClipboardEvent } from 'react';

/** The files of a paste; none where there is text too (office programs add a picture of it). */
export function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  return clipboardData.types.includes('text/plain') ? [] : [...clipboardData.files];
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere on the page (a browser would open them in its place). True while they hover. */
export function useDrop(onFiles: (files: File[]) => void, enabled: boolean): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    if (!enabled) return;
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => { if (event.relatedTarget === null) setOver(false); };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const listen = [['dragover', hover], ['dragleave', leave], ['drop', drop]] as const;
    for (const [name, listener] of listen) addEventListener(name, listener);
    return () => { for (const [name, listener] of listen) removeEventListener(name, listener); };
  }, [enabled]);
  return over && enabled;
}
