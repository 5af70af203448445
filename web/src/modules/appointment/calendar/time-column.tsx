import type { Span } from '@kontor/contract/appointment';
import { memo, useMemo, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { AppointmentBlock } from './appointment-block.tsx';
import { DragShadow, Outline, type HoursDrag } from './drag-shadow.tsx';
import type { DueEntry } from './due.ts';
import { STEP, endedAt, movedTo, pixelsOf, type GridColumn, type Slot } from './grid-rules.ts';
import { placePieces, type PlacedPiece } from './layout.ts';
import { isWeekend } from '../period.ts';
import { occurrenceOf, type ShownSpan, type Times } from './pending.ts';
import { spanKey, type Piece } from './pieces.ts';
import { calendarTexts } from './texts.ts';
import { wholeDay } from './day-moves.ts';
import { followName } from './use-follow.ts';
import type { LocalMinute } from '../local-time.ts';

/** Hours of a working day: what lies outside of them is darker. */
export const WORK = { from: 8 * 60, to: 17 * 60 } as const;

export interface GridColumnView extends GridColumn {
  readonly head: ReactNode;
  readonly label: string;
  readonly pieces: readonly Piece[];
}

export interface GridActs {
  readonly onMake: (slot: Slot, anchor: DOMRect) => void;
  readonly onMove: (span: Span, slot: Slot) => void;
  /** Moves what stands above the hours. */
  readonly onPlace: (span: Span, to: Times, calendarId: number) => void;
  readonly onAnswer: (span: Span, state: 'accepted' | 'declined') => void;
  readonly onRemove: (span: Span) => void;
  readonly onMore: (day: string) => void;
  /** Makes an appointment of something that is due. */
  readonly onPlan: (task: DueEntry, slot: Slot, anchor: DOMRect) => void;
}

interface BlocksProps extends Pick<GridActs, 'onAnswer' | 'onRemove' | 'onMove' | 'onPlace' | 'onMore'> {
  readonly column: GridColumnView;
  readonly index: number;
  readonly now: LocalMinute;
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  readonly openKey: string | undefined;
}

/** What stands in a column. While something is dragged none of it is drawn anew. */
const Blocks = memo(function Blocks(given: BlocksProps) {
  const { column, index, now, waiting, openKey, onAnswer, onRemove, onMove, onPlace, onMore } = given;
  const t = useTexts(calendarTexts);
  const { placed, more } = useMemo(() => placePieces(column.pieces), [column.pieces]);
  const isToday = column.day === now.day;
  const isPast = column.day < now.day;
  const press = (event: KeyboardEvent, span: Span, { from, to }: Piece): void => {
    if (event.key === 'Delete' && span.writepermission) {
      event.preventDefault();
      onRemove(span);
      return;
    }
    if (!event.ctrlKey || !span.writepermission || span.timeMode !== 'fixedTime') return;
    // Above the first minute stands what takes the whole day.
    if (event.key === 'Home' || (event.key === 'ArrowUp' && !event.shiftKey && from === 0)) {
      event.preventDefault();
      event.stopPropagation();
      return onPlace(span, wholeDay(column.day), column.calendarId);
    }
    const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
    const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined && days === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (by !== undefined && event.shiftKey) onMove(span, endedAt(index, from, to + by));
    else if (by !== undefined) onMove(span, movedTo(index, from + by, to - from));
    else onMove(span, { column: index + (days ?? 0), from, to });
  };
  const block = ({ piece, column: lane, columns }: PlacedPiece) => {
    const { span, from, to } = piece;
    const key = spanKey(span);
    const width = 100 / columns;
    const isOn = isToday && from <= now.minutes && to > now.minutes;
    const height = Math.max(20, pixelsOf(to - from) - 2);
    return (
      <AppointmentBlock
        key={key}
        shown={waiting.get(key) ?? { span, isWaiting: false }}
        from={from}
        to={to}
        gripKey={`${index} ${key}`}
        follow={followName(span)}
        height={height}
        left={isOn ? to - now.minutes : undefined}
        isOver={isPast || (isToday && to <= now.minutes)}
        isSelected={openKey !== undefined && openKey === occurrenceOf(span)}
        onAnswer={onAnswer}
        onKeyDown={(event, of) => press(event, of, piece)}
        style={{
          top: pixelsOf(from),
          height,
          insetInlineStart: `calc(${lane * width}% + 3px)`,
          width: `calc(${width}% - 7px)`,
          ...(isOn ? { '--gone': `${((now.minutes - from) / (to - from)) * 100}%` } : {}),
        }}
      />
    );
  };
  return (
    <>
      {placed.map(block)}
      {more.map((left) => (
        <button
          key={left.from}
          type="button"
          className="cal-more"
          aria-label={t.moreLabel(left.pieces.length)}
          style={{ top: pixelsOf(left.from), height: pixelsOf(left.to - left.from) - 2 }}
          onClick={() => onMore(column.day)}
        >
          {t.more(left.pieces.length)}
        </button>
      ))}
    </>
  );
});

interface ColumnProps extends BlocksProps {
  readonly dragged: HoursDrag | undefined;
  readonly making: Slot | undefined;
}

/** A day of a calendar with its hours. */
export function Column({ dragged, making, ...blocks }: ColumnProps) {
  const { column, index, now } = blocks;
  const language = useLanguage();
  const isToday = column.day === now.day;
  return (
    <div
      className="cal-col"
      role="group"
      aria-label={column.label}
      data-column={index}
      data-grip={`${index} make`}
      data-today={isToday}
      data-weekend={isWeekend(column.day)}
      style={{ '--work-from': `${pixelsOf(WORK.from)}px`, '--work-to': `${pixelsOf(WORK.to)}px` } as CSSProperties}
    >
      {isToday ? <span className="cal-now" style={{ top: pixelsOf(now.minutes) }} /> : null}
      <Blocks {...blocks} />
      {making?.column === index ? <Outline slot={making} kind="make" /> : null}
      {dragged === undefined ? null : (
        <DragShadow column={column} index={index} dragged={dragged} language={language} />
      )}
    </div>
  );
}
