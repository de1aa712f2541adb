import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useArmed } from './Armed';
import { Icon } from './Icon';

export const HOLD_MS = 2000;

/** For how long a press that was let go early is told so. */
const TOLD_MS = 4000;

/** `tooShort`: what the button says after a press that was let go early. */
type Props = { label: string; tooShort: string; onDone: () => void; disabled?: boolean; describedBy?: string };

/**
 * Hold to confirm. Pointer, Space or Enter held for two seconds; letting go, leaving, losing focus or hiding the page
 * stops it and nothing happens; so does the page when it moves the control away under the pointer. One key press or
 * click never confirms; a repeating key that was down before is ignored.
 */
export function Hold({ label, tooShort, onDone, disabled, describedBy }: Props) {
  const [holding, setHolding] = useState(false);
  const [short, setShort] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const byKey = useRef(false);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
  }, []);
  const { armed, mayPress } = useArmed(button, () => { if (!byKey.current) stop(); });
  const start = (keyboard: boolean) => {
    if (disabled || timer.current !== undefined || !mayPress(keyboard)) return;
    byKey.current = keyboard;
    setHolding(true);
    setShort(false);
    timer.current = setTimeout(() => {
      stop();
      if (!off.current) onDone(); // the card may have changed under the finger
    }, HOLD_MS);
  };

  /** Let go by the person before it was done. */
  const letGo = () => {
    if (timer.current !== undefined) setShort(true);
    stop();
  };
  useEffect(() => {
    if (!short) return undefined;
    const told = setTimeout(() => { setShort(false); }, TOLD_MS);
    return () => { clearTimeout(told); };
  }, [short]);

  const off = useRef(disabled);
  useEffect(() => { off.current = disabled; }, [disabled]);

  useEffect(() => {
    const hidden = () => { if (document.hidden) stop(); };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('blur', stop);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('blur', stop);
      clearTimeout(timer.current);
    };
  }, [stop]);

  const isKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
  return (
    <>
      <span className="sr" role="status">{short && tooShort}</span>
      <button
        type="button"
        ref={button}
        className="hold risky"
        disabled={disabled}
        aria-disabled={disabled || armed ? undefined : true}
        data-arming={armed ? undefined : true}
        aria-describedby={describedBy}
        data-holding={holding || undefined}
        onPointerDown={(event: PointerEvent) => { if (event.button === 0) start(false); }}
        onPointerUp={letGo}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onContextMenu={(event) => { event.preventDefault(); }}
        onKeyDown={(event) => {
          if (!isKey(event)) return;
          event.preventDefault();
          if (!event.repeat) start(true);
        }}
        onKeyUp={(event) => { if (isKey(event)) { event.preventDefault(); letGo(); } }}
        onBlur={stop}
      >
        <span><Icon name="hand" />{short ? <><span aria-hidden="true">{tooShort}</span><span className="sr">{label}</span></> : label}</span>
        <span aria-hidden="true"><Icon name="hand" />{label}</span>
      </button>
    </>
  );
}
