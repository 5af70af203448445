import { useRef, type PointerEvent } from 'react';

const LONG_PRESS_MS = 450;

/** A finger that stays on something. What it ends with is a click, which `ended` knows from one that is meant. */
export function useLongPress(onLongPress: (key: string) => void) {
  const pressed = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isLong = useRef(false);
  const end = (): void => clearTimeout(pressed.current);
  return {
    begin(event: PointerEvent, key: string): void {
      if (event.pointerType !== 'touch') return;
      isLong.current = false;
      pressed.current = setTimeout(() => {
        isLong.current = true;
        onLongPress(key);
      }, LONG_PRESS_MS);
    },
    move(event: PointerEvent): void {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) end();
    },
    end,
    /** Whether a click is the end of a long press. */
    ended(): boolean {
      const was = isLong.current;
      isLong.current = false;
      return was;
    },
  };
}
