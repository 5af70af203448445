import type { Span } from '@kontor/contract/appointment';
import { useCallback, useMemo } from 'react';
import { useValue } from '../../../client/react.tsx';
import { useLanguage, useMedia, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { Agenda } from './agenda.tsx';
import { CalendarSign, type KnownCalendar } from './known.tsx';
import { placeBars } from './layout.ts';
import { MonthGrid } from './month-grid.tsx';
import { dayName, daysOf, isWeekend, weekdayName, type Period } from '../period.ts';
import type { LocalMinute } from '../local-time.ts';
import { timesInHours } from './day-moves.ts';
import { TeamWeek } from './team-week.tsx';
import { calendarTexts } from './texts.ts';
import type { GridColumnView } from './time-column.tsx';
import { TimeGrid } from './time-grid.tsx';
import type { useChanges } from './use-changes.ts';
import type { Content, ViewProps } from './view-props.ts';

interface ShapeProps extends ViewProps {
  readonly period: Period;
  readonly content: Content;
  /** What is on the days has arrived. */
  readonly isKnown: boolean;
  readonly changes: ReturnType<typeof useChanges>;
}

/** A period in the way that is chosen. */
export function Shape(given: ShapeProps) {
  const { shown, calendars, known, ownId, now, period, content, isKnown, changes, onShow, onMake } = given;
  const { pieces, bars, waiting, due } = content;
  // There a day has room for dots alone: what they are stands beneath.
  const isNarrow = useMedia('(max-width: 720px)');
  const onDay = (day: string): void => onShow({ view: 'day', day });
  const agenda = (days: Period, always?: string) => (
    <Agenda
      period={days}
      now={now}
      {...(always === undefined ? {} : { always })}
      isKnown={isKnown}
      pieces={pieces}
      bars={bars}
      waiting={waiting}
      due={due}
      onAnswer={changes.answer}
      onFree={(day, from, to, anchor) => {
        const slot = { column: -1, from, to: Math.min(to, from + 60) };
        onMake({ day, calendarId: calendars[0] ?? ownId, slot, anchor });
      }}
    />
  );
  if (shown.view === 'month')
    return (
      <>
        <MonthGrid
          period={period}
          month={shown.day.slice(0, 7)}
          chosen={isNarrow ? shown.day : undefined}
          today={now.day}
          pieces={pieces}
          bars={bars}
          waiting={waiting}
          due={due}
          changes={changes}
          onDay={isNarrow ? (day) => onShow({ day }) : onDay}
        />
        {isNarrow ? agenda({ first: shown.day, last: shown.day }, shown.day) : null}
      </>
    );
  if (shown.view === 'agenda') return agenda(period);
  if (shown.view === 'week' && calendars.length > 1)
    return (
      <TeamWeek
        days={daysOf(period)}
        today={now.day}
        rows={known.filter(({ id }) => calendars.includes(id))}
        pieces={pieces}
        bars={bars}
        waiting={waiting}
        changes={changes}
        onDay={(day, calendarId) => onShow({ view: 'day', day, calendars: [calendarId] })}
      />
    );
  return <Grid {...given} />;
}

/** A day of one or several people, or a week of one, with its hours. */
function Grid(given: ShapeProps) {
  const { shown, calendars, known, ownId, now, period, content, isKnown, changes, making, onShow, onMake } = given;
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const { openItem } = useShell();
  const openKey = useValue(openItem);
  const { pieces, bars, waiting, due } = content;
  const zone = useZone();
  const isTeam = shown.view === 'day' && calendars.length > 1;
  const nameOf = useCallback((calendarId: number) => known.find(({ id }) => id === calendarId)?.name ?? '', [known]);
  const columns = useMemo((): readonly GridColumnView[] => {
    const days = daysOf(period);
    if (!isTeam)
      return days.map((day) => ({
        key: day,
        day,
        calendarId: calendars[0] ?? 0,
        label: dayName(day, language),
        head: (
          <DayHead
            day={day}
            now={now}
            left={pieces.filter((piece) => piece.day === day && piece.to > now.minutes).length}
          />
        ),
        pieces: pieces.filter((piece) => piece.day === day),
      }));
    return calendars.map((calendarId) => ({
      key: `${shown.day} ${calendarId}`,
      day: shown.day,
      calendarId,
      label: nameOf(calendarId),
      head: <CalendarHead calendar={known.find(({ id }) => id === calendarId)} />,
      pieces: pieces.filter(({ span }) => span.calendarId === calendarId),
    }));
  }, [period, isTeam, calendars, pieces, now, shown.day, known, nameOf, language]);
  const placed = useMemo(() => {
    if (!isTeam) return placeBars(bars, period);
    return calendars.flatMap((id, index) =>
      placeBars(
        bars.filter(({ span }) => span.calendarId === id),
        period,
      ).map((bar) => ({ ...bar, from: index, to: index })),
    );
  }, [isTeam, bars, period, calendars]);
  const isEmpty = isKnown && pieces.length + bars.length === 0 && daysOf(period).includes(now.day) && !due.has(now.day);
  return (
    <>
      <TimeGrid
        columns={columns}
        bars={placed}
        waiting={waiting}
        due={columns.map(({ day, calendarId }) => (calendarId === ownId ? (due.get(day) ?? []) : []))}
        now={now}
        openKey={openKey}
        making={making?.slot}
        onMake={(slot, anchor) => {
          const column = columns[slot.column];
          if (column !== undefined) onMake({ day: column.day, calendarId: column.calendarId, slot, anchor });
        }}
        onMove={(span: Span, slot) => {
          const column = columns[slot.column];
          if (column === undefined) return;
          changes.place(span, timesInHours(column.day, slot, zone), isTeam ? column.calendarId : span.calendarId);
        }}
        onPlace={changes.place}
        onAnswer={changes.answer}
        onRemove={changes.remove}
        onMore={(day) => onShow({ view: 'agenda', day })}
        onPlan={(of, slot, anchor) => {
          const column = columns[slot.column];
          if (column !== undefined) onMake({ day: column.day, calendarId: column.calendarId, slot, anchor, of });
        }}
      />
      {isEmpty ? (
        <p className="cal-nothing" lang={language}>
          {t.nothing}
        </p>
      ) : null}
    </>
  );
}

function DayHead({ day, now, left }: { day: string; now: LocalMinute; left: number }) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const isToday = day === now.day;
  return (
    <span className="cal-day-name" data-today={isToday} data-weekend={isWeekend(day)}>
      {weekdayName(day, language)} <strong aria-current={isToday ? 'date' : undefined}>{Number(day.slice(8))}</strong>
      {isToday && left > 0 ? <small>{t.toCome(left)}</small> : null}
    </span>
  );
}

function CalendarHead({ calendar }: { calendar: KnownCalendar | undefined }) {
  if (calendar === undefined) return null;
  return (
    <span className="cal-person-head">
      <CalendarSign calendar={calendar} />
      <strong>{calendar.name}</strong>
    </span>
  );
}
