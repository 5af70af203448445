import type { memoCommands, MemoFields, recordActivityCommands } from '@kontor/contract/memo';
import { formatAggregateId, type AggregateId, type ParamsOf } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator } from '../account/index.ts';
import { edits, editItems, type ItemKinds } from '../activity/index.ts';
import { takeMemo } from './access.ts';
import { fieldsOf } from './rules.ts';
import { readMemos } from './store.ts';
import { replaceTypes } from './types.ts';
import { beginMemo, writeMemo } from './writing.ts';

export const commandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof memoCommands> => ({
  create: async (ctx, { idoId, instanceId }) => named(ctx, await beginMemo(ctx, idoId, instanceId)),
  save,

  delete: (ctx, { aggregateId }) => discard(ctx, itemKinds(), aggregateId),
});

/** The same rows, as records speak of them. */
export const recordActivityCommandHandlers = (
  itemKinds: () => ItemKinds,
): CommandHandlers<typeof recordActivityCommands> => ({
  async createForRecord(ctx, { idoId, instanceId, ...given }) {
    const memoId = await beginMemo(ctx, idoId, instanceId);
    const [memo] = Object.keys(given).length === 0 ? [] : await readMemos(ctx.db, ctx.instance.id, [memoId]);
    if (memo !== undefined) await writeMemo(ctx, memo, { ...fieldsOf(memo), ...given });
    return named(ctx, memoId);
  },

  saveForRecord: save,
  deleteForRecord: (ctx, { aggregateId }) => discard(ctx, itemKinds(), aggregateId),

  async saveCommunicationTypes(ctx, { types, known }) {
    requireAdministrator(ctx);
    const rows = await replaceTypes(ctx, types, known);
    return { types: rows.map(({ type_id: id, name: communicationType }) => ({ id, communicationType })) };
  },
});

const named = ({ person }: CommandContext, memoId: number) => ({
  aggregateId: formatAggregateId({ module: 'activity', entryId: memoId, userId: person.id }),
});

async function discard(ctx: CommandContext, itemKinds: ItemKinds, aggregateId: AggregateId) {
  const memo = await takeMemo(ctx, aggregateId);
  await editItems(ctx, itemKinds, ctx.person.id, [memo.memo_id], edits.trash(new Date(ctx.now())));
  return {};
}

async function save(
  ctx: CommandContext,
  { aggregateId, aggregateVersion, ...given }: ParamsOf<(typeof memoCommands)['save']>,
) {
  const memo = await takeMemo(ctx, aggregateId);
  if (memo.edit !== aggregateVersion)
    return fail('MEMO_CONFLICT', { data: { aggregateVersion: memo.edit, ...shown(ctx, fieldsOf(memo)) } });
  return { aggregateVersion: await writeMemo(ctx, memo, given) };
}

/** What a person may know of a memo's fields: whom it was with is a part of records. */
const shown = ({ person }: CommandContext, fields: MemoFields): MemoFields =>
  person.rights.idoList ? fields : { ...fields, contactPersonId: null };
