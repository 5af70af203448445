import type { IcalAppointment, IcalEvent, IcalPerson } from './model.ts';
import { alertFor } from '../people-rules.ts';
import { slotOf } from '../rules.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import type { PersonRow } from '../store/persons.ts';
import type { ForeignLines } from '../tables.ts';
import type { Addresses } from './addresses.ts';

/** An appointment with those who take part. */
export interface Standing {
  readonly row: AppointmentRow;
  readonly persons: readonly PersonRow[];
}

/** For whom it is written. */
interface Reader {
  readonly readerId: number;
  readonly addresses: Addresses;
  /** Originals of the changed occurrences of series, those among them that the reader does not see. */
  readonly originals: ReadonlyMap<number, readonly string[]>;
  /** What programs have sent with them that we have no field for. */
  readonly lines: ReadonlyMap<number, ForeignLines>;
}

function toPerson(person: PersonRow, addresses: Addresses): IcalPerson[] {
  if (!person.is_active) return [];
  const { role, state } = person;
  if (person.user_id === null) return [{ name: person.name, address: person.address, role, state }];
  const known = addresses.get(person.user_id);
  if (known === undefined) return [];
  return [{ ...known, role, state: state === 'none' && person.accepts ? 'accepted' : state }];
}

/** One of them as calendars have it. Who has an appointment for themselves alone invites nobody. The alert is the reader's own. */
function toEvent({ row, persons }: Standing, { readerId, addresses, lines }: Reader): IcalEvent {
  const people = persons.flatMap((person) => toPerson(person, addresses));
  const own = persons.find((person) => person.user_id === readerId && person.is_active);
  const isAlone = row.organiser === null && people.length <= 1;
  return {
    uid: row.uid,
    original: row.original_local,
    sequence: row.sequence,
    stampedAt: row.created_at,
    modifiedAt: 0,
    slot: slotOf(row),
    title: row.title,
    description: row.description,
    location: row.location,
    meetingUrl: row.meeting_url,
    access: row.access,
    isFree: row.is_free,
    isCancelled: row.cancelled_at !== null,
    alert: own === undefined ? 'none' : alertFor(row, own),
    rule: row.rule === null ? null : cutRule(row.rule, row.cut_local),
    repetition: row.repetition,
    excluded: row.excluded,
    added: [],
    organiser: isAlone ? null : (row.organiser ?? addresses.get(row.calendar_id) ?? null),
    people: isAlone ? [] : people,
    comment: '',
    foreign: lines.get(row.appointment_id) ?? [],
  };
}

/** A rule that ends before a time, where its series was ended. */
export function cutRule(rule: string, cut: string | null): string {
  if (cut === null) return rule;
  const until = new Date(Date.parse(`${cut}Z`) - 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const rest = rule.split(';').filter((part) => !/^(?:UNTIL|COUNT)=/i.test(part));
  return [...rest, `UNTIL=${until}`].join(';');
}

/** Occurrences that do not take place, or not for the reader as the rest does. */
function excludedOf({ row }: Standing, own: readonly Standing[], { originals }: Reader): readonly string[] {
  const shown = new Set(own.map(({ row: { original_local: original } }) => original));
  const hidden = (originals.get(row.appointment_id) ?? []).filter((original) => !shown.has(original));
  return [...new Set([...row.excluded, ...hidden])].toSorted();
}

/** What a program has as one file: a series with those of its occurrences that were changed, or one of these, which is all that the reader takes part in. */
export function toIcal(own: readonly Standing[], reader: Reader): IcalAppointment {
  const master = own.find(({ row }) => row.original_local === null);
  const changed = own.filter((one) => one !== master);
  return {
    uid: own[0]?.row.uid ?? '',
    master: master === undefined ? null : { ...toEvent(master, reader), excluded: excludedOf(master, own, reader) },
    changed: changed
      .map((one) => toEvent(one, reader))
      .toSorted((one, other) => ((one.original ?? '') < (other.original ?? '') ? -1 : 1)),
  };
}
