import './month-grid.css';
import type { Span } from '@kontor/contract/appointment';
import { memo, useMemo, useRef } from 'react';
import { useValue } from '../../../client/react.tsx';
import { useZone } from '../../../shell/index.ts';
import { DayBar, DayHint, holdOf } from './day-bars.tsx';
import { daysOfTimes } from './day-moves.ts';
import { plansOf, type DayPlan } from './days.ts';
import type { DueByDay, DueEntry } from './due.ts';
import { DueLine } from './due-line.tsx';
import type { ShownSpan } from './pending.ts';
import { clockOf, dayName, daysOf, isWeekend, weekNumberOf, weekdayName, type Period } from '../period.ts';
import { spanKey, type Bar, type Piece } from './pieces.ts';
import { colourOf, hrefOfSpan, useWording, wordsOf, type Wording } from './span-parts.tsx';
import type { ChangeActs } from './use-changes.ts';
import { cellName, useDayHand } from './use-day-hand.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useFollow } from './use-follow.ts';
import { useSpanLinks } from './use-span-links.ts';

/** A day aside, and a week up or down. */
const KEYS = { aside: 1, down: 7 } as const;

/** Finds what stands on days by its key. */
export const spanIn =
  (pieces: readonly Piece[], bars: readonly Bar[]) =>
  (key: string): Span | undefined =>
    [...bars, ...pieces].find(({ span }) => spanKey(span) === key)?.span;

/** Lines of a day at most, and dots where there is no room for lines. */
const MAX_LINES = 4;
const MAX_DOTS = 4;
const NONE: readonly DueEntry[] = [];
const NO_CALENDARS: readonly number[] = [];
const NOTHING: DayPlan = { bars: [], pieces: [] };

/** Six weeks, with what is on each day. */
export const MonthGrid = memo(function MonthGrid({
  period,
  month,
  today,
  pieces,
  bars,
  waiting,
  due,
  chosen,
  isNarrow,
  changes,
  onDay,
}: {
  period: Period;
  /** As `2026-11`. */
  month: string;
  /** The day whose plan stands beneath; undefined where none does. */
  chosen: string | undefined;
  /** Days have room for dots alone. */
  isNarrow: boolean;
  today: string;
  pieces: readonly Piece[];
  bars: readonly Bar[];
  waiting: ReadonlyMap<string, ShownSpan>;
  due: DueByDay;
  changes: Pick<ChangeActs, 'place' | 'remove'>;
  onDay: (day: string) => void;
}) {
  const wording = useWording();
  const { t, language } = wording;
  const zone = useZone();
  const frame = useRef<HTMLDivElement>(null);
  const follow = useFollow(frame);
  const spanOf = spanIn(pieces, bars);
  const dragged = useValue(useDayHand({ frame, zone, spanOf, follow, onPlace: changes.place }));
  useDayKeys(frame, {
    keys: KEYS,
    calendars: NO_CALENDARS,
    spanOf,
    onPlace: changes.place,
    onRemove: changes.remove,
    onKeys: follow,
  });
  useSpanLinks(frame);
  const target = dragged === undefined ? undefined : daysOfTimes(dragged.to, zone);
  const days = useMemo(() => daysOf(period), [period]);
  const plans = useMemo(() => plansOf(days, pieces, bars), [days, pieces, bars]);
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7));
  return (
    <div ref={frame} className="cal-month" data-scrolls role="table" aria-label={dayName(`${month}-01`, language)}>
      <DayHint />
      <div className="cal-month-head" role="row">
        <span role="columnheader">
          <span className="hidden-text">{t.weekHead}</span>
        </span>
        {(weeks[0] ?? []).map((day) => (
          <span key={day} role="columnheader" aria-label={weekdayName(day, language, 'long')}>
            {weekdayName(day, language)}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className="cal-month-week" role="row">
          <span className="cal-week-number" role="rowheader">
            {weekNumberOf(week[0] ?? '')}
          </span>
          {week.map((day) => (
            <MonthDay
              key={day}
              day={day}
              isOutside={!day.startsWith(month)}
              isToday={day === today}
              isChosen={day === chosen}
              isNarrow={isNarrow}
              plan={plans.get(day) ?? NOTHING}
              waiting={waiting}
              due={due.get(day) ?? NONE}
              wording={wording}
              isTarget={target !== undefined && day >= target.first && day <= target.last}
              onDay={onDay}
            />
          ))}
        </div>
      ))}
    </div>
  );
});

interface DayProps {
  readonly day: string;
  readonly isOutside: boolean;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly isNarrow: boolean;
  readonly plan: DayPlan;
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  readonly due: readonly DueEntry[];
  readonly wording: Wording;
  /** What is in the hand would stand here. */
  readonly isTarget: boolean;
  readonly onDay: (day: string) => void;
}

const MonthDay = memo(function MonthDay(given: DayProps) {
  const { day, isOutside, isToday, isChosen, isNarrow, isTarget, wording, onDay } = given;
  return (
    <div
      className="cal-month-day"
      role="cell"
      data-cell={cellName({ day, calendarId: 0 })}
      data-target={isTarget || undefined}
      data-outside={isOutside || undefined}
      data-weekend={isWeekend(day) || undefined}
    >
      <button
        type="button"
        className="cal-month-number"
        data-today={isToday || undefined}
        data-chosen={isChosen || undefined}
        aria-current={isToday ? 'date' : undefined}
        aria-label={dayName(day, wording.language)}
        onClick={() => onDay(day)}
      >
        {Number(day.slice(8))}
      </button>
      {isNarrow ? <DayDots {...given} /> : <DayLines {...given} />}
    </div>
  );
});

/** What is on a day, as far as there is room for it, and how much more there is. */
function DayLines({ day, plan: { bars, pieces }, waiting, due, wording, onDay }: DayProps) {
  const { t } = wording;
  const all = bars.length + pieces.length + due.length;
  const room = all > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
  const shownBars = bars.slice(0, room);
  const shownPieces = pieces.slice(0, room - shownBars.length);
  const shownDue = due.slice(0, room - shownBars.length - shownPieces.length);
  const more = all - shownBars.length - shownPieces.length - shownDue.length;
  return (
    <>
      {shownBars.map(({ span, first, last }) => (
        <DayBar
          key={spanKey(span)}
          span={span}
          isWaiting={waiting.has(spanKey(span))}
          wording={wording}
          hasBegin={first === day}
          hasEnd={last === day}
        />
      ))}
      {shownPieces.map(({ span, from }) => (
        <MonthLine key={spanKey(span)} span={span} from={from} wording={wording} />
      ))}
      {shownDue.map((task) => (
        <DueLine key={task.aggregateId} entry={task} />
      ))}
      {more === 0 ? null : (
        <button type="button" className="cal-month-more" aria-label={t.moreLabel(more)} onClick={() => onDay(day)}>
          {t.more(more)}
        </button>
      )}
    </>
  );
}

function DayDots({ plan: { bars, pieces }, due }: DayProps) {
  const shown = [...bars, ...pieces].slice(0, MAX_DOTS);
  return (
    <span className="cal-month-dots" aria-hidden="true">
      {shown.map(({ span }) => (
        <i key={spanKey(span)} style={colourOf(span)} />
      ))}
      {due.slice(0, MAX_DOTS - shown.length).map(({ aggregateId }) => (
        <i key={aggregateId} data-due />
      ))}
    </span>
  );
}

/** An appointment in one line: when, and what. */
export const MonthLine = memo(function MonthLine({
  span,
  from,
  wording: { t, language, ownId },
}: {
  span: Span;
  /** Minutes of its day's clock. */
  from: number;
  wording: Wording;
}) {
  const about = {
    className: 'cal-line',
    'data-declined': span.participation === 'declined' || undefined,
    style: colourOf(span),
  };
  const inner = (
    <>
      <time>{clockOf(from, language)}</time>
      {` ${wordsOf(span, t)}`}
    </>
  );
  if (span.appointmentId === null)
    return (
      <span {...about} data-taken={span.title === null || undefined}>
        {inner}
      </span>
    );
  return (
    <a {...about} {...holdOf(span)} href={hrefOfSpan(span, ownId)}>
      {inner}
    </a>
  );
});
