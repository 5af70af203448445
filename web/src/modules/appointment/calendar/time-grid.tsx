import './time-grid.css';
import type { Span } from '@kontor/contract/appointment';
import {
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLanguage, useZone } from '../../../shell/index.ts';
import type { DueEntry } from './due.ts';
import { daysOfTimes, timesInHours, wholeDay } from './day-moves.ts';
import { CursorCell, SLOT_HINT } from './cursor-cell.tsx';
import { HandLayer, useHeld, type Hands } from './drag-shadow.tsx';
import { DueLane } from './due-line.tsx';
import { MOVE_HINT } from './appointment-block.tsx';
import { DayBars, DayHint, type ShownBar } from './day-bars.tsx';
import { pixelsOf, slotAt, type Slot } from './grid-rules.ts';
import { firstMinute, lastMinute } from './layout.ts';
import type { ShownSpan } from './pending.ts';
import { clockOf, hourOf, isWeekend } from '../period.ts';
import { DAY_MINUTES, type LocalMinute } from '../local-time.ts';
import { spanKey } from './pieces.ts';
import { useWording, type Wording } from './span-parts.tsx';
import { cellName, useDayHand } from './use-day-hand.ts';
import { useDayKeys } from './use-day-keys.ts';
import { Column, WORK, type GridActs, type GridColumnView } from './time-column.tsx';
import { useFollow } from './use-follow.ts';
import { slotUnder, useGridHand } from './use-grid-hand.ts';
import { useHourKeys } from './use-hour-keys.ts';
import { GUTTER, useLanes } from './use-lanes.ts';
import { useSpanLinks } from './use-span-links.ts';

/** Pixels above and below a line of the hours that its label takes. */
const LABEL = 10;

interface GridProps {
  readonly columns: readonly GridColumnView[];
  /** What stands above each of the columns. */
  readonly heads: readonly ReactNode[];
  /** Columns are calendars, and not days. */
  readonly isTeam: boolean;
  /** What stands above the hours, by column. */
  readonly bars: readonly ShownBar[];
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  /** What the person has to do, by column. */
  readonly due: readonly (readonly DueEntry[])[];
  /** Now, in the zone of the grid. */
  readonly now: LocalMinute;
  readonly openKey: string | undefined;
  /** The slot that something is being made in. */
  readonly making: Slot | undefined;
  readonly acts: GridActs;
}

/** Days beside each other with their hours. What is in them can be dragged, by a hand or by keys. */
export const TimeGrid = memo(function TimeGrid(given: GridProps) {
  const { columns, heads, isTeam, bars, waiting, due, now, openKey, making, acts } = given;
  const wording = useWording();
  const { t } = wording;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const follow = useFollow(scroller);
  const hands = useHands({ scroller, head, body, follow, columns, bars, isTeam, due, acts });
  useSpanLinks(scroller);
  const lanes = useLanes(body, columns.length);
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
  const template = useMemo(
    (): CSSProperties => ({
      gridTemplateColumns: `${GUTTER}px repeat(${columns.length}, minmax(var(--column), 1fr))`,
      minWidth: `calc(${GUTTER}px + ${columns.length} * var(--column))`,
    }),
    [columns.length],
  );
  const today = columns.findIndex(({ day }) => day === now.day);
  return (
    <div ref={scroller} className="cal-scroll" data-scrolls data-team={isTeam || undefined} style={printed}>
      <span id={SLOT_HINT} hidden>
        {t.slotHint}
      </span>
      <span id={MOVE_HINT} hidden>
        {t.moveHint}
      </span>
      <DayHint />
      <div ref={head} className="cal-head" style={template}>
        <span className="cal-corner" />
        {columns.map((column, index) => (
          <div
            key={column.key}
            className="cal-day-head"
            data-cell={cellName(column)}
            data-weekend={isWeekend(column.day) || undefined}
          >
            {heads[index]}
          </div>
        ))}
        <HeldBars bars={bars} waiting={waiting} columns={columns} hands={hands} wording={wording} onMore={acts.more} />
        <DueLane
          due={due}
          onPlan={(task, column, anchor) => acts.plan(task, slotAt(column, task.minutes ?? WORK.from + 60), anchor)}
        />
      </div>
      <div ref={body} className="cal-body" style={{ ...template, height: pixelsOf(DAY_MINUTES) }}>
        <Hours now={today === -1 ? undefined : now.minutes} />
        {columns.map((column, index) => (
          <Column
            key={column.key}
            column={column}
            index={index}
            lanes={lanes}
            now={column.day === now.day ? now.minutes : undefined}
            isPast={column.day < now.day}
            waiting={waiting}
            openKey={openKey}
            wording={wording}
            answer={acts.answer}
            more={acts.more}
          />
        ))}
        <HandLayer columns={columns} hands={hands} making={making} wording={wording} template={template} />
        <Cursor columns={columns} today={today} minutes={now.minutes} wording={wording} onMake={acts.make} />
      </div>
    </div>
  );
});

interface HandsProps extends Pick<GridProps, 'columns' | 'bars' | 'isTeam' | 'due' | 'acts'> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly head: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly follow: (span: Span) => void;
}

/** What mouse, finger and keys do among the hours and above them. Returns what is in the hand. */
function useHands({ scroller, head, body, follow, columns, bars, isTeam, due, acts }: HandsProps): Hands {
  const zone = useZone();
  const moveTo: GridActs['move'] = (span, slot) => {
    follow(span);
    acts.move(span, slot);
  };
  const placeAt: GridActs['place'] = (span, to, calendarId) => {
    follow(span);
    acts.place(span, to, calendarId);
  };
  const spanOf = (key: string): Span | undefined => bars.find(({ bar }) => spanKey(bar.span) === key)?.bar.span;
  const hours = useGridHand({
    scroller,
    body,
    head,
    columns,
    onMake: acts.make,
    onMove: moveTo,
    onWholeDay: (span, { day, calendarId }) => placeAt(span, wholeDay(day), calendarId),
    onPlan: (aggregateId, slot, anchor) => {
      const task = due.flat().find((one) => one.aggregateId === aggregateId);
      if (task !== undefined) acts.plan(task, slot, anchor);
    },
  });
  const days = useDayHand({
    frame: head,
    zone,
    isRow: true,
    spanOf,
    slotUnder: (at) => {
      const slot = slotUnder(head.current, body.current, at, columns.length);
      const column = slot && columns[slot.column];
      return column && { day: column.day, calendarId: column.calendarId, slot };
    },
    follow,
    onPlace: acts.place,
  });
  useHourKeys(body, { columns, move: moveTo, place: placeAt, remove: acts.remove });
  useDayKeys(head, {
    keys: { aside: isTeam ? 'calendar' : 1, down: 'hours' },
    calendars: columns.map(({ calendarId }) => calendarId),
    spanOf,
    onPlace: acts.place,
    onHours: (span) => {
      const { first } = daysOfTimes(span, zone);
      const column = columns.findIndex(({ day, calendarId }) => day >= first && calendarId === span.calendarId);
      const { day } = columns[column] ?? {};
      if (day !== undefined) placeAt(span, timesInHours(day, slotAt(column, WORK.from + 60), zone), span.calendarId);
    },
    onRemove: acts.remove,
    onKeys: follow,
  });
  return useMemo(() => ({ hours, days }), [hours, days]);
}

/** What stands above the hours, and what a hand holds there. */
const HeldBars = memo(function HeldBars({
  hands,
  ...given
}: Omit<ComponentProps<typeof DayBars>, 'dragged'> & { readonly hands: Hands }) {
  const { above } = useHeld(given.columns, hands);
  return <DayBars {...given} dragged={above} />;
});

/** Where the keyboard is among the hours. */
const Cursor = memo(function Cursor({
  columns,
  today,
  minutes,
  wording,
  onMake,
}: {
  columns: readonly GridColumnView[];
  /** Number of the column of today; -1 where that is not shown. */
  today: number;
  /** Of now. */
  minutes: number;
  wording: Wording;
  onMake: GridActs['make'];
}) {
  const [cursor, setCursor] = useState<Slot>();
  const at = cursor ?? slotAt(Math.max(0, today), Math.max(minutes, WORK.from));
  return (
    <CursorCell
      slot={at}
      columns={columns}
      label={slotWords(at, columns, wording)}
      onStep={setCursor}
      onMake={(anchor) => onMake(at, anchor)}
    />
  );
});

/** The first minute that is looked at, and the last one that is printed. */
const useReach = (columns: readonly GridColumnView[]): readonly [first: number, last: number] =>
  useMemo(() => {
    const all = columns.flatMap(({ pieces }) => pieces);
    return [firstMinute(all), lastMinute(all)];
  }, [columns]);

/** What a part of a day is, in words: whose, when, and what takes it. */
function slotWords({ column, from, to }: Slot, columns: readonly GridColumnView[], { t, language }: Wording): string {
  const { label = '', pieces = [] } = columns[column] ?? {};
  const time = t.between(clockOf(from, language), clockOf(to, language));
  const taken = pieces.filter((piece) => piece.from < to && piece.to > from && piece.span.kind !== 'free');
  if (taken.length === 0) return t.slotFree(label, time);
  return t.slotTaken(label, time, taken.map(({ span }) => span.title ?? t.busy).join(', '));
}

/** The hours at the left, and the time where today is shown. */
const Hours = memo(function Hours({ now }: { now: number | undefined }) {
  const language = useLanguage();
  return (
    <div className="cal-hours" aria-hidden="true">
      {Array.from({ length: 23 }, (_, index) => (
        <span key={index} style={{ top: pixelsOf((index + 1) * 60) }}>
          {hourOf((index + 1) * 60, language)}
        </span>
      ))}
      {now === undefined ? null : <strong style={{ top: pixelsOf(now) }}>{clockOf(now, language)}</strong>}
    </div>
  );
});
