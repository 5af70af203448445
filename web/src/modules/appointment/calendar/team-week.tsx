import './team-week.css';
import { memo, useMemo, useRef, type CSSProperties } from 'react';
import { useValue } from '../../../client/react.tsx';
import { useZone } from '../../../shell/index.ts';
import { DayBar, DayHint } from './day-bars.tsx';
import { daysOfTimes } from './day-moves.ts';
import { busyMinutes, plansOf, type DayPlan } from './days.ts';
import { MonthLine, spanIn } from './month-grid.tsx';
import { CalendarSign, type KnownCalendar } from './known.tsx';
import type { ShownSpan } from './pending.ts';
import { dayName, isWeekend, weekdayName } from '../period.ts';
import { spanKey, type Bar, type Piece } from './pieces.ts';
import { useWording, type Wording } from './span-parts.tsx';
import type { ChangeActs } from './use-changes.ts';
import { cellName, useDayHand } from './use-day-hand.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useFollow } from './use-follow.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';
import { useSpanLinks } from './use-span-links.ts';

/** A day aside, and a person up or down. */
const KEYS = { aside: 1, down: 'calendar' } as const;
/** Lines of a day of a person at most. */
const MAX_LINES = 2;
/** The hours that the strip of a day stands for. */
const STRIP = { from: 7 * 60, to: 18 * 60 } as const;
/** Pixels of a row, and of the head above all of them. */
const ROW_HEIGHT = 64;
const HEAD_HEIGHT = 40;
const NOTHING: DayPlan = { bars: [], pieces: [] };
const NO_PLANS: ReadonlyMap<string, DayPlan> = new Map();

/** A week with a person or a resource a row. */
export const TeamWeek = memo(function TeamWeek({
  days,
  today,
  rows,
  pieces,
  bars,
  waiting,
  changes,
  onDay,
}: {
  days: readonly string[];
  today: string;
  rows: readonly KnownCalendar[];
  pieces: readonly Piece[];
  bars: readonly Bar[];
  waiting: ReadonlyMap<string, ShownSpan>;
  changes: Pick<ChangeActs, 'place' | 'remove'>;
  /** Shows a day of one person. */
  onDay: (day: string, calendarId: number) => void;
}) {
  const wording = useWording();
  const { t, language } = wording;
  const zone = useZone();
  const frame = useRef<HTMLDivElement>(null);
  const follow = useFollow(frame);
  const plans = useMemo(() => {
    const [ownPieces, ownBars] = [
      Map.groupBy(pieces, ({ span }) => span.calendarId),
      Map.groupBy(bars, ({ span }) => span.calendarId),
    ];
    return new Map(rows.map(({ id }) => [id, plansOf(days, ownPieces.get(id) ?? [], ownBars.get(id) ?? [])]));
  }, [days, rows, pieces, bars]);
  const spanOf = spanIn(pieces, bars);
  const dragged = useValue(useDayHand({ frame, zone, spanOf, follow, onPlace: changes.place }));
  useDayKeys(frame, {
    keys: KEYS,
    calendars: rows.map(({ id }) => id),
    spanOf,
    onPlace: changes.place,
    onRemove: changes.remove,
    onKeys: follow,
  });
  useSpanLinks(frame);
  const parts = useRowsInSight(frame, { count: rows.length, height: ROW_HEIGHT, covered: HEAD_HEIGHT });
  const target = dragged === undefined ? undefined : daysOfTimes(dragged.to, zone);
  const names = useMemo(() => days.map((day) => dayName(day, language)), [days, language]);
  return (
    <div ref={frame} className="cal-team" data-scrolls style={{ '--row': `${ROW_HEIGHT}px` } as CSSProperties}>
      <DayHint />
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t.people}</th>
            {days.map((day, index) => (
              <th
                key={day}
                scope="col"
                data-today={day === today || undefined}
                data-weekend={isWeekend(day) || undefined}
                aria-label={names[index]}
              >
                {weekdayName(day, language)} {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ index, gap }) => {
            const { [index]: calendar } = rows;
            if (gap > 0 || calendar === undefined)
              return (
                <tr key={`gap ${index}`} aria-hidden="true">
                  {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing is in it */}
                  <td colSpan={days.length + 1} style={{ height: gap * ROW_HEIGHT }} />
                </tr>
              );
            const isAt = dragged?.calendarId === calendar.id;
            return (
              <TeamRow
                key={calendar.id}
                index={index}
                calendar={calendar}
                days={days}
                names={names}
                today={today}
                plans={plans.get(calendar.id) ?? NO_PLANS}
                waiting={waiting}
                wording={wording}
                first={isAt ? target?.first : undefined}
                last={isAt ? target?.last : undefined}
                onDay={onDay}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
});

interface RowProps {
  /** From 0. */
  readonly index: number;
  readonly calendar: KnownCalendar;
  readonly days: readonly string[];
  /** Of the days. */
  readonly names: readonly string[];
  readonly today: string;
  readonly plans: ReadonlyMap<string, DayPlan>;
  readonly waiting: ReadonlyMap<string, ShownSpan>;
  readonly wording: Wording;
  /** The days on which what is in the hand would stand here. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly onDay: (day: string, calendarId: number) => void;
}

/** The week of one calendar. */
const TeamRow = memo(function TeamRow(given: RowProps) {
  const { index, calendar, days, names, today, plans, waiting, wording, first, last, onDay } = given;
  const { id, name, level } = calendar;
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      <th scope="row">
        <div className="cal-team-person">
          <CalendarSign calendar={calendar} />
          <span>
            <span className="cal-team-name">{name}</span>
            {level === 'busy' ? <small>{wording.t.onlyBusy}</small> : null}
          </span>
        </div>
      </th>
      {days.map((day, column) => (
        <TeamCell
          key={day}
          label={`${name}, ${names[column]}`}
          isToday={day === today}
          isWeekend={isWeekend(day)}
          plan={plans.get(day) ?? NOTHING}
          waiting={waiting}
          wording={wording}
          cell={cellName({ day, calendarId: id })}
          isTarget={first !== undefined && last !== undefined && day >= first && day <= last}
          onOpen={() => onDay(day, id)}
        />
      ))}
    </tr>
  );
});

function TeamCell({
  label,
  isToday,
  isWeekend: isOff,
  plan,
  waiting,
  wording,
  cell,
  isTarget,
  onOpen,
}: {
  label: string;
  isToday: boolean;
  isWeekend: boolean;
  plan: DayPlan;
  waiting: ReadonlyMap<string, ShownSpan>;
  wording: Wording;
  /** How a hand finds it. */
  cell: string;
  /** What is in the hand would stand here. */
  isTarget: boolean;
  onOpen: () => void;
}) {
  const { t } = wording;
  const { bars, pieces } = plan;
  const shownBars = bars.slice(0, 1);
  const shown = pieces.slice(0, MAX_LINES - shownBars.length);
  const more = bars.length + pieces.length - shownBars.length - shown.length;
  return (
    <td
      data-cell={cell}
      data-target={isTarget || undefined}
      data-today={isToday || undefined}
      data-weekend={isOff || undefined}
    >
      <button type="button" className="cal-team-open" aria-label={label} onClick={onOpen} />
      {bars.length + pieces.length === 0 && !isOff ? <span className="cal-team-free">{t.free}</span> : null}
      {shownBars.map(({ span }) => (
        <DayBar key={spanKey(span)} span={span} isWaiting={waiting.has(spanKey(span))} wording={wording} />
      ))}
      {shown.map(({ span, from }) => (
        <MonthLine key={spanKey(span)} span={span} from={from} wording={wording} />
      ))}
      {more === 0 ? null : <span className="cal-team-more">{t.more(more)}</span>}
      {pieces.length === 0 || busyMinutes(plan) === 0 ? null : <DayStrip pieces={pieces} />}
    </td>
  );
}

const share = (minutes: number): number =>
  Math.min(1, Math.max(0, (minutes - STRIP.from) / (STRIP.to - STRIP.from))) * 100;

/** The hours of a day in which something is. */
const DayStrip = ({ pieces }: { pieces: readonly Piece[] }) => (
  <span className="cal-strip" aria-hidden="true">
    {pieces
      .filter(({ span }) => span.kind !== 'free')
      .map(({ span, from, to }) => (
        <i
          key={spanKey(span)}
          data-tentative={span.kind === 'tentative' || undefined}
          style={{
            insetInlineStart: `${share(from)}%`,
            width: `${share(to) - share(from)}%`,
            ...(span.color === '' ? {} : { background: span.color }),
          }}
        />
      ))}
  </span>
);
