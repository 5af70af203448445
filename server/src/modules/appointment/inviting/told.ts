import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { LocalTime } from '../../../platform/recurrence/index.ts';
import { slotOf } from '../rules.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import type { PersonRow } from '../store/persons.ts';
import type { Said, Told } from '../tables.ts';
import { slotAt, type Slot } from '../times.ts';

/** An appointment of one uid with its people. */
export interface Invited {
  readonly row: AppointmentRow;
  readonly persons: readonly PersonRow[];
}

export const isOutside = ({ user_id: userId, resource_id: resourceId, address }: PersonRow): boolean =>
  userId === null && resourceId === null && address !== '';

const isSameAddress = (one: PersonRow, other: PersonRow): boolean =>
  one.address.toLowerCase() === other.address.toLowerCase();

/** The row of the same address in another appointment. */
export const sameIn = (persons: readonly PersonRow[], person: PersonRow): PersonRow | undefined =>
  persons.find((one) => isOutside(one) && isSameAddress(one, person));

const hashes = new WeakMap<AppointmentRow, string>();
function textHash(row: AppointmentRow): string {
  const known = hashes.get(row) ?? createHash('sha256').update(row.description).digest('hex');
  hashes.set(row, known);
  return known;
}

const saidOf = (row: AppointmentRow, slot: Slot, rule: string | null, excluded: readonly LocalTime[]): Said => ({
  slot,
  title: row.title,
  location: row.location,
  meetingUrl: row.meeting_url,
  description: textHash(row),
  rule,
  excluded: [...excluded],
});

const isOn = ({ row }: Invited, person: PersonRow): boolean => person.is_active && row.cancelled_at === null;

/**
 * What somebody outside is to know of an appointment. Of a series: occurrences that were changed are told of by mails of their own, to those who are in them; for
 * others they are none. `changed`: all of the series that are appointments of their own.
 */
export function wantedOf(invited: Invited, person: PersonRow, changed: readonly Invited[]): Told {
  if (!isOn(invited, person)) return 'off';
  const { row } = invited;
  if (row.rule === null) return saidOf(row, slotOf(row), null, []);
  const own = new Set(
    changed.flatMap((one) => (sameIn(one.persons, person) === undefined ? [] : (one.row.original_local ?? []))),
  );
  const hidden = changed.flatMap(({ row: { original_local: original } }) =>
    original === null || own.has(original) ? [] : [original],
  );
  const excluded = [...new Set([...row.excluded.filter((one) => !own.has(one)), ...hidden])].toSorted();
  return saidOf(row, slotOf(row), `${row.rule} ${row.cut_local ?? ''}`, excluded);
}

/** What somebody who was told of a series knows by that of one of its occurrences. */
export function knownBySeries(series: AppointmentRow, told: Told | undefined, original: LocalTime): Told | undefined {
  if (told === undefined || told === 'off') return told;
  return saidOf(series, slotAt(slotOf(series), original), null, []);
}

/** What a mail says to somebody who was told something before: nothing, an invitation, or that it is off; `occurrence`: of one that was taken out of the series. */
export interface Message {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly kind: 'new' | 'changed' | 'off';
  readonly occurrence: LocalTime | null;
}

export function messageOf(told: Told | undefined, wanted: Told): Message | undefined {
  const off: Message = { method: 'CANCEL', kind: 'off', occurrence: null };
  if (told === undefined || told === 'off')
    return wanted === 'off' ? undefined : { method: 'REQUEST', kind: 'new', occurrence: null };
  if (wanted === 'off') return off;
  if (isDeepStrictEqual(told, wanted)) return undefined;
  const more = wanted.excluded.filter((one) => !told.excluded.includes(one));
  const [occurrence] = more;
  const isAlone = more.length === 1 && isDeepStrictEqual({ ...told, excluded: wanted.excluded }, wanted);
  // Many programs take a series whole for a new invitation, and an occurrence that is off for what it is.
  if (isAlone && occurrence !== undefined && told.excluded.every((one) => wanted.excluded.includes(one)))
    return { ...off, occurrence };
  return { method: 'REQUEST', kind: 'changed', occurrence: null };
}
