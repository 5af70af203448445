import { CALENDAR_IMPORT_LIMITS, type CalendarImportFault } from '@kontor/contract/appointment';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { decodeText } from '../../../platform/charset.ts';
import { Gathering, UnreadError, openArchive } from '../../../platform/filetext/index.ts';
import { CalendarUnreadable, splitCalendars, textOf } from '../../../platform/icalendar/index.ts';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { withAddedKept } from '../icalendar/added.ts';
import type { IcalAppointment, IcalEvent } from '../icalendar/model.ts';
import { readAppointment, readingOf, uidOf } from '../icalendar/reading.ts';
import { outlookRows, outlookTable, type OutlookTable } from './outlook.ts';
import type { ImportRow } from './store.ts';

/** An appointment of a file, or something that is none. */
export interface Found {
  /** In an archive; empty for the file itself. */
  readonly file: string;
  /** Where it begins; 0 for a whole file. */
  readonly line: number;
  readonly title: string;
  readonly what: IcalAppointment | CalendarImportFault;
}

interface NamedText {
  readonly file: string;
  readonly text: string;
  /** Why it could not be taken out of its archive. */
  readonly why?: CalendarImportFault;
}

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

const isCalendar = (text: string): boolean => /^[ \t]*BEGIN:V/im.test(text);

/** What is read before others have their turn. */
const AT_ONCE = 100;
const INFLATE_MS = 60_000;

/** The calendars in an archive, one at a time; other files in it are passed over. */
async function* inArchive(bytes: Buffer): AsyncGenerator<NamedText> {
  const gathering = new Gathering(INFLATE_MS);
  const files = await openArchive(bytes, gathering).catch((error: unknown) => {
    if (error instanceof UnreadError) return fail('CALENDAR_IMPORT_UNREADABLE');
    throw error;
  });
  for (const { name, bytes: inflate } of files.filter((one) => /\.(?:ics|ical|ifb|icalendar|csv)$/i.test(one.name))) {
    try {
      const inflated = await inflate();
      const isLarge = inflated.length > CALENDAR_IMPORT_LIMITS.bytes;
      const text = isLarge ? '' : decodeText(inflated);
      // Other tables in it are other files.
      if (/\.csv$/i.test(name) && !isLarge && outlookTable(text) === undefined) continue;
      yield isLarge ? { file: name, text, why: 'large' } : { file: name, text };
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      const why = error.reason === 'encrypted' ? 'locked' : error.reason === 'tooBig' ? 'large' : 'broken';
      yield { file: name, text: '', why };
    }
  }
}

const named = (one: Omit<Found, 'title'>, event: IcalEvent | null | undefined): Found => ({
  ...one,
  title: event?.title ?? '',
});

/** Has occurrences that are off taken out of their series. */
function withoutCancelled({ master, changed, ...rest }: IcalAppointment): IcalAppointment {
  const off = changed.flatMap((one) => (one.isCancelled && one.original !== null ? [one.original] : []));
  const excluded = [...new Set([...(master?.excluded ?? []), ...off])].toSorted();
  return {
    ...rest,
    master: master === null ? null : { ...master, excluded },
    changed: changed.filter((one) => !one.isCancelled),
  };
}

/** What is kept of one uid: occurrences whose series did not come are appointments for themselves. Returns `rule` where it has more times beside its rule than are kept. */
function keptOf(read: IcalAppointment): readonly IcalAppointment[] | CalendarImportFault {
  const appointment = withAddedKept(withoutCancelled(read));
  if (appointment === undefined) return 'rule';
  if (appointment.master !== null) return appointment.master.isCancelled ? [] : [appointment];
  return appointment.changed.map((one) => {
    const uid = `${read.uid}/${one.original ?? ''}`;
    return { uid, master: { ...one, uid, original: null }, changed: [] };
  });
}

async function* inTable({ file, text }: NamedText, table: OutlookTable, zone: string): AsyncGenerator<Found> {
  for await (const { line, title, what } of outlookRows(text, table, zone))
    yield { file, line, title, what: typeof what === 'string' ? what : { uid: what.uid, master: what, changed: [] } };
}

/** What a text says: a calendar, or a table that Outlook has written. */
async function* inText(named: NamedText, zone: string): AsyncGenerator<Found> {
  const { file, text, why } = named;
  if (why !== undefined) return yield { file, line: 0, title: '', what: why };
  const table = isCalendar(text) ? undefined : outlookTable(text);
  if (table === undefined) yield* inCalendar(named, zone);
  else yield* inTable(named, table, zone);
}

function* inCalendar({ file, text }: NamedText, zone: string): Generator<Found> {
  let calendars: ReturnType<typeof splitCalendars>;
  try {
    calendars = splitCalendars(text);
  } catch (error) {
    if (!(error instanceof CalendarUnreadable)) throw error;
    return yield { file, line: 0, title: '', what: error.reason === 'TOO_LARGE' ? 'large' : 'calendar' };
  }
  for (const { head, pieces } of calendars) {
    const reading = readingOf(head, zone);
    for (const { line, events } of pieces) {
      const own = events().filter(([name]) => name === 'vevent');
      const [first] = own;
      const uid = first === undefined ? '' : uidOf(first);
      const title = first === undefined ? '' : textOf(first, 'summary').slice(0, 200).toWellFormed();
      const at = { file, line, title };
      if (first === undefined) yield { ...at, what: 'broken' };
      else if (uid === '') yield { ...at, what: 'uid' };
      else {
        const { appointment, refused } = readAppointment(uid, own, reading);
        if (refused > 0) yield { ...at, what: 'times' };
        const kept = appointment === null ? [] : keptOf(appointment);
        if (typeof kept === 'string') yield { ...at, what: kept };
        else for (const one of kept) yield named({ file, line, what: one }, one.master);
      }
    }
  }
}

/**
 * What is in the file of an import, in the same order each time; of one uid the first. Fails with CALENDAR_IMPORT_UNREADABLE where no calendar is in it, and CALENDAR_IMPORT_TOO_LARGE
 * where there is more in it than is taken.
 */
export async function* foundIn(
  { blobs, instance }: Pick<InstanceContext, 'blobs' | 'instance'>,
  { blob_hash: hash }: Pick<ImportRow, 'blob_hash'>,
  zone: string,
): AsyncGenerator<Found> {
  const bytes = await buffer(blobs.stream(instance.id, hash ?? ''));
  const texts = isArchive(bytes) ? inArchive(bytes) : [{ file: '', text: decodeText(bytes) }];
  const known = new Set<string>();
  let count = 0;
  let files = 0;
  for await (const one of texts) {
    files += 1;
    for await (const found of inText(one, zone)) {
      if (count % AT_ONCE === 0) await setImmediate();
      if (one.file === '' && found.what === 'calendar') return fail('CALENDAR_IMPORT_UNREADABLE');
      if (typeof found.what !== 'string') {
        if (known.has(found.what.uid)) continue;
        known.add(found.what.uid);
      }
      if ((count += 1) > CALENDAR_IMPORT_LIMITS.events)
        return fail('CALENDAR_IMPORT_TOO_LARGE', { data: { what: 'events', max: CALENDAR_IMPORT_LIMITS.events } });
      yield found;
    }
  }
  if (files === 0) return fail('CALENDAR_IMPORT_UNREADABLE');
}
