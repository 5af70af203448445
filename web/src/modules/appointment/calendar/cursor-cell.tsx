import type { KeyboardEvent } from 'react';
import { pixelsOf, steppedSlot, type GridColumn, type Slot } from './grid-rules.ts';

/** Id of the element that says what keys do there. */
export const SLOT_HINT = 'calendar-slot-hint';

/** Where the keyboard is: a slot that can be gone on from. */
export function CursorCell({
  slot,
  columns,
  label,
  onStep,
  onMake,
}: {
  slot: Slot;
  columns: readonly GridColumn[];
  label: string;
  onStep: (slot: Slot) => void;
  onMake: (anchor: DOMRect) => void;
}) {
  const press = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = steppedSlot(slot, event.key, { isLonger: event.shiftKey, columns: columns.length });
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(next);
    event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <button
      type="button"
      className="cal-cursor"
      aria-label={label}
      aria-describedby={SLOT_HINT}
      style={{
        gridColumn: slot.column + 2,
        top: pixelsOf(slot.from),
        height: pixelsOf(slot.to - slot.from),
      }}
      onKeyDown={press}
      onClick={(event) => onMake(event.currentTarget.getBoundingClientRect())}
    />
  );
}
