import { resourceOfCalendar, type FoundTime } from '@kontor/contract/appointment';
import { useClient, useValue } from '../../../client/react.tsx';
import { useZone } from '../../../shell/index.ts';
import { useColleagues } from '../colleagues.ts';
import { FindPanel, Strip, type StripRow } from '../finding/index.ts';
import { DAY_MINUTES, instantIn, localOf } from '../local-time.ts';
import { useResources } from '../resources.tsx';
import { addedPerson, calendarOf, withPeople, type AppointmentDraft, type DraftPerson } from './draft.ts';
import { beginsAt, hasHours, minutesOf } from './times.ts';
import type { AppointmentForm } from './use-appointment-form.ts';
import type { Suits } from './use-suits.ts';

/** Rows of the strip at most. */
const MAX_ROWS = 12;

const there = ({ participants }: AppointmentDraft): readonly (DraftPerson & { readonly calendarId: number })[] =>
  participants.flatMap((person) => {
    const calendarId = calendarOf(person);
    return person.active && calendarId !== null ? [{ ...person, calendarId }] : [];
  });

/** A time that was found, as it is written into a draft in its zone. */
function timesAt({ start, end }: FoundTime, zone: string) {
  const local = (instant: string): string =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString();
  return {
    timeMode: 'fixedTime' as const,
    startDay: local(start).slice(0, 10),
    startTime: local(start).slice(11, 16),
    endDay: local(end).slice(0, 10),
    endTime: local(end).slice(11, 16),
  };
}

/** When a draft is in the person's zone, where it lies within one day and has hours. */
function partOf(draft: AppointmentDraft, own: string) {
  const minutes = minutesOf(draft);
  if (!hasHours(draft) || minutes <= 0) return undefined;
  const begins = localOf(new Date(beginsAt(draft, draft.zone ?? own)).toISOString(), own);
  if (begins.minutes + minutes > DAY_MINUTES) return undefined;
  return { day: begins.day, part: { from: begins.minutes, to: begins.minutes + minutes } };
}

interface FindingProps {
  readonly form: Pick<AppointmentForm, 'draft' | 'before' | 'change'>;
  /** Null of a new one. */
  readonly appointmentId: number | null;
}

/** Takes a time that was found, and the resource that is free then. */
function useTake({ form: { draft, change } }: Pick<FindingProps, 'form'>): (time: FoundTime) => void {
  const own = useZone();
  return (time) => {
    const resourceId = time.chosen === null ? null : resourceOfCalendar(time.chosen);
    const more = resourceId === null ? [] : [addedPerson({ userId: null, resourceId, address: '', name: '' })];
    change({ ...timesAt(time, draft.zone ?? own), participants: withPeople(draft.participants, more) });
  };
}

/** When those who take part are free, beside the chosen time. Nothing where nobody else does. */
export function FindingStrip({
  suits,
  onMore,
  ...props
}: FindingProps & { readonly suits: Suits | undefined; readonly onMore: () => void }) {
  const {
    form: { draft, before },
    appointmentId,
  } = props;
  const own = useZone();
  const colleagues = useColleagues();
  const resources = useResources();
  const ownId = useValue(useClient().user)?.id ?? 0;
  const take = useTake(props);
  const chosen = partOf(draft, own);
  const rows = there(draft).map(({ calendarId, userId, resourceId, name, isStored }): StripRow => ({
    calendarId,
    name: (userId === null ? resources.find(({ id }) => id === resourceId)?.name : colleagues.nameOf(userId)) || name,
    isStored,
    isTaken: suits?.get(calendarId) === 'busy',
  }));
  if (chosen === undefined || !rows.some(({ calendarId }) => calendarId !== ownId)) return null;
  const { from, to } = chosen.part;
  return (
    <Strip
      rows={rows.slice(0, MAX_ROWS)}
      day={chosen.day}
      chosen={chosen.part}
      stored={appointmentId === null ? undefined : partOf(before, own)}
      appointmentId={appointmentId}
      onChoose={(day, minute) =>
        take({
          start: instantIn({ day, minutes: minute }, own),
          end: instantIn({ day, minutes: minute + to - from }, own),
          unsuited: [],
          chosen: null,
        })
      }
      onTake={take}
      onMore={onMore}
    />
  );
}

/** Looks for another time of an appointment. */
export function FindingDialog({ onClose, ...props }: FindingProps & { readonly onClose: () => void }) {
  const {
    form: { draft },
    appointmentId,
  } = props;
  const take = useTake(props);
  const people = there(draft);
  const minutes = minutesOf(draft);
  const idsOf = (role: DraftPerson['role']): readonly number[] =>
    people.filter((one) => one.role === role).map(({ calendarId }) => calendarId);
  return (
    <FindPanel
      start={{
        must: idsOf('required'),
        may: idsOf('optional'),
        ...(hasHours(draft) && minutes > 0 ? { minutes } : {}),
      }}
      appointmentId={appointmentId}
      onTake={(time) => {
        onClose();
        take(time);
      }}
      onClose={onClose}
    />
  );
}
