import {
  BOOKING_PAGES_KEY,
  MAX_BOOKING_PAGES,
  appointmentEvents,
  type BookingPage,
  type appointmentCommands,
  type appointmentQueries,
} from '@kontor/contract/appointment';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { administratorIds, knownGroupIds, namesOf, readGroups, requireAdministrator } from '../../account/index.ts';
import { requireMaking } from '../access.ts';
import { readTypes } from '../store/types.ts';
import type { BookingParts } from './parts.ts';
import {
  countPages,
  deletePage,
  insertPage,
  isSlugTaken,
  readPages,
  takePage,
  updatePage,
  type PageRow,
  type PageValues,
} from './store/pages.ts';
import { newSlug } from './tokens.ts';

const toPage = (row: PageRow, url: string, owner: string): BookingPage => ({
  id: row.page_id,
  slug: row.slug,
  url,
  owner,
  groupId: row.group_id,
  title: row.title,
  text: row.description,
  durations: [...row.durations],
  location: row.location,
  hours: [...row.hours],
  bufferBefore: row.buffer_before,
  bufferAfter: row.buffer_after,
  noticeHours: row.notice_hours,
  daysAhead: row.days_ahead,
  maxPerDay: row.max_per_day,
  isOn: row.is_on,
  appointmentType: row.type_id,
  alert: row.alert ?? 'none',
});

/** The pages that the person may change. */
async function pagesOf(ctx: QueryContext, parts: BookingParts): Promise<BookingPage[]> {
  const { db, instance, person } = ctx;
  const rows = await readPages(db, instance.id, person.id, person.isAdministrator);
  const [names, groups] = await Promise.all([
    namesOf(
      db,
      instance.id,
      rows.flatMap((row) => row.owner_id ?? []),
    ),
    rows.some((row) => row.group_id !== null) ? readGroups(db, instance.id) : [],
  ]);
  const groupNames = new Map(groups.map((group) => [group.group_id, group.name]));
  const origin = parts.originOf(instance);
  return rows.map((row) =>
    toPage(
      row,
      `${origin}/book/${instance.name}/${row.slug}`,
      (row.owner_id === null ? groupNames.get(row.group_id ?? 0) : names.get(row.owner_id)) ?? '',
    ),
  );
}

/** Takes a page that the person may change. Fails with NOT_FOUND for all others. */
async function takeOwn(ctx: CommandContext, id: number): Promise<PageRow> {
  const row = await takePage(ctx.db, ctx.instance.id, id);
  const { person } = ctx;
  const isTheirs = row !== undefined && (row.owner_id === null ? person.isAdministrator : row.owner_id === person.id);
  return isTheirs ? row : fail('NOT_FOUND');
}

/** Tells those who may change pages that they are others. */
async function announce(ctx: CommandContext, ownerId: number | null): Promise<void> {
  const users = ownerId === null ? await administratorIds(ctx.db, ctx.instance.id) : [ownerId];
  const cause = { processIds: [], aggregateIds: [] };
  ctx.emit(appointmentEvents.bookingPagesChanged, { users, isQuiet: true }, { ...cause, keys: [BOOKING_PAGES_KEY] });
}

async function make(
  ctx: CommandContext,
  groupId: number | null,
  given: string | null,
  values: PageValues,
): Promise<{ readonly id: number; readonly slug: string }> {
  const { db, instance, person } = ctx;
  if (groupId !== null) {
    requireAdministrator(ctx);
    if (!(await knownGroupIds(db, instance.id, [groupId])).includes(groupId)) return fail('NOT_FOUND');
  }
  const ownerId = groupId === null ? person.id : null;
  if ((await countPages(db, instance.id, ownerId)) >= MAX_BOOKING_PAGES)
    return fail('TOO_MANY_BOOKING_PAGES', { data: { max: MAX_BOOKING_PAGES } });
  const slug = given ?? newSlug();
  const id = await insertPage(db, instance.id, { slug, owner_id: ownerId, group_id: groupId }, values);
  return id === undefined ? fail('BOOKING_NAME_TAKEN', { data: { field: 'slug' } }) : { id, slug };
}

async function change(ctx: CommandContext, row: PageRow, given: string | null, values: PageValues) {
  const { db, instance } = ctx;
  const named = { id: row.page_id, slug: given ?? row.slug };
  if (await isSlugTaken(db, instance.id, named.slug, named.id))
    return fail('BOOKING_NAME_TAKEN', { data: { field: 'slug' } });
  await updatePage(db, instance.id, named, values);
  return named;
}

export const bookingQueryHandlers = (
  parts: BookingParts,
): Pick<QueryHandlers<typeof appointmentQueries>, 'bookingPages'> => ({
  async bookingPages(ctx) {
    requireMaking(ctx);
    return { pages: await pagesOf(ctx, parts), canMail: parts.mailer.isOn };
  },
});

export const bookingCommandHandlers: Pick<
  CommandHandlers<typeof appointmentCommands>,
  'saveBookingPage' | 'removeBookingPage'
> = {
  async saveBookingPage(ctx, { id, slug, groupId, ...values }) {
    requireMaking(ctx);
    const { db, instance } = ctx;
    const before = id === null ? undefined : await takeOwn(ctx, id);
    const { appointmentType: typeId } = values;
    if (typeId !== null && typeId !== before?.type_id) {
      const types = await readTypes(db, instance.id);
      if (!types.some((type) => type.type_id === typeId)) return fail('TYPE_GONE');
    }
    const saved =
      before === undefined ? await make(ctx, groupId, slug, values) : await change(ctx, before, slug, values);
    await announce(ctx, before === undefined ? (groupId === null ? ctx.person.id : null) : before.owner_id);
    return saved;
  },

  async removeBookingPage(ctx, { id }) {
    requireMaking(ctx);
    const row = await takeOwn(ctx, id);
    await deletePage(ctx.db, ctx.instance.id, row.page_id);
    await announce(ctx, row.owner_id);
    return {};
  },
};
