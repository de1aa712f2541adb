import { useCallback, useEffect, useRef, useState, type ComponentProps, type MouseEvent, type RefObject } from 'react';
import { useStrings } from '../strings';
import { Button } from './Button';
import { isField } from './keys';
import { Stillness, watch } from './stillness';
import { toast } from './Toast';

/**
 * `armed`: the control stood still for a moment. `mayPress` asks again at the press, and says so where it refuses;
 * `onMove` hears that it began to move.
 */
export function useArmed(ref: RefObject<HTMLElement | null>, onMove?: () => void) {
  const { t } = useStrings();
  const [armed, setArmed] = useState(false);
  const stillness = useRef<Stillness>(undefined);
  const moves = useRef(onMove);
  useEffect(() => { moves.current = onMove; });
  useEffect(() => {
    if (!ref.current) return;
    const own = new Stillness(ref.current);
    stillness.current = own;
    return watch(own, (still) => {
      setArmed(still);
      if (!still) moves.current?.();
    });
  }, [ref]);
  const mayPress = useCallback((byKeyboard: boolean): boolean => {
    if (stillness.current?.mayPress(byKeyboard)) return true;
    toast({ text: t.card.moved });
    return false;
  }, [t]);
  return { armed, mayPress };
}

/** Enter in a field of this form: whoever writes into it means it. */
const isTypedIn = (form: HTMLFormElement | null | undefined): boolean => form?.contains(document.activeElement) === true && isField(document.activeElement);

type Props = Omit<ComponentProps<typeof Button>, 'ref' | 'onClick'> & {
  /** What it does; with `type="submit"` the form's handler does it. */
  onPress?: () => void;
};

/** A button that lets an agent act. It works only after it stood still: see `stillness.ts`. */
export function ArmedButton({ onPress, disabled, className, ...rest }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  const { armed, mayPress } = useArmed(ref);
  const press = (event: MouseEvent) => {
    // A click without a pointer (detail 0) comes from the keyboard or from a tool that reads the page to its user.
    const byKeyboard = event.detail === 0;
    if ((byKeyboard && isTypedIn(ref.current?.form)) || mayPress(byKeyboard)) onPress?.();
    else event.preventDefault();
  };
  return (
    <Button
      {...rest} ref={ref} className={`risky ${className ?? ''}`.trim()} disabled={disabled} aria-disabled={disabled || armed ? undefined : true}
      data-arming={armed ? undefined : true} onClick={press}
    />
  );
}
