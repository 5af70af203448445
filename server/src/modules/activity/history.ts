import { HISTORY_PAGE, type Difference, type ItemChangeEntry, type historyQueries } from '@kontor/contract/activity';
import type { ChangeContext, CommandContext, QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { initialsFor, namesFor } from '../account/index.ts';
import { fail } from '../../platform/operation/problem.ts';
import { itemsIn, joined, real, withItems } from './history-rules.ts';
import { seesItem } from './links.ts';
import {
  insertChange,
  insertEdits,
  readChanges,
  replaceChange,
  seenItems,
  takeLastChange,
  type EditOfMany,
} from './store/history.ts';

/** What one person changes again within this time is one change. */
export const JOINED_MS = 10 * 60_000;

/**
 * Writes down what was changed of an item, which was taken for this transaction; what is the same before and after is left out. What a
 * person changes again within ten minutes, without anybody else between, becomes one change; where that takes everything back, none.
 */
export async function noteChange(
  ctx: ChangeContext & Partial<Pick<CommandContext, 'person'>>,
  activityId: number,
  differences: readonly Difference[],
): Promise<void> {
  const now = real(differences);
  if (now.length === 0) return;
  const userId = ctx.person?.id ?? null;
  const last = userId === null ? undefined : await takeLastChange(ctx, activityId, userId, ctx.now() - JOINED_MS);
  if (last === undefined) await insertChange(ctx, activityId, userId, now);
  else await replaceChange(ctx, activityId, last.change_id, joined(last.differences, now));
}

/** Writes down what one person (0 for nobody) did to items, which were taken for this transaction, for all who see them. */
export const noteEdit = (ctx: ChangeContext, edit: Omit<EditOfMany, 'isPersonal'>): Promise<void> =>
  insertEdits(ctx, [{ ...edit, isPersonal: false }]);

/** What became of an item, which the person sees, the newest first. */
export async function changesOf(
  ctx: QueryContext,
  activityId: number,
  most: number,
  before: number | null = null,
): Promise<readonly ItemChangeEntry[]> {
  const { db, instance, person } = ctx;
  const rows = await readChanges(db, instance.id, { activityId, userId: person.id, before, most });
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))];
  const viewer = { instanceId: instance.id, userId: person.id };
  const named = rows.flatMap(({ differences }) => itemsIn(differences));
  const [names, initials, seen] = await Promise.all([
    namesFor(ctx, ids),
    initialsFor(ctx, ids),
    // Whoever does not see an item does not learn here that it is there.
    seenItems(db, viewer, named),
  ]);
  // Nor, whose records are hidden from them, what these are called.
  const isShown = ({ field }: Difference): boolean => field !== 'links' || person.rights.idoList;
  const shown = rows
    .map((row) => ({ ...row, differences: withItems(row.differences.filter(isShown), seen) }))
    .filter(({ differences }) => differences.length > 0);
  return shown.map((row) => ({
    changeId: row.change_id,
    userId: row.user_id,
    name: row.user_id === null ? '' : (names.get(row.user_id) ?? ''),
    initial: row.user_id === null ? '' : (initials.get(row.user_id) ?? ''),
    at: row.at,
    differences: row.differences.map((one) => ({ ...one, isHtml: one.isHtml ?? false })),
  }));
}

export const historyQueryHandlers: QueryHandlers<typeof historyQueries> = {
  async history(ctx, { aggregateId, before }) {
    if (!(await seesItem(ctx, aggregateId))) return fail('NOT_FOUND');
    return [...(await changesOf(ctx, aggregateId.entryId, HISTORY_PAGE, before))];
  },
};
