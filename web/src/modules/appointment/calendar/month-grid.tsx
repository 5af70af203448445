import './month-grid.css';
import type { Span } from '@kontor/contract/appointment';
import { useMemo, useRef } from 'react';
import { Link, detailHref, useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { useClient } from '../../../client/react.tsx';
import { colourOf, useSpanWords } from './appointment-block.tsx';
import { idOfSpan } from './changes.ts';
import { DayBar, DayHint, useDayHold, type DayActs } from './day-bars.tsx';
import { daysOfTimes } from './day-moves.ts';
import { plansOf } from './days.ts';
import type { DueByDay, DueEntry } from './due.ts';
import { DueLine } from './due-line.tsx';
import type { ShownSpan } from './pending.ts';
import { clockOf, dayName, daysOf, isWeekend, weekNumberOf, weekdayName, type Period } from '../period.ts';
import { spanKey, type Bar, type Piece } from './pieces.ts';
import { calendarTexts } from './texts.ts';
import type { useChanges } from './use-changes.ts';
import { cellName, useDayHand } from './use-day-hand.ts';
import { useFollow } from './use-follow.ts';

/** A day aside, and a week up or down. */
const KEYS = { aside: 1, down: 7 } as const;

/** Finds what stands on days by its key. */
export const spanIn =
  (pieces: readonly Piece[], bars: readonly Bar[]) =>
  (key: string): Span | undefined =>
    [...bars, ...pieces].find(({ span }) => spanKey(span) === key)?.span;

/** Lines of a day at most. */
const MAX_LINES = 4;
const NONE: readonly DueEntry[] = [];

/** Six weeks, with what is on each day. */
export function MonthGrid({
  period,
  month,
  today,
  pieces,
  bars,
  waiting,
  due,
  chosen,
  changes,
  onDay,
}: {
  period: Period;
  /** As `2026-11`. */
  month: string;
  /** The day whose plan stands beneath; undefined where none does. */
  chosen: string | undefined;
  today: string;
  pieces: readonly Piece[];
  bars: readonly Bar[];
  waiting: ReadonlyMap<string, ShownSpan>;
  due: DueByDay;
  changes: Pick<ReturnType<typeof useChanges>, 'place' | 'remove'>;
  onDay: (day: string) => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const zone = useZone();
  const frame = useRef<HTMLDivElement>(null);
  const follow = useFollow(frame);
  const dragged = useDayHand({ frame, zone, spanOf: spanIn(pieces, bars), follow, onPlace: changes.place });
  const target = dragged === undefined ? undefined : daysOfTimes(dragged.to, zone);
  const acts: DayActs = { keys: KEYS, calendars: [], onPlace: changes.place, onRemove: changes.remove, onKeys: follow };
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
              plan={plans.get(day) ?? { bars: [], pieces: [] }}
              waiting={waiting}
              due={due.get(day) ?? NONE}
              acts={acts}
              isTarget={target !== undefined && day >= target.first && day <= target.last}
              onDay={onDay}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function MonthDay({
  day,
  isOutside,
  isToday,
  isChosen,
  plan: { bars, pieces },
  waiting,
  due,
  acts,
  isTarget,
  onDay,
}: {
  day: string;
  isOutside: boolean;
  isToday: boolean;
  isChosen: boolean;
  plan: { bars: readonly Bar[]; pieces: readonly Piece[] };
  waiting: ReadonlyMap<string, ShownSpan>;
  due: readonly DueEntry[];
  acts: DayActs;
  /** What is in the hand would stand here. */
  isTarget: boolean;
  onDay: (day: string) => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const all = bars.length + pieces.length + due.length;
  const room = all > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
  const shownBars = bars.slice(0, room);
  const shownPieces = pieces.slice(0, room - shownBars.length);
  const shownDue = due.slice(0, room - shownBars.length - shownPieces.length);
  const more = all - shownBars.length - shownPieces.length - shownDue.length;
  return (
    <div
      className="cal-month-day"
      role="cell"
      data-cell={cellName({ day, calendarId: 0 })}
      data-target={isTarget}
      data-outside={isOutside}
      data-weekend={isWeekend(day)}
    >
      <button
        type="button"
        className="cal-month-number"
        data-today={isToday}
        data-chosen={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={dayName(day, language)}
        onClick={() => onDay(day)}
      >
        {Number(day.slice(8))}
      </button>
      {shownBars.map(({ span, first, last }) => (
        <DayBar
          key={spanKey(span)}
          shown={waiting.get(spanKey(span)) ?? { span, isWaiting: false }}
          acts={acts}
          edges={{ begin: first === day, end: last === day }}
        />
      ))}
      {shownPieces.map((piece) => (
        <MonthLine key={spanKey(piece.span)} piece={piece} acts={acts} />
      ))}
      {shownDue.map((task) => (
        <DueLine key={task.aggregateId} entry={task} />
      ))}
      {more === 0 ? null : (
        <button type="button" className="cal-month-more" aria-label={t.moreLabel(more)} onClick={() => onDay(day)}>
          {t.more(more)}
        </button>
      )}
      <span className="cal-month-dots" aria-hidden="true">
        {[...bars.map(({ span }) => span), ...pieces.map(({ span }) => span)].slice(0, 4).map((span) => (
          <i key={spanKey(span)} style={colourOf(span)} />
        ))}
      </span>
    </div>
  );
}

/** An appointment in one line: when, and what. */
export function MonthLine({ piece: { span, from }, acts }: { piece: Piece; acts?: DayActs | undefined }) {
  const language = useLanguage();
  const client = useClient();
  const words = useSpanWords();
  const hold = useDayHold(acts)(span);
  const about = { className: 'cal-line', 'data-declined': span.participation === 'declined', style: colourOf(span) };
  const inner = (
    <>
      <time>{clockOf(from, language)}</time> <span>{words(span)}</span>
    </>
  );
  if (span.appointmentId === null)
    return (
      <span {...about} data-taken={span.title === null}>
        {inner}
      </span>
    );
  return (
    <Link
      {...about}
      {...hold}
      to={detailHref({ module: 'appointment', aggregateId: idOfSpan(client, span) }, 'module')}
    >
      {inner}
    </Link>
  );
}
