import type { Span } from '@kontor/contract/appointment';
import { memo, useMemo, type CSSProperties } from 'react';
import { AppointmentBlock } from './appointment-block.tsx';
import type { DueEntry } from './due.ts';
import { pixelsOf, type GridColumn, type Slot } from './grid-rules.ts';
import { placePieces, type Lanes } from './layout.ts';
import { isWeekend } from '../period.ts';
import { occurrenceOf, type ShownSpan, type Times } from './pending.ts';
import { spanKey, type Piece } from './pieces.ts';
import type { Wording } from './span-parts.tsx';

/** Hours of a working day: what lies outside of them is darker. */
export const WORK = { from: 8 * 60, to: 17 * 60 } as const;
const WORK_STYLE = {
  '--work-from': `${pixelsOf(WORK.from)}px`,
  '--work-to': `${pixelsOf(WORK.to)}px`,
} as CSSProperties;

export interface GridColumnView extends GridColumn {
  readonly label: string;
  readonly pieces: readonly Piece[];
}

/** What can be done in a grid of hours. The same functions at every drawing. */
export interface GridActs {
  readonly make: (slot: Slot, anchor: DOMRect) => void;
  readonly move: (span: Span, slot: Slot) => void;
  /** Moves what stands above the hours. */
  readonly place: (span: Span, to: Times, calendarId: number) => void;
  readonly answer: (span: Span, state: 'accepted' | 'declined') => void;
  readonly remove: (span: Span) => void;
  /** Shows the whole of a day for which there was no room. */
  readonly more: (day: string) => void;
  /** Makes an appointment of something that is due. */
  readonly plan: (task: DueEntry, slot: Slot, anchor: DOMRect) => void;
}

interface ColumnProps extends Pick<GridActs, 'answer' | 'more'> {
  readonly column: GridColumnView;
  /** From 0. */
  readonly index: number;
  readonly lanes: Lanes;
  /** Minutes of now, where the column is of today. */
  readonly now: number | undefined;
  readonly isPast: boolean;
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  readonly openKey: string | undefined;
  readonly wording: Wording;
}

/** A day of a calendar with its hours, and what stands in it. What is in a hand is drawn over all columns: none of them is drawn anew for it. */
export const Column = memo(function Column(given: ColumnProps) {
  const { column, index, lanes, now, isPast, waiting, openKey, wording, answer, more: showMore } = given;
  const { t } = wording;
  const { placed, more } = useMemo(() => placePieces(column.pieces, lanes), [column.pieces, lanes]);
  return (
    <div
      className="cal-col"
      role="group"
      aria-label={column.label}
      data-column={index}
      data-grip={`${index} make`}
      data-today={now !== undefined || undefined}
      data-weekend={isWeekend(column.day) || undefined}
      style={WORK_STYLE}
    >
      {now === undefined ? null : <span className="cal-now" style={{ top: pixelsOf(now) }} />}
      {placed.map(({ piece: { span, from, to }, column: lane, columns, hasMore }) => {
        const key = spanKey(span);
        return (
          <AppointmentBlock
            key={key}
            span={span}
            isWaiting={waiting.has(key)}
            index={index}
            from={from}
            to={to}
            lane={lane}
            lanes={columns}
            hasMore={hasMore}
            isNarrow={columns + Number(hasMore) > lanes.wide}
            isTight={2 * (columns + Number(hasMore)) > lanes.wide}
            mayAnswer={columns + Number(hasMore) <= lanes.answering}
            left={now !== undefined && from <= now && to > now ? to - now : undefined}
            isOver={isPast || (now !== undefined && to <= now)}
            isSelected={openKey !== undefined && openKey === occurrenceOf(span)}
            wording={wording}
            onAnswer={answer}
          />
        );
      })}
      {more.map(({ pieces, from, to }) => (
        <button
          key={from}
          type="button"
          className="cal-more"
          aria-label={t.moreLabel(pieces.length)}
          style={{ top: pixelsOf(from), height: pixelsOf(to - from) - 2 }}
          onClick={() => showMore(column.day)}
        >
          {t.more(pieces.length)}
        </button>
      ))}
    </div>
  );
});
