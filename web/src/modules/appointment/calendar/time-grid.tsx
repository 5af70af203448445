import './time-grid.css';
import type { Span } from '@kontor/contract/appointment';
import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import type { DueEntry } from './due.ts';
import { daysOfTimes, timesInHours, wholeDay } from './day-moves.ts';
import { CursorCell, SLOT_HINT } from './cursor-cell.tsx';
import type { HoursDrag } from './drag-shadow.tsx';
import { DueLane } from './due-line.tsx';
import { MOVE_HINT } from './appointment-block.tsx';
import { DayBars, DayHint } from './day-bars.tsx';
import { pixelsOf, slotAt, type GridColumn, type Slot } from './grid-rules.ts';
import { firstMinute, lastMinute } from './layout.ts';
import type { ShownSpan } from './pending.ts';
import { clockOf, hourOf, isWeekend } from '../period.ts';
import { DAY_MINUTES, type LocalMinute } from '../local-time.ts';
import { spanKey, type Bar } from './pieces.ts';
import { calendarTexts } from './texts.ts';
import { cellName, useDayHand, type DayDrag } from './use-day-hand.ts';
import { Column, WORK, type GridActs, type GridColumnView } from './time-column.tsx';
import { useFollow } from './use-follow.ts';
import { slotUnder, useGridHand, type GridDrag } from './use-grid-hand.ts';

/** Pixels above and below a line of the hours that its label takes. */
const LABEL = 10;

interface GridProps extends GridActs {
  readonly columns: readonly GridColumnView[];
  /** What stands above the hours, by column. */
  readonly bars: readonly { readonly from: number; readonly to: number; readonly bar: Bar; readonly lane: number }[];
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  /** What the person has to do, by column. */
  readonly due: readonly (readonly DueEntry[])[];
  /** Now, in the zone of the grid. */
  readonly now: LocalMinute;
  readonly openKey: string | undefined;
  /** The slot that something is being made in. */
  readonly making: Slot | undefined;
}

/** Days beside each other with their hours. What is in them can be dragged, by a hand or by keys. */
export function TimeGrid(given: GridProps) {
  const { columns, bars, due, now, making, onMake, onMove: move, onPlace, onPlan } = given;
  const t = useTexts(calendarTexts);
  const slotWords = useSlotWords(columns);
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const [cursor, setCursor] = useState<Slot>();
  const follow = useFollow(scroller);
  const onMove = useCallback<GridActs['onMove']>(
    (span, slot) => {
      follow(span);
      move(span, slot);
    },
    [follow, move],
  );
  const moveTo = useCallback<GridActs['onPlace']>(
    (span, to, calendarId) => {
      follow(span);
      onPlace(span, to, calendarId);
    },
    [follow, onPlace],
  );
  const dragged = useGridHand({
    scroller,
    body,
    head,
    columns,
    onMake,
    onMove,
    onWholeDay: (span, { day, calendarId }) => moveTo(span, wholeDay(day), calendarId),
    onPlan: (aggregateId, slot, anchor) => {
      const task = due.flat().find((one) => one.aggregateId === aggregateId);
      if (task !== undefined) onPlan(task, slot, anchor);
    },
  });
  const carried = useDayHand({
    frame: head,
    zone,
    isRow: true,
    spanOf: (key) => bars.find(({ bar }) => spanKey(bar.span) === key)?.bar.span,
    slotUnder: (at) => {
      const slot = slotUnder(head.current, body.current, at);
      const column = slot && columns[slot.column];
      return column && { day: column.day, calendarId: column.calendarId, slot };
    },
    follow,
    onPlace,
  });
  const { above, among } = whereHeld(columns, dragged, carried);
  const [first, last] = useReach(columns);
  // On paper stand the hours in which something is.
  const printed = {
    '--print-from': Math.max(0, pixelsOf(first) - LABEL),
    '--print-to': Math.min(pixelsOf(DAY_MINUTES), pixelsOf(last) + LABEL),
  } as CSSProperties;
  const period = `${columns[0]?.key ?? ''} ${columns.length}`;
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = pixelsOf(first);
    // Only once a period: what comes later moves nothing.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [period]);
  const template: CSSProperties = {
    gridTemplateColumns: `60px repeat(${columns.length}, minmax(var(--column), 1fr))`,
    minWidth: `calc(60px + ${columns.length} * var(--column))`,
  };
  const today = columns.findIndex(({ day }) => day === now.day);
  const at = cursor ?? slotAt(Math.max(0, today), Math.max(now.minutes, WORK.from));
  return (
    <div ref={scroller} className="cal-scroll" data-scrolls style={printed}>
      <span id={SLOT_HINT} hidden>
        {t.slotHint}
      </span>
      <span id={MOVE_HINT} hidden>
        {t.moveHint}
      </span>
      <GridHead
        {...given}
        ref={head}
        template={template}
        carried={above}
        follow={follow}
        onHours={(span) => {
          const { first } = daysOfTimes(span, zone);
          const column = columns.findIndex(({ day, calendarId }) => day >= first && calendarId === span.calendarId);
          const { day } = columns[column] ?? {};
          if (day !== undefined) moveTo(span, timesInHours(day, slotAt(column, WORK.from + 60), zone), span.calendarId);
        }}
      />
      <div ref={body} className="cal-body" style={{ ...template, height: pixelsOf(DAY_MINUTES) }}>
        <Hours now={today === -1 ? undefined : now} />
        {columns.map((column, index) => (
          <Column
            key={column.key}
            column={column}
            index={index}
            now={now}
            waiting={given.waiting}
            openKey={given.openKey}
            onAnswer={given.onAnswer}
            onRemove={given.onRemove}
            onMore={given.onMore}
            onMove={onMove}
            onPlace={moveTo}
            dragged={among}
            making={making}
          />
        ))}
        <CursorCell
          slot={at}
          columns={columns}
          label={slotWords(at)}
          onStep={setCursor}
          onMake={(anchor) => onMake(at, anchor)}
        />
      </div>
    </div>
  );
}

/** The first minute that is looked at, and the last one that is printed. */
const useReach = (columns: readonly GridColumnView[]): readonly [first: number, last: number] =>
  useMemo(() => {
    const all = columns.flatMap(({ pieces }) => pieces);
    return [firstMinute(all), lastMinute(all)];
  }, [columns]);

/** Says in words what a part of a day is: whose, when, and what takes it. */
function useSlotWords(columns: readonly GridColumnView[]): (slot: Slot) => string {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  return ({ column, from, to }) => {
    const { label = '', pieces = [] } = columns[column] ?? {};
    const time = t.between(clockOf(from, language), clockOf(to, language));
    const taken = pieces.filter((piece) => piece.from < to && piece.to > from && piece.span.kind !== 'free');
    if (taken.length === 0) return t.slotFree(label, time);
    return t.slotTaken(label, time, taken.map(({ span }) => span.title ?? t.busy).join(', '));
  };
}

/** Where what is in the hand would stand: above the hours, or among them. */
function whereHeld(
  columns: readonly GridColumn[],
  dragged: GridDrag | undefined,
  carried: DayDrag | undefined,
): { readonly above: DayDrag | undefined; readonly among: HoursDrag | undefined } {
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

/** What stands above the hours: whose day it is, what takes whole days, and what is due. */
function GridHead({
  columns,
  bars,
  waiting,
  due,
  ref,
  template,
  carried,
  follow,
  onPlace,
  onHours,
  onPlan,
  onRemove,
  onMore,
}: GridProps & {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly template: CSSProperties;
  readonly carried: DayDrag | undefined;
  readonly follow: (span: Span) => void;
  /** Puts something that has no hours among those of its first day. */
  readonly onHours: (span: Span) => void;
}) {
  const isTeam = columns.length > 1 && columns[0]?.day === columns[1]?.day;
  return (
    <>
      <DayHint />
      <div ref={ref} className="cal-head" style={template}>
        <span className="cal-corner" />
        {columns.map((column) => (
          <div
            key={column.key}
            className="cal-day-head"
            data-cell={cellName(column)}
            data-weekend={isWeekend(column.day)}
          >
            {column.head}
          </div>
        ))}
        <DayBars
          bars={bars}
          waiting={waiting}
          columns={columns}
          dragged={carried}
          acts={{
            keys: { aside: isTeam ? 'calendar' : 1, down: 'hours' },
            calendars: columns.map(({ calendarId }) => calendarId),
            onPlace,
            onHours,
            onRemove,
            onKeys: follow,
          }}
          onMore={onMore}
        />
        <DueLane
          due={due}
          onPlan={(task, column, anchor) => onPlan(task, slotAt(column, task.minutes ?? WORK.from + 60), anchor)}
        />
      </div>
    </>
  );
}

/** The hours at the left, and the time where today is shown. */
const Hours = memo(function Hours({ now }: { now: LocalMinute | undefined }) {
  const language = useLanguage();
  return (
    <div className="cal-hours" aria-hidden="true">
      {Array.from({ length: 23 }, (_, index) => (
        <span key={index} style={{ top: pixelsOf((index + 1) * 60) }}>
          {hourOf((index + 1) * 60, language)}
        </span>
      ))}
      {now === undefined ? null : (
        <strong style={{ top: pixelsOf(now.minutes) }}>{clockOf(now.minutes, language)}</strong>
      )}
    </div>
  );
});
