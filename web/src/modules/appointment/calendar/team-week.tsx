import './team-week.css';
import { useMemo, useRef } from 'react';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { DayBar, DayHint, type DayActs } from './day-bars.tsx';
import { daysOfTimes } from './day-moves.ts';
import { busyMinutes, plansOf, type DayPlan } from './days.ts';
import { MonthLine, spanIn } from './month-grid.tsx';
import { CalendarSign, type KnownCalendar } from './known.tsx';
import type { ShownSpan } from './pending.ts';
import { dayName, isWeekend, weekdayName } from '../period.ts';
import { spanKey, type Bar, type Piece } from './pieces.ts';
import { calendarTexts } from './texts.ts';
import type { useChanges } from './use-changes.ts';
import { cellName, useDayHand } from './use-day-hand.ts';
import { useFollow } from './use-follow.ts';

/** A day aside, and a person up or down. */
const KEYS = { aside: 1, down: 'calendar' } as const;
/** Lines of a day of a person at most. */
const MAX_LINES = 2;
/** The hours that the strip of a day stands for. */
const STRIP = { from: 7 * 60, to: 18 * 60 } as const;

/** A week with a person or a resource a row. */
export function TeamWeek({
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
  changes: Pick<ReturnType<typeof useChanges>, 'place' | 'remove'>;
  /** Shows a day of one person. */
  onDay: (day: string, calendarId: number) => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
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
  const dragged = useDayHand({ frame, zone, spanOf: spanIn(pieces, bars), follow, onPlace: changes.place });
  const target = dragged === undefined ? undefined : daysOfTimes(dragged.to, zone);
  const isTarget = (day: string, calendarId: number): boolean =>
    target !== undefined && dragged?.calendarId === calendarId && day >= target.first && day <= target.last;
  const acts: DayActs = {
    keys: KEYS,
    calendars: rows.map(({ id }) => id),
    onPlace: changes.place,
    onRemove: changes.remove,
    onKeys: follow,
  };
  return (
    <div ref={frame} className="cal-team" data-scrolls>
      <DayHint />
      <table>
        <thead>
          <tr>
            <th scope="col">{t.people}</th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                data-today={day === today}
                data-weekend={isWeekend(day)}
                aria-label={dayName(day, language)}
              >
                {weekdayName(day, language)} {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((calendar) => {
            const { id, name, level } = calendar;
            return (
              <tr key={id}>
                <th scope="row">
                  <div className="cal-team-person">
                    <CalendarSign calendar={calendar} />
                    <span>
                      {name}
                      {level === 'busy' ? <small>{t.onlyBusy}</small> : null}
                    </span>
                  </div>
                </th>
                {days.map((day) => (
                  <TeamCell
                    key={day}
                    label={`${name}, ${dayName(day, language)}`}
                    isToday={day === today}
                    isWeekend={isWeekend(day)}
                    plan={plans.get(id)?.get(day) ?? { bars: [], pieces: [] }}
                    waiting={waiting}
                    acts={acts}
                    cell={cellName({ day, calendarId: id })}
                    isTarget={isTarget(day, id)}
                    onOpen={() => onDay(day, id)}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function TeamCell({
  label,
  isToday,
  isWeekend: isOff,
  plan,
  waiting,
  acts,
  cell,
  isTarget,
  onOpen,
}: {
  label: string;
  isToday: boolean;
  isWeekend: boolean;
  plan: DayPlan;
  waiting: ReadonlyMap<string, ShownSpan>;
  acts: DayActs;
  /** How a hand finds it. */
  cell: string;
  /** What is in the hand would stand here. */
  isTarget: boolean;
  onOpen: () => void;
}) {
  const t = useTexts(calendarTexts);
  const { bars, pieces } = plan;
  const shownBars = bars.slice(0, 1);
  const shown = pieces.slice(0, MAX_LINES - shownBars.length);
  const more = bars.length + pieces.length - shownBars.length - shown.length;
  return (
    <td data-cell={cell} data-target={isTarget} data-today={isToday} data-weekend={isOff}>
      <button type="button" className="cal-team-open" aria-label={label} onClick={onOpen} />
      {bars.length + pieces.length === 0 && !isOff ? <span className="cal-team-free">{t.free}</span> : null}
      {shownBars.map(({ span }) => (
        <DayBar key={spanKey(span)} shown={waiting.get(spanKey(span)) ?? { span, isWaiting: false }} acts={acts} />
      ))}
      {shown.map((piece) => (
        <MonthLine key={spanKey(piece.span)} piece={piece} acts={acts} />
      ))}
      {more === 0 ? null : <span className="cal-team-more">{t.more(more)}</span>}
      {busyMinutes(plan) === 0 ? null : <DayStrip pieces={pieces} />}
    </td>
  );
}

/** The hours of a day in which something is. */
function DayStrip({ pieces }: { pieces: readonly Piece[] }) {
  const share = (minutes: number): number =>
    Math.min(1, Math.max(0, (minutes - STRIP.from) / (STRIP.to - STRIP.from))) * 100;
  return (
    <span className="cal-strip" aria-hidden="true">
      {pieces
        .filter(({ span }) => span.kind !== 'free')
        .map(({ span, from, to }) => (
          <i
            key={spanKey(span)}
            data-tentative={span.kind === 'tentative'}
            style={{
              insetInlineStart: `${share(from)}%`,
              width: `${share(to) - share(from)}%`,
              ...(span.color === '' ? {} : { background: span.color }),
            }}
          />
        ))}
    </span>
  );
}
