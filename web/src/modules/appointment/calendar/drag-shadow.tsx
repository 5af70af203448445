import type { ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { DAY_MINUTES } from '../local-time.ts';
import { clockOf } from '../period.ts';
import { isSame, pixelsOf, takenMinutes, type Slot } from './grid-rules.ts';
import { occurrenceOf } from './pending.ts';
import type { Piece } from './pieces.ts';
import type { Span } from '@kontor/contract/appointment';
import { calendarTexts } from './texts.ts';

/** What is in the hand above the hours, and the part of a day that it would take; `span`: what stands in a calendar already. */
export interface HoursDrag {
  readonly span: Span | undefined;
  readonly slot: Slot;
}

/** A part of a day that something would take. */
export const Outline = ({
  slot,
  kind,
  children,
}: {
  slot: Slot;
  kind: 'make' | 'move' | 'same';
  children?: ReactNode;
}) => (
  <div
    className="cal-outline"
    data-kind={kind}
    style={{ top: pixelsOf(slot.from), height: Math.max(20, pixelsOf(Math.min(slot.to, DAY_MINUTES) - slot.from)) }}
  >
    {children}
  </div>
);

/** What is dragged, where it would stand; in the columns of the others who take part, whether they are free then. */
export function DragShadow({
  column,
  index,
  dragged: { span, slot },
  language,
}: {
  column: { readonly pieces: readonly Piece[] };
  index: number;
  dragged: HoursDrag;
  language: 'de' | 'en';
}) {
  const t = useTexts(calendarTexts);
  const time = t.between(clockOf(slot.from, language), clockOf(slot.to % DAY_MINUTES, language));
  if (span === undefined)
    return slot.column === index ? (
      <Outline slot={slot} kind="make">
        {time}
      </Outline>
    ) : null;
  const isOwn = slot.column === index;
  const takesPart = column.pieces.some((piece) => isSame(piece.span, span));
  if (!isOwn && !takesPart) return null;
  const taken = takenMinutes(column.pieces, slot, occurrenceOf(span));
  const minutes = taken.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <>
      <Outline slot={slot} kind={isOwn ? 'move' : 'same'}>
        {isOwn ? (
          <>
            <strong>{span.title ?? t.busy}</strong> {time}
          </>
        ) : null}
        <span className="cal-verdict" data-taken={minutes > 0}>
          {minutes > 0 ? t.takenFor(minutes) : t.free}
        </span>
      </Outline>
      {taken.map(({ from, to }) => (
        <div key={from} className="cal-clash" style={{ top: pixelsOf(from), height: pixelsOf(to - from) }} />
      ))}
    </>
  );
}
