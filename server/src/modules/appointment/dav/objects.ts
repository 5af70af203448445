import { holdsLevel } from '@kontor/contract/appointment';
import { readRange } from '../reading.ts';
import { sightOf } from '../sight.ts';
import { lastChange } from '../store/changes.ts';
import { readObjects, uidsByName, type ObjectFilter, type ObjectRow } from '../store/objects.ts';
import { withoutZone, type Slot } from '../times.ts';
import { localTimeOf } from '../../../platform/recurrence/index.ts';
import type { DavCalendar, DavContext } from './calendars.ts';
import { windowOf } from './tokens.ts';

const DAY_MS = 86_400_000;

/** What a program has as one file: appointments of one UID that the reader sees whole, or time of which they see that it is taken. */
export type DavObject =
  | {
      readonly kind: 'whole';
      readonly name: string;
      readonly uid: string;
      readonly etag: string;
      readonly scheduleTag: string;
      readonly rows: readonly ObjectRow[];
    }
  | {
      readonly kind: 'busy';
      readonly name: string;
      readonly uid: string;
      readonly etag: string;
      readonly slot: Slot;
    };

const SUFFIX = '.ics';
export const nameOfUid = (uid: string): string => `${uid}${SUFFIX}`;

/** A range in which things are asked for; in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const asIfUtc = (ms: number, zone: string): Date => new Date(`${localTimeOf(new Date(ms).toISOString(), zone)}Z`);

const toFilter = (range: TimeRange | undefined, zone: string): ObjectFilter =>
  range === undefined
    ? {}
    : {
        within: {
          from: new Date(range.from),
          to: new Date(range.to),
          localFrom: asIfUtc(range.from, zone),
          localTo: asIfUtc(range.to, zone),
        },
      };

/** Whether the reader sees all that is in a calendar. */
export const seesAll = ({ level }: DavCalendar): boolean => holdsLevel(level, 'manage');

/** Objects that the reader sees whole. */
async function wholeObjects(
  ctx: DavContext,
  calendar: DavCalendar,
  filter: ObjectFilter,
): Promise<readonly DavObject[]> {
  const rows = await readObjects(ctx.db, ctx.instance.id, ctx.person.id, calendar.id, filter);
  const seen = rows.filter(
    ({ access, is_seen: isSeen }) => sightOf({ level: calendar.level, access, isSeen }) === 'whole',
  );
  return [...Map.groupBy(seen, ({ uid }) => uid)].map(([uid, own]) => {
    const [first] = own;
    const sum = own.reduce((total, { edit, sequence }) => total + edit + sequence, 0);
    return {
      kind: 'whole',
      name: first?.name ?? nameOfUid(uid),
      uid,
      etag: `"${first?.n ?? 0}-${sum}-${own.length}"`,
      scheduleTag: `"${own.reduce((total, { sequence }) => total + sequence, 0)}-${own.length}"`,
      rows: own,
    };
  });
}

/** Times that are taken by what the reader does not see, each under a name that says nothing and is another one for every reader. */
async function busyObjects(
  ctx: DavContext,
  calendar: DavCalendar,
  range: TimeRange | undefined,
): Promise<readonly DavObject[]> {
  if (seesAll(calendar)) return [];
  const window = windowOf(ctx.now());
  const from = Math.max(window.from, range?.from ?? window.from);
  const to = Math.min(window.to, range?.to ?? window.to);
  if (from >= to) return [];
  const { seen } = await readRange(ctx, { calendars: [calendar.id], from, to, zone: ctx.timeZone });
  return seen
    .filter(({ sight }) => sight === 'busy')
    .map(({ span, slot }): DavObject => {
      const source = `${ctx.instance.id} ${ctx.person.id} ${calendar.id} ${span.appointment_id} ${span.original_min}`;
      const uid = `taken-${ctx.secrets.sign('calendar-taken', source).replaceAll(/[^\w]/g, '').slice(0, 32)}`;
      const times = [span.starts_at.getTime(), span.ends_at.getTime(), span.mode, span.kind].join('-');
      return { kind: 'busy', name: nameOfUid(uid), uid, etag: `"${times}"`, slot: withoutZone(slot) };
    });
}

/** All that a program finds in a calendar, or what takes place within a range. */
export async function objectsIn(
  ctx: DavContext,
  calendar: DavCalendar,
  range?: TimeRange,
): Promise<readonly DavObject[]> {
  const [whole, busy] = await Promise.all([
    wholeObjects(ctx, calendar, toFilter(range, ctx.timeZone)),
    busyObjects(ctx, calendar, range),
  ]);
  return [...whole, ...busy];
}

/** Some of them by their names. */
export async function objectsNamed(
  ctx: DavContext,
  calendar: DavCalendar,
  names: readonly string[],
): Promise<ReadonlyMap<string, DavObject>> {
  const given = await uidsByName(ctx.db, ctx.instance.id, calendar.id, names);
  const uids = names.flatMap((name) => given.get(name) ?? (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : []));
  const busy = names.some((name) => name.startsWith('taken-')) ? await busyObjects(ctx, calendar, undefined) : [];
  const found = [...(await wholeObjects(ctx, calendar, { uids })), ...busy];
  const wanted = new Set(names);
  return new Map(found.filter(({ name }) => wanted.has(name)).map((object) => [object.name, object]));
}

/** Objects of some UIDs that the reader sees whole. */
export const objectsOfUids = (
  ctx: DavContext,
  calendar: DavCalendar,
  uids: readonly string[],
): Promise<readonly DavObject[]> => wholeObjects(ctx, calendar, { uids });

export const numberOf = (ctx: DavContext, { id }: DavCalendar): Promise<number> =>
  lastChange(ctx.db, ctx.instance.id, id);

export const CHANGES_MS = 90 * DAY_MS;
