import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { useValue } from '../../../client/react.tsx';
import type { Value } from '../../../client/value.ts';
import { DAY_MINUTES } from '../local-time.ts';
import { clockOf } from '../period.ts';
import { wholeDay } from './day-moves.ts';
import { isSame, pixelsOf, takenMinutes, type GridColumn, type Slot } from './grid-rules.ts';
import type { Piece } from './pieces.ts';
import type { Span } from '@kontor/contract/appointment';
import type { Wording } from './span-parts.tsx';
import type { DayDrag } from './use-day-hand.ts';
import type { GridDrag } from './use-grid-hand.ts';

/** What is in the hand above the hours, and the part of a day that it would take; `span`: what stands in a calendar already. */
interface HoursDrag {
  readonly span: Span | undefined;
  readonly slot: Slot;
}

/** What hands carry in a grid of hours: what stands among them, and what stands above them. */
export interface Hands {
  readonly hours: Value<GridDrag | undefined>;
  readonly days: Value<DayDrag | undefined>;
}

/** Where what is in the hand would stand: above the hours, or among them. */
export function useHeld(
  columns: readonly GridColumn[],
  { hours, days }: Hands,
): { readonly above: DayDrag | undefined; readonly among: HoursDrag | undefined } {
  const dragged = useValue(hours);
  const carried = useValue(days);
  if (carried !== undefined) {
    const { span, slot } = carried;
    return { above: carried, among: slot && { span, slot } };
  }
  if (dragged === undefined) return { above: undefined, among: undefined };
  const { grip, slot, isAbove } = dragged;
  const span = grip.kind === 'move' || grip.kind === 'end' ? grip.span : undefined;
  const { [slot.column]: column } = columns;
  if (span === undefined || !isAbove || column === undefined) return { above: undefined, among: { span, slot } };
  return { above: { span, to: wholeDay(column.day), calendarId: column.calendarId }, among: undefined };
}

const boxOf = ({ column, from, to }: Slot, least = 0): CSSProperties => ({
  gridColumn: column + 2,
  top: pixelsOf(from),
  height: Math.max(least, pixelsOf(Math.min(to, DAY_MINUTES) - from)),
});

/** A part of a day that something would take. */
const Outline = ({ slot, kind, children }: { slot: Slot; kind: 'make' | 'move' | 'same'; children?: ReactNode }) => (
  <div className="cal-outline" data-kind={kind} style={boxOf(slot, 20)}>
    {children}
  </div>
);

interface Column extends GridColumn {
  readonly pieces: readonly Piece[];
}

/** Over the hours: the slot in which something is being made, and what is in the hand, where it would stand. While it is carried nothing else is drawn. */
export function HandLayer({
  columns,
  hands,
  making,
  wording,
  template,
}: {
  columns: readonly Column[];
  hands: Hands;
  making: Slot | undefined;
  wording: Wording;
  /** Where the columns of the grid lie. */
  template: CSSProperties;
}) {
  const { among } = useHeld(columns, hands);
  const span = among?.span;
  // The columns of those who take part.
  const taking = useMemo(
    () =>
      span === undefined
        ? []
        : columns.flatMap(({ pieces }, index) => (pieces.some((piece) => isSame(piece.span, span)) ? [index] : [])),
    [columns, span],
  );
  const isMaking = making !== undefined && making.column >= 0;
  if (among === undefined && !isMaking) return null;
  return (
    <div className="cal-hand" data-held={among !== undefined || undefined} style={template}>
      {isMaking ? <Outline slot={making} kind="make" /> : null}
      {among === undefined ? null : among.span === undefined ? (
        <Outline slot={among.slot} kind="make">
          <Time slot={among.slot} wording={wording} />
        </Outline>
      ) : (
        [...new Set([among.slot.column, ...taking])].map((index) => (
          <Shadow key={index} pieces={columns[index]?.pieces ?? []} index={index} dragged={among} wording={wording} />
        ))
      )}
    </div>
  );
}

const Time = ({ slot: { from, to }, wording: { t, language } }: { slot: Slot; wording: Wording }) =>
  t.between(clockOf(from, language), clockOf(to % DAY_MINUTES, language));

/** What is dragged, where it would stand; in the columns of the others who take part, whether they are free then. */
function Shadow({
  pieces,
  index,
  dragged: { span, slot },
  wording,
}: {
  pieces: readonly Piece[];
  index: number;
  dragged: HoursDrag;
  wording: Wording;
}) {
  const { t } = wording;
  const isOwn = slot.column === index;
  const taken = takenMinutes(pieces, slot, span);
  const minutes = taken.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <>
      <Outline slot={{ ...slot, column: index }} kind={isOwn ? 'move' : 'same'}>
        {isOwn ? (
          <>
            <strong>{span?.title ?? t.busy}</strong> <Time slot={slot} wording={wording} />
          </>
        ) : null}
        <span className="cal-verdict" data-taken={minutes > 0}>
          {minutes > 0 ? t.takenFor(minutes) : t.free}
        </span>
      </Outline>
      {taken.map(({ from, to }) => (
        <div key={from} className="cal-clash" style={boxOf({ column: index, from, to })} />
      ))}
    </>
  );
}
