import { useRef, useState, type PointerEvent } from 'react';
import { Icon } from '../../../ui/parts.tsx';
import { useLongPress } from '../../../ui/use-long-press.ts';

/** Way after which it is decided whether the finger swipes or scrolls, and that it has to go until the text is answered, in pixels. */
const DECIDED = 10;
const FAR = 56;
const FARTHEST = 80;

interface Begun {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Pixels that the text is moved by; undefined as long as it cannot be told from scrolling. */
  readonly way?: number;
}

/** What a finger does with a text: it stays on it, or moves it to the right, which answers it. `onAnswer`: undefined where it cannot be answered. */
export function useTouch(onHold: () => void, onAnswer: (() => void) | undefined) {
  const press = useLongPress(onHold);
  const begun = useRef<Begun | undefined>(undefined);
  const [way, setWay] = useState(0);
  const reset = (): void => {
    press.end();
    begun.current = undefined;
    setWay(0);
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    const from = begun.current;
    if (from === undefined || from.id !== pointerId) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (from.way === undefined && Math.hypot(x, y) < DECIDED) return;
    if (from.way === undefined && x <= Math.abs(y)) return reset();
    const moved = Math.max(0, Math.min(FARTHEST, x));
    begun.current = { ...from, way: moved };
    setWay(moved);
  };
  return {
    /** Pixels that the text was moved by. */
    way,
    /** What it is moved by, of the element that is. */
    moved: {
      style: way === 0 ? undefined : { transform: `translateX(${way}px)`, transition: 'none' },
      onPointerDown(event: PointerEvent): void {
        press.begin(event, '');
        const { pointerType, pointerId, clientX: x, clientY: y } = event;
        if (pointerType === 'touch' && onAnswer !== undefined) begun.current = { id: pointerId, x, y };
      },
      onPointerMove(event: PointerEvent): void {
        press.move(event);
        move(event);
      },
      onPointerUp(): void {
        // Not what is drawn: a quick finger leaves it before.
        const { way: gone = 0 } = begun.current ?? {};
        reset();
        if (gone >= FAR) onAnswer?.();
      },
      onPointerCancel: reset,
    },
  };
}

/** Stands beside a text that a finger moves: whether it is answered where the finger leaves it now. */
export const Swiped = ({ way }: { way: number }) =>
  way === 0 ? null : (
    <span className="message-swiped" data-on={way >= FAR} aria-hidden="true">
      <Icon name="arrow-bend-up-left" />
    </span>
  );
