import type { InstanceContext } from '../../../platform/operation/context.ts';
import { rightsToBits } from '@kontor/contract/account';
import { membersOf, peopleAmong, timeZoneOf } from '../../account/index.ts';
import { takenTimes } from '../finding.ts';
import type { Interval } from '../find-times.ts';
import { merged } from '../reading.ts';
import type { BookingParts } from './parts.ts';
import { dayOf, freeSlots, offeredStarts, type Absence, type FreeSlot, type HostTimes } from './slots.ts';
import { readBooked } from './store/holds.ts';
import type { PageRow } from './store/pages.ts';

type Where = Pick<InstanceContext, 'db' | 'instance' | 'now'>;

const DAY_MS = 86_400_000;

/** A page that is open: whose times it offers, and by which clock. */
export interface OpenPage {
  readonly row: PageRow;
  /** Those whose time can be booked, who may sign in and have calendars. */
  readonly people: readonly number[];
  readonly zone: string;
}

/** Those of some people who may sign in and make appointments. */
async function ableAmong({ db, instance }: Where, userIds: readonly number[]): Promise<readonly number[]> {
  const [seeing, making] = await Promise.all(
    (['agendaList', 'createAppointment'] as const).map((right) =>
      peopleAmong(db, instance.id, userIds, rightsToBits([right])),
    ),
  );
  return userIds.filter((id) => seeing?.get(id) === true && making?.get(id) === true);
}

/** A page as guests see it; undefined where it is off, or nobody is there whose time it offers. */
export async function openPage(
  ctx: Where,
  parts: BookingParts,
  row: PageRow | undefined,
): Promise<OpenPage | undefined> {
  if (row === undefined || !row.is_on) return undefined;
  const { db, instance } = ctx;
  const { owner_id: ownerId, group_id: groupId } = row;
  const whose = ownerId !== null ? [ownerId] : groupId === null ? [] : await membersOf(db, instance.id, [groupId]);
  const people = await ableAmong(ctx, whose);
  if (people.length === 0) return undefined;
  return { row, people, zone: ownerId === null ? timeZoneOf(instance) : await parts.zoneOf(ctx, ownerId) };
}

/** When somebody is away, of those who are. */
async function absencesOf(
  ctx: Where,
  parts: BookingParts,
  userIds: readonly number[],
  { start, end }: Interval,
): Promise<ReadonlyMap<number, readonly Absence[]>> {
  return Map.groupBy(await parts.awayBetween(ctx, userIds, start, end), ({ userId }) => userId);
}

/** What of a page is looked through. */
export interface Wanted {
  readonly minutes: number;
  /** Only what begins then. */
  readonly start?: number;
  /** A hold that is to become a booking: what it holds stands in nobody's way, and has been offered. */
  readonly hold?: { readonly id: number; readonly start: number };
}

/** Everybody in whose calendar something by a page may be booked: who can be booked, and those who stand in for them. */
export async function possibleHosts(
  ctx: Where,
  parts: BookingParts,
  { row, people }: OpenPage,
): Promise<readonly number[]> {
  const now = ctx.now();
  const away = await absencesOf(ctx, parts, people, { start: now, end: now + (row.days_ahead + 2) * DAY_MS });
  const substitutes = [...away.values()].flat().flatMap(({ substituteId }) => substituteId ?? []);
  return [...new Set([...people, ...(await ableAmong(ctx, substitutes))])];
}

/** The times of a page that can be booked. Nothing is read of what takes the others but when. */
export async function freeTimes(
  ctx: Where,
  parts: BookingParts,
  page: OpenPage,
  { minutes, start, hold }: Wanted,
): Promise<readonly FreeSlot[]> {
  const { row, people, zone } = page;
  const { db, instance } = ctx;
  const now = ctx.now();
  const { hours, notice_hours: noticeHours, days_ahead: daysAhead } = row;
  const offered = () => offeredStarts({ hours, zone, minutes, now, noticeHours, daysAhead });
  const all = hold === undefined ? offered() : [hold.start];
  const starts = start === undefined ? all : all.filter((one) => one === start);
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return [];
  // A day around, for what is counted by day and kept free.
  const range = { start: first - DAY_MS, end: last + DAY_MS + minutes * 60_000 };
  const possible = await possibleHosts(ctx, parts, page);
  const [taken, booked, absences] = await Promise.all([
    takenTimes(
      { db, instance, person: { id: 0 } },
      { calendars: possible, from: range.start, to: range.end, zone },
      null,
    ),
    readBooked(db, instance.id, {
      hosts: possible,
      from: new Date(range.start),
      to: new Date(range.end),
      now: new Date(now),
      except: hold?.id ?? null,
    }),
    absencesOf(ctx, parts, possible, range),
  ]);
  const hosts = new Map(
    possible.map((host): [number, HostTimes] => {
      const own = booked.filter((one) => one.host_id === host);
      const byPage = own.filter((one) => one.page_id === row.page_id);
      const { busy = [], tentative = [] } = taken.get(host) ?? {};
      const held = own.map(({ starts: from, ends: to }) => ({ start: from, end: to }));
      return [
        host,
        {
          taken: merged([...busy, ...tentative, ...held]),
          kept: own.map((one) => ({ start: one.starts - one.before, end: one.ends + one.after })),
          counts: new Map(
            [...Map.groupBy(byPage, (one) => dayOf(one.starts, zone))].map(([day, some]) => [day, some.length]),
          ),
        },
      ];
    }),
  );
  const able = new Set(possible);
  return freeSlots({
    starts,
    zone,
    minutes,
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    maxPerDay: row.max_per_day,
    members: people.map((userId) => ({
      userId,
      away: (absences.get(userId) ?? []).map((one) => ({
        ...one,
        substituteId: one.substituteId !== null && able.has(one.substituteId) ? one.substituteId : null,
      })),
    })),
    absences,
    hosts,
  });
}
