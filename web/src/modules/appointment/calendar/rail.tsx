import './rail.css';
import type { AppointmentType, PermittedCalendar } from '@kontor/contract/appointment';
import type { CSSProperties } from 'react';
import { Portrait, useTexts } from '../../../shell/index.ts';
import { DayCalendar } from '../../../shell/dates/day-calendar.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { calendarTexts } from './texts.ts';

/** Beside a calendar: a month to go by, whose calendars are shown, and what the colours mean. */
export function Rail({
  day,
  today,
  ownId,
  permitted,
  chosen,
  types,
  onDay,
  onChoose,
}: {
  day: string;
  today: string;
  ownId: number;
  permitted: readonly PermittedCalendar[];
  /** Numbers of the calendars that are shown. */
  chosen: readonly number[];
  types: readonly AppointmentType[];
  onDay: (day: string) => void;
  onChoose: (calendars: readonly number[]) => void;
}) {
  const t = useTexts(calendarTexts);
  const toggle = (userId: number): void => {
    const next = chosen.includes(userId) ? chosen.filter((id) => id !== userId) : [...chosen, userId];
    onChoose(next);
  };
  return (
    <aside className="cal-rail" aria-label={t.side}>
      <DayCalendar key={day} day={day} today={today} onPick={onDay} />
      {permitted.length < 2 ? null : (
        <fieldset>
          <legend>{t.people}</legend>
          {permitted.map(({ userId, fullUserName, userAvatar, level }) => (
            <label key={userId} className="cal-person">
              <input type="checkbox" checked={chosen.includes(userId)} onChange={() => toggle(userId)} />
              <Portrait name={fullUserName} picture={userAvatar} userId={userId} size="s" />
              <span className="cal-person-name">{fullUserName}</span>
              {userId === ownId ? <span className="quiet">{t.me}</span> : null}
              {level === 'busy' ? <Icon small name="lock-simple" label={t.onlyBusy} /> : null}
            </label>
          ))}
        </fieldset>
      )}
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
    </aside>
  );
}
