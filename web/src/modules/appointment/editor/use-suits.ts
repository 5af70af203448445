import { APPOINTMENT_WEEKDAYS, MAX_CALENDARS, appointmentQueries, type Unsuited } from '@kontor/contract/appointment';
import { useAsk } from '../../../client/react.tsx';
import { useZone } from '../../../shell/index.ts';
import { calendarOf, type AppointmentDraft } from './draft.ts';
import { beginsAt, hasHours, minutesOf } from './times.ts';

/** Why the time of an appointment does not suit calendars, by their numbers; who is not among them is free. */
export type Suits = ReadonlyMap<number, Unsuited['kind']>;

const ALL_DAY = { from: '00:00', to: '24:00' };
const MINUTE_MS = 60_000;

/** Whether those who take part in a draft are free at its time, but for it itself. Undefined while that is not known, or nobody but one takes part. */
export function useSuits(draft: AppointmentDraft, appointmentId: number | null): Suits | undefined {
  const own = useZone();
  const minutes = minutesOf(draft);
  const calendars = draft.participants.flatMap((one) => {
    const calendarId = one.active ? calendarOf(one) : null;
    return calendarId === null ? [] : [calendarId];
  });
  const isAsked = hasHours(draft) && minutes > 0 && calendars.length > 1 && calendars.length <= MAX_CALENDARS;
  const begins = isAsked ? beginsAt(draft, draft.zone ?? own) : 0;
  const { data } = useAsk(
    appointmentQueries.findTimes,
    isAsked
      ? {
          must: calendars,
          minutes,
          from: new Date(begins).toISOString(),
          to: new Date(begins + minutes * MINUTE_MS).toISOString(),
          zone: draft.zone ?? own,
          hours: ALL_DAY,
          weekdays: [...APPOINTMENT_WEEKDAYS],
          appointmentId,
        }
      : undefined,
  );
  const time = data?.[0];
  return time === undefined ? undefined : new Map(time.unsuited.map(({ calendarId, kind }) => [calendarId, kind]));
}
