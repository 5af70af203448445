import { parseAggregateId } from '@kontor/contract/kernel';
import { useMemo, type ReactNode } from 'react';
import { useValue } from '../../../client/react.tsx';
import { matchPath, useLanguage, useMedia, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { Agenda } from './agenda.tsx';
import type { ShownBar } from './day-bars.tsx';
import type { DueEntry } from './due.ts';
import { CalendarSign, type KnownCalendar } from './known.tsx';
import { placeBars } from './layout.ts';
import { MonthGrid } from './month-grid.tsx';
import { dayName, daysOf, isWeekend, weekdayName, type Period } from '../period.ts';
import { timesInHours } from './day-moves.ts';
import { occurrenceOf } from './pending.ts';
import type { Piece } from './pieces.ts';
import { TeamWeek } from './team-week.tsx';
import { calendarTexts } from './texts.ts';
import type { GridActs, GridColumnView } from './time-column.tsx';
import { TimeGrid } from './time-grid.tsx';
import type { ChangeActs } from './use-changes.ts';
import type { Content, ViewProps } from './view-props.ts';

interface ShapeProps extends ViewProps {
  readonly period: Period;
  readonly content: Content;
  /** What is on the days has arrived. */
  readonly isKnown: boolean;
  readonly changes: ChangeActs;
}

const NO_DUE: readonly DueEntry[] = [];

/** A period in the way that is chosen. What is handed to grids stays the same while nothing of theirs has changed: they are drawn for that alone. */
export function Shape(given: ShapeProps) {
  const { shown, calendars, known, ownId, now, period, content, isKnown, changes, onShow, onMake } = given;
  const { pieces, bars, waiting, due } = content;
  // There a day has room for dots alone: what they are stands beneath.
  const isNarrow = useMedia('(max-width: 720px)');
  const days = useMemo(() => daysOf(period), [period]);
  const rows = useMemo(() => known.filter(({ id }) => calendars.includes(id)), [known, calendars]);
  const acts = useSteady({
    showDay: (day: string) => onShow(isNarrow ? { day } : { view: 'day', day }),
    showDayOf: (day: string, calendarId: number) => onShow({ view: 'day', day, calendars: [calendarId] }),
    makeFree(day: string, from: number, to: number, anchor: DOMRect): void {
      const slot = { column: -1, from, to: Math.min(to, from + 60) };
      onMake({ day, calendarId: calendars[0] ?? ownId, slot, anchor });
    },
  });
  const agenda = (of: Period, always?: string) => (
    <Agenda
      key={of.first}
      period={of}
      now={now}
      {...(always === undefined ? {} : { always })}
      isKnown={isKnown}
      pieces={pieces}
      bars={bars}
      waiting={waiting}
      due={due}
      onAnswer={changes.answer}
      onFree={acts.makeFree}
    />
  );
  if (shown.view === 'month')
    return (
      <>
        <MonthGrid
          period={period}
          month={shown.day.slice(0, 7)}
          chosen={isNarrow ? shown.day : undefined}
          isNarrow={isNarrow}
          today={now.day}
          pieces={pieces}
          bars={bars}
          waiting={waiting}
          due={due}
          changes={changes}
          onDay={acts.showDay}
        />
        {isNarrow ? agenda({ first: shown.day, last: shown.day }, shown.day) : null}
      </>
    );
  if (shown.view === 'agenda') return agenda(period);
  if (shown.view === 'week' && calendars.length > 1)
    return (
      <TeamWeek
        days={days}
        today={now.day}
        rows={rows}
        pieces={pieces}
        bars={bars}
        waiting={waiting}
        changes={changes}
        onDay={acts.showDayOf}
      />
    );
  return <Grid {...given} days={days} />;
}

/** A day of one or several people, or a week of one, with its hours. */
function Grid(given: ShapeProps & { readonly days: readonly string[] }) {
  const { shown, calendars, known, ownId, now, period, days, content, isKnown, changes, making, onShow, onMake } =
    given;
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const openKey = useOpenOccurrence();
  const { pieces, bars, waiting, due } = content;
  const zone = useZone();
  const isTeam = shown.view === 'day' && calendars.length > 1;
  const columns = useColumns({ days, calendars, known, pieces, isTeam });
  const heads = useMemo(
    (): readonly ReactNode[] =>
      columns.map(({ key, day, calendarId, pieces: own }) =>
        isTeam ? (
          <CalendarHead key={key} calendar={known.find(({ id }) => id === calendarId)} />
        ) : (
          <DayHead
            key={key}
            day={day}
            isToday={day === now.day}
            left={day === now.day ? own.filter(({ to }) => to > now.minutes).length : 0}
          />
        ),
      ),
    [columns, isTeam, known, now],
  );
  const placed = useMemo((): readonly ShownBar[] => {
    if (!isTeam) return placeBars(bars, period);
    return calendars.flatMap((id, index) =>
      placeBars(
        bars.filter(({ span }) => span.calendarId === id),
        period,
      ).map((bar) => ({ ...bar, from: index, to: index })),
    );
  }, [isTeam, bars, period, calendars]);
  const dueByColumn = useMemo(
    () => columns.map(({ day, calendarId }) => (calendarId === ownId ? (due.get(day) ?? NO_DUE) : NO_DUE)),
    [columns, due, ownId],
  );
  const acts = useSteady({
    make(slot, anchor) {
      const column = columns[slot.column];
      if (column !== undefined) onMake({ day: column.day, calendarId: column.calendarId, slot, anchor });
    },
    move(span, slot) {
      const column = columns[slot.column];
      if (column === undefined) return;
      changes.place(span, timesInHours(column.day, slot, zone), isTeam ? column.calendarId : span.calendarId);
    },
    place: changes.place,
    answer: changes.answer,
    remove: changes.remove,
    more: (day) => onShow({ view: 'agenda', day }),
    plan(of, slot, anchor) {
      const column = columns[slot.column];
      if (column !== undefined) onMake({ day: column.day, calendarId: column.calendarId, slot, anchor, of });
    },
  } satisfies GridActs);
  const isEmpty = isKnown && pieces.length + bars.length === 0 && days.includes(now.day) && !due.has(now.day);
  return (
    <>
      <TimeGrid
        columns={columns}
        heads={heads}
        isTeam={isTeam}
        bars={placed}
        waiting={waiting}
        due={dueByColumn}
        now={now}
        openKey={openKey}
        making={making?.slot}
        acts={acts}
      />
      {isEmpty ? (
        <p className="cal-nothing" lang={language}>
          {t.nothing}
        </p>
      ) : null}
    </>
  );
}

const NO_PIECES: readonly Piece[] = [];

/** Days of one calendar beside each other, or a day of several. */
function useColumns({
  days,
  calendars,
  known,
  pieces,
  isTeam,
}: Pick<ViewProps, 'calendars' | 'known'> & {
  readonly days: readonly string[];
  readonly pieces: readonly Piece[];
  readonly isTeam: boolean;
}): readonly GridColumnView[] {
  const language = useLanguage();
  return useMemo(() => {
    if (!isTeam) {
      const byDay = Map.groupBy(pieces, ({ day }) => day);
      return days.map((day) => ({
        key: day,
        day,
        calendarId: calendars[0] ?? 0,
        label: dayName(day, language),
        pieces: byDay.get(day) ?? NO_PIECES,
      }));
    }
    const [day = ''] = days;
    const byCalendar = Map.groupBy(pieces, ({ span }) => span.calendarId);
    return calendars.map((calendarId) => ({
      key: `${day} ${calendarId}`,
      day,
      calendarId,
      label: known.find(({ id }) => id === calendarId)?.name ?? '',
      pieces: byCalendar.get(calendarId) ?? NO_PIECES,
    }));
  }, [days, isTeam, calendars, pieces, known, language]);
}

/** The occurrence that is open beside the calendar, named as `occurrenceOf` names it. */
function useOpenOccurrence(): string | undefined {
  const address = useValue(useShell().navigator.address);
  return useMemo(() => {
    const match = matchPath(address);
    const id = match?.name === 'appointment' ? parseAggregateId(match.params['id'] ?? '') : undefined;
    return id && occurrenceOf({ appointmentId: id.entryId, original: id.sourceContainerId });
  }, [address]);
}

function DayHead({ day, isToday, left }: { day: string; isToday: boolean; left: number }) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  return (
    <span className="cal-day-name" data-today={isToday || undefined} data-weekend={isWeekend(day) || undefined}>
      {weekdayName(day, language)} <strong aria-current={isToday ? 'date' : undefined}>{Number(day.slice(8))}</strong>
      {left > 0 ? <small>{t.toCome(left)}</small> : null}
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
