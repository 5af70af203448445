import { useRef, useState } from 'react';

const STEP = 24;

/** Bar between two panes; dragged, or moved by arrow keys. Widths in pixels. */
export function Splitter({
  label,
  width,
  least,
  most,
  isBehind = false,
  onChange,
}: {
  label: string;
  width: number;
  least: number;
  most: number;
  /** The pane whose width it is stands behind the bar, not before it. */
  isBehind?: boolean;
  onChange: (width: number) => void;
}) {
  const [dragged, setDragged] = useState(false);
  const start = useRef({ x: 0, width: 0 });
  const sign = isBehind ? -1 : 1;
  const set = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))));
  return (
    <div
      className="splitter"
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={Math.round(most)}
      tabIndex={0}
      data-dragged={dragged}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
        setDragged(true);
      }}
      onPointerMove={(event) => {
        if (dragged) set(start.current.width + sign * (event.clientX - start.current.x));
      }}
      onLostPointerCapture={() => setDragged(false)}
      onKeyDown={(event) => {
        const next = { ArrowLeft: width - sign * STEP, ArrowRight: width + sign * STEP, Home: least, End: most }[
          event.key
        ];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        set(next);
      }}
    />
  );
}
