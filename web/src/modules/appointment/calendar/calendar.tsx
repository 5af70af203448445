import './calendar.css';
import './print.css';
import { appointmentQueries, type AppointmentType } from '@kontor/contract/appointment';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import {
  Failed,
  Stale,
  useKeys,
  useLanguage,
  useMinute,
  useTexts,
  useZone,
  type ScreenProps,
} from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { LoadingLine } from '../../../ui/parts.tsx';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { DEFAULT_VIEW, addressWith, readAddress, type Shown } from './address.ts';
import { CalendarBar } from './bar.tsx';
import { noteCalendars } from './changes.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { Finding } from './finding.tsx';
import { isSame, slotAt } from './grid-rules.ts';
import { periodOf, stepDay, weekStartIn } from '../period.ts';
import { localOf } from '../local-time.ts';
import { useKnownCalendars } from './known.tsx';
import { MakingCard } from './making-card.tsx';
import { cutSpans, spanKey } from './pieces.ts';
import { Rail } from './rail.tsx';
import { calendarTexts } from './texts.ts';
import { Shape } from './shapes.tsx';
import { useChanges } from './use-changes.ts';
import { useDue } from './due.ts';
import { useFeedSpans } from './use-feed-spans.ts';
import { rangeOf, useSpans } from './use-spans.ts';
import type { Content, Making, ViewProps } from './view-props.ts';
import { YearGrid, type BusyDay } from './year-grid.tsx';

/** Pixels from which on there is room for the rail beside the calendar, and for all views in its bar. */
const ROOM_FOR_RAIL = 900;
const ROOM_FOR_VIEWS = 760;
const NONE: readonly number[] = [];
const NO_DAYS: readonly BusyDay[] = [];
const NO_TYPES: readonly AppointmentType[] = [];

/** Appointments as calendars show them; `children` is the list of them. */
export function Calendar({ address, onMove, children }: ScreenProps & { children: ReactNode }) {
  const client = useClient();
  const zone = useZone();
  const language = useLanguage();
  const minute = useMinute();
  const now = useMemo(() => localOf(new Date(minute).toISOString(), zone), [minute, zone]);
  const weekStart = weekStartIn(language);
  // The list has addresses of its own, which say nothing of what the calendar showed.
  const [last, setLast] = useState(() => readAddress(address, { view: DEFAULT_VIEW, day: now.day, calendars: NONE }));
  const shown = readAddress(address, last);
  const show = (part: Partial<Shown>): void => {
    const next = { ...shown, ...part };
    setLast(next);
    onMove(addressWith(address, next));
  };
  const ownId = useValue(client.user)?.id ?? 0;
  const known = useKnownCalendars();
  const { data: types = NO_TYPES } = useAsk(appointmentQueries.types, {});
  const mayCreate = useValue(client.configuration)?.rights.createAppointment === true;
  const [frame, hasRail] = useIsWide(ROOM_FOR_RAIL, true);
  const [bar, isWide] = useIsWide(ROOM_FOR_VIEWS, true);
  const [isSideShown, setSideShown] = useState(false);
  const [making, setMaking] = useState<Making>();
  const chosen = useChosen(shown.calendars, ownId);
  const makeOn = (anchor: DOMRect, day = shown.day): void => {
    const minutes = day === now.day ? Math.min(22, Math.floor(now.minutes / 60) + 1) * 60 : 9 * 60;
    setMaking({ day, calendarId: chosen[0] ?? ownId, slot: slotAt(-1, minutes), anchor });
  };
  const [isFinding, setFinding] = useState(false);
  const find = (): void => setFinding(true);
  useKeys(
    mayCreate && shown.view !== 'list'
      ? { f: find, c: () => makeOn(frame.current?.querySelector('.toolbar')?.getBoundingClientRect() ?? new DOMRect()) }
      : {},
  );
  const acts = useSteady({
    showDay(day: string): void {
      setSideShown(false);
      show({ day });
    },
    choose: (calendars: readonly number[]) =>
      show({ calendars: calendars.length === 1 && calendars[0] === ownId ? [] : calendars }),
    closeSide: () => setSideShown(false),
  });
  // The month beside the calendar follows once that stands.
  const railDay = useDeferredValue(shown.day);
  const rail = (
    <Rail
      day={railDay}
      today={now.day}
      ownId={ownId}
      known={known}
      chosen={chosen}
      types={types}
      onDay={acts.showDay}
      onClose={hasRail ? undefined : acts.closeSide}
      onChoose={acts.choose}
    />
  );
  if (shown.view === 'list')
    return (
      <div ref={frame} className="calendar-page" data-view="list">
        <div ref={bar} className="cal-main">
          <CalendarBar
            shown={shown}
            today={now.day}
            weekStart={weekStart}
            isWide={isWide}
            onShow={show}
            onMake={mayCreate ? makeOn : undefined}
            onFind={undefined}
            onSide={undefined}
          />
          {children}
        </div>
      </div>
    );
  return (
    <div
      ref={frame}
      className="calendar-page"
      data-view={shown.view}
      data-side={(!hasRail && isSideShown) || undefined}
    >
      {hasRail || isSideShown ? rail : null}
      <div ref={bar} className="cal-main" hidden={!hasRail && isSideShown}>
        <CalendarBar
          shown={shown}
          today={now.day}
          weekStart={weekStart}
          isWide={isWide}
          onShow={show}
          onMake={mayCreate ? makeOn : undefined}
          onFind={mayCreate ? find : undefined}
          onSide={hasRail ? undefined : () => setSideShown(true)}
        />
        <View
          shown={shown}
          calendars={chosen}
          known={known}
          ownId={ownId}
          now={now}
          weekStart={weekStart}
          making={making}
          onShow={show}
          onMake={mayCreate ? setMaking : () => undefined}
        />
      </div>
      {making === undefined ? null : (
        <MakingCard making={making} known={known} ownId={ownId} onClose={() => setMaking(undefined)} />
      )}
      {isFinding ? <Finding ownId={ownId} known={known} chosen={chosen} onClose={() => setFinding(false)} /> : null}
    </div>
  );
}

/** The calendars that are shown: the person's own where none are chosen. */
function useChosen(calendars: readonly number[], ownId: number): readonly number[] {
  const key = calendars.join('-');
  return useMemo(() => (key === '' ? (ownId === 0 ? [] : [ownId]) : key.split('-').map(Number)), [key, ownId]);
}

/** The period that is shown, in the way that is chosen. */
const View = (given: ViewProps) => (given.shown.view === 'year' ? <Year {...given} /> : <Spans {...given} />);

/** A year, of which it is asked how busy each day is and nothing else. */
function Year({ shown, calendars, weekStart, now, onShow }: ViewProps) {
  const t = useTexts(calendarTexts);
  const zone = useZone();
  const client = useClient();
  const period = useMemo(() => periodOf('year', shown.day, weekStart), [shown.day, weekStart]);
  const { showDay } = useSteady({ showDay: (day: string) => onShow({ view: 'day', day }) });
  useEffect(() => noteCalendars(client, calendars), [client, calendars]);
  const { data, failure, isFetching, at, retry } = useAsk(
    appointmentQueries.days,
    calendars.length === 0 ? undefined : { calendars: [...calendars], from: period.first, to: period.last, zone },
  );
  if (data === undefined && failure !== undefined) return <Failed failure={failure} title={t.failed} onRetry={retry} />;
  return (
    <>
      <LoadingLine shown={isFetching && data === undefined} />
      {failure === undefined ? null : <Stale failure={failure} at={at} onRetry={retry} />}
      <YearGrid
        period={period}
        weekStart={weekStart}
        today={now.day}
        days={data ?? NO_DAYS}
        calendars={calendars.length}
        onDay={showDay}
      />
    </>
  );
}

/** A period by all that is in it. */
function Spans(given: ViewProps) {
  const { shown, calendars, weekStart, ownId, known } = given;
  const t = useTexts(calendarTexts);
  const zone = useZone();
  const period = useMemo(() => periodOf(shown.view, shown.day, weekStart), [shown.view, shown.day, weekStart]);
  const { spans, failure, isFetching, at, retry } = useSpans(calendars, period, zone);
  const feeds = useFeedSpans(calendars, period, zone, ownId);
  const due = useDue(calendars, period, zone, ownId);
  usePrepared(shown, calendars, weekStart);
  const content = useMemo((): Content => {
    const all = spans ?? [];
    const waiting = new Map(all.filter(({ isWaiting }) => isWaiting).map((one) => [spanKey(one.span), one]));
    return {
      ...cutSpans([...all.map(({ span }) => span), ...feeds], period, zone),
      waiting,
      due,
    };
  }, [spans, feeds, due, period, zone]);
  const changes = useChanges(zone, {
    nameOf: (id) => known.find((calendar) => calendar.id === id)?.name ?? '',
    isIn: (span, id) => (spans ?? []).some((one) => one.span.calendarId === id && isSame(one.span, span)),
  });
  if (spans === undefined && failure !== undefined)
    return <Failed failure={failure} title={t.failed} onRetry={retry} />;
  return (
    <>
      <LoadingLine shown={isFetching && spans === undefined} />
      {failure === undefined ? null : <Stale failure={failure} at={at} onRetry={retry} />}
      <Shape {...given} period={period} content={content} isKnown={spans !== undefined} changes={changes.acts} />
      {changes.question === undefined ? null : (
        <Requested>
          <ChangeDialog question={changes.question} onClose={changes.forget} />
        </Requested>
      )}
    </>
  );
}

/** Asks for the periods before and behind, so that they are there by a key. */
function usePrepared({ view, day }: Shown, calendars: readonly number[], weekStart: number): void {
  const { ask } = useClient();
  const zone = useZone();
  useEffect(() => {
    if (calendars.length === 0 || view === 'year') return undefined;
    const timer = setTimeout(() => {
      for (const by of [1, -1] as const)
        ask.prepare(
          appointmentQueries.range,
          rangeOf(calendars, periodOf(view, stepDay(view, day, by), weekStart), zone),
        );
    }, 300);
    return () => clearTimeout(timer);
  }, [ask, view, day, calendars, weekStart, zone]);
}
