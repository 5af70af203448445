import type { FeedLevel } from '@kontor/contract/appointment';
import type { Property } from '../../../platform/icalendar/index.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { namesOf } from '../../account/index.ts';
import { toIcal } from '../icalendar/appointment.ts';
import { writeCalendarText, writeTakenText, type TakenTime } from '../icalendar/writing.ts';
import { readRange } from '../reading.ts';
import { sightOf } from '../sight.ts';
import { readAppointments } from '../store/appointments.ts';
import { lastChange } from '../store/changes.ts';
import { changedOriginals, readObjects } from '../store/objects.ts';
import { KINDS } from '../store/spans.ts';
import { withoutZone } from '../times.ts';

const TAKEN = 'Belegt · Busy';
const MONTH = 7;

/** The time around a month of which a feed says what is taken: three months before, and thirteen after. */
function windowOf(now: number): { readonly from: number; readonly to: number } {
  const day = new Date(now);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  return { from: Date.UTC(year, month - 3, 1), to: Date.UTC(year, month + 13, 1) };
}

/** Another one where the feed says something else. */
export async function feedTag(ctx: QueryContext, level: FeedLevel): Promise<string> {
  const n = await lastChange(ctx.db, ctx.instance.id, ctx.person.id);
  return `"${n}-${level}-${new Date(ctx.now()).toISOString().slice(0, MONTH)}"`;
}

/** Who has the address is nobody that we know: they read what everybody might who was given as much. */
const LEVELS = { whole: 'read', busy: 'busy' } as const satisfies Record<FeedLevel, string>;

/** The person's own calendar for who has the address: without people, and what is private as taken. */
export async function feedText(
  ctx: QueryContext,
  level: FeedLevel,
  { zone, lines }: { readonly zone: string; readonly lines: readonly Property[] },
): Promise<string> {
  const { db, instance, person } = ctx;
  const names = await namesOf(db, instance.id, [person.id]);
  const name = (names.get(person.id) ?? person.userName).replaceAll(/[\p{Cc}\s]+/gu, ' ');
  const head: readonly Property[] = [['name', {}, 'text', name], ['x-wr-calname', {}, 'unknown', name], ...lines];
  const rows = (await readObjects(db, instance.id, person.id, person.id)).filter(
    ({ access }) => sightOf({ level: LEVELS[level], access, isSeen: false }) === 'whole',
  );
  const whole = new Set(rows.map(({ appointment_id: id }) => id));
  const taken = await takenTimes(ctx, whole, zone);
  const now = ctx.now();
  if (whole.size === 0) return writeTakenText(taken, { now, title: TAKEN, lines: head });
  const stored = await readAppointments(db, instance.id, [...whole]);
  const originals = await changedOriginals(db, instance.id, [...whole]);
  const appointments = [...Map.groupBy(stored, ({ uid }) => uid).values()].map((some) =>
    toIcal(
      some.map((row) => ({ row, persons: [] })),
      { readerId: person.id, addresses: new Map(), originals, lines: new Map() },
    ),
  );
  const text = writeCalendarText(appointments, { method: null, now, withPeople: false, withAlarm: false, lines: head });
  return taken.length === 0 ? text : withEvents(text, writeTakenText(taken, { now, title: TAKEN }));
}

const END = 'END:VCALENDAR';
/** A calendar with the events of another one, whose times need no zone. */
const withEvents = (text: string, other: string): string =>
  text.replace(END, () => `${other.slice(other.indexOf('BEGIN:VEVENT'), other.lastIndexOf(END))}${END}`);

async function takenTimes(ctx: QueryContext, whole: ReadonlySet<number>, zone: string): Promise<readonly TakenTime[]> {
  const { person } = ctx;
  const range = { calendars: [person.id], ...windowOf(ctx.now()), zone };
  const { seen } = await readRange(ctx, range, { withHidden: true });
  return seen
    .filter(({ span }) => span.kind !== KINDS.free && !whole.has(span.appointment_id))
    .map(({ span, slot }) => {
      const source = `${ctx.instance.id} ${person.id} ${span.appointment_id} ${span.original_min}`;
      const uid = ctx.secrets.sign('feed-taken', source).replaceAll(/\W/g, '').slice(0, 32);
      return { uid: `taken-${uid}`, slot: withoutZone(slot) };
    });
}
