import './rail.css';
import type { AppointmentType } from '@kontor/contract/appointment';
import { memo, type CSSProperties } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { DayCalendar } from '../../../shell/dates/day-calendar.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { CalendarFeeds } from './feeds.tsx';
import { CalendarSign, type KnownCalendar } from './known.tsx';
import { CalendarSets } from './sets.tsx';
import { calendarTexts } from './texts.ts';

/** Beside a calendar: a month to go by, whose calendars are shown, those that were saved together, and what the colours mean. */
export const Rail = memo(function Rail({
  day,
  today,
  ownId,
  known,
  chosen,
  types,
  onDay,
  onChoose,
  onClose,
}: {
  day: string;
  today: string;
  ownId: number;
  known: readonly KnownCalendar[];
  /** Numbers of the calendars that are shown. */
  chosen: readonly number[];
  types: readonly AppointmentType[];
  onDay: (day: string) => void;
  onChoose: (calendars: readonly number[]) => void;
  /** Goes back to the calendar, where this stands in its place. */
  onClose: (() => void) | undefined;
}) {
  const t = useTexts(calendarTexts);
  return (
    <aside className="cal-rail" aria-label={t.side}>
      {onClose === undefined ? null : (
        <>
          <h1 className="hidden-text">{t.side}</h1>
          <Button icon="arrow-left" autoFocus onClick={onClose}>
            {t.toCalendar}
          </Button>
        </>
      )}
      <DayCalendar day={day} today={today} onPick={onDay} />
      <Chosen ownId={ownId} known={known} chosen={chosen} onChoose={onChoose} />
      {types.length === 0 ? null : (
        <section>
          <h2>{t.types}</h2>
          <ul>
            {types.map(({ id, title, colour }) => (
              <li key={id}>
                <i style={(colour === '' ? {} : { '--t': colour }) as CSSProperties} />
                {title}
              </li>
            ))}
          </ul>
        </section>
      )}
      {onClose === undefined ? (
        <Button kind="plain" icon="printer" className="button cal-print" onClick={() => window.print()}>
          {t.print}
        </Button>
      ) : null}
    </aside>
  );
});

/** Whose calendars are shown. Another day changes nothing here. */
const Chosen = memo(function Chosen({
  ownId,
  known,
  chosen,
  onChoose,
}: {
  ownId: number;
  known: readonly KnownCalendar[];
  chosen: readonly number[];
  onChoose: (calendars: readonly number[]) => void;
}) {
  const t = useTexts(calendarTexts);
  const people = known.filter(({ resource }) => resource === undefined);
  const resources = known.filter(({ resource }) => resource !== undefined);
  const toggle = (id: number): void =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const choice = (legend: string, calendars: readonly KnownCalendar[]) => (
    <fieldset>
      <legend>{legend}</legend>
      {calendars.map((calendar) => (
        <label key={calendar.id} className="cal-person">
          <input type="checkbox" checked={chosen.includes(calendar.id)} onChange={() => toggle(calendar.id)} />
          <CalendarSign calendar={calendar} small />
          <span className="cal-person-name">{calendar.name}</span>
          {calendar.id === ownId ? <span className="quiet">{t.me}</span> : null}
          {calendar.level === 'busy' ? <Icon small name="lock-simple" label={t.onlyBusy} /> : null}
        </label>
      ))}
    </fieldset>
  );
  return (
    <>
      {people.length < 2 ? null : choice(t.people, people)}
      {resources.length === 0 ? null : choice(t.resources, resources)}
      {chosen.includes(ownId) ? <CalendarFeeds /> : null}
      {known.length < 2 ? null : <CalendarSets chosen={chosen} onChoose={onChoose} />}
    </>
  );
});
