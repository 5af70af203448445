import {
  FAVOURITES_KEY,
  MAX_FAVOURITES,
  recordEvents,
  type Favourite,
  type recordCommands,
  type recordQueries,
} from '@kontor/contract/record';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRecords } from '../access.ts';
import { holdRecord } from '../store/records.ts';
import {
  dropFavourite,
  isFavourite,
  lockFavourites,
  putFavourites,
  readFavourites,
  type FavouriteRow,
} from './favourite-store.ts';

type Ctx = Pick<QueryContext, 'db' | 'instance' | 'person'>;
const whose = ({ instance, person }: Ctx) => ({ instanceId: instance.id, userId: person.id });

const toFavourite = (row: FavouriteRow, index: number): Favourite => ({
  idoId: row.record_id,
  idoInstanceId: row.kind_id,
  instance: row.kind,
  instanceColor: row.color,
  position: index + 1,
  title: row.title,
});

/** The person's favourites, theirs alone to change until the end. */
async function held(ctx: CommandContext): Promise<readonly number[]> {
  requireRecords(ctx);
  await lockFavourites(ctx.db, whose(ctx));
  return (await readFavourites(ctx.db, whose(ctx))).map((row) => row.record_id);
}

/** Tells the person's other devices, and returns what they are told. */
async function changed(ctx: CommandContext): Promise<Favourite[]> {
  ctx.emit(
    recordEvents.favouritesChanged,
    { users: [ctx.person.id] },
    { keys: [FAVOURITES_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
  return (await readFavourites(ctx.db, whose(ctx))).map(toFavourite);
}

/** Whether the person has marked a record. */
export const isFavouriteOf = (ctx: Ctx, recordId: number): Promise<boolean> =>
  isFavourite(ctx.db, whose(ctx), recordId);

export const favouriteQueries = {
  async favourites(ctx) {
    requireRecords(ctx);
    return (await readFavourites(ctx.db, whose(ctx))).map(toFavourite);
  },
} satisfies Partial<QueryHandlers<typeof recordQueries>>;

export const favouriteCommands = {
  async addFavourite(ctx, { idoId, idoInstanceId }) {
    const before = await held(ctx);
    const record = await holdRecord(ctx.db, ctx.instance.id, idoId, 'keep');
    if (record?.kind_id !== idoInstanceId) fail('NOT_FOUND');
    if (!before.includes(idoId)) {
      if (before.length >= MAX_FAVOURITES) fail('TOO_MANY_FAVOURITES');
      await putFavourites(ctx.db, whose(ctx), [...before, idoId]);
    }
    return changed(ctx);
  },

  async removeFavourite(ctx, { idoId }) {
    await held(ctx);
    await dropFavourite(ctx.db, whose(ctx), idoId);
    return changed(ctx);
  },

  async orderFavourites(ctx, { favourites }) {
    const before = await held(ctx);
    const requested = favourites.map(({ idoId }) => idoId).filter((id) => before.includes(id));
    await putFavourites(ctx.db, whose(ctx), [...new Set([...requested, ...before])]);
    return changed(ctx);
  },
} satisfies Partial<CommandHandlers<typeof recordCommands>>;
