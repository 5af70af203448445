import type { FieldFault, mergingCommands } from '@kontor/contract/record';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireChanging } from '../access.ts';
import { asReadable } from '../kinds/readable.ts';
import { ownFields } from '../rules.ts';
import { holdKinds, type HeldKind } from '../store/kinds.ts';
import { readRecords } from '../store/records.ts';
import { tellRecords } from '../telling.ts';
import { beginSearch, tellDuplicates } from './duplicates.ts';
import { mergeWhole, partWhole, type MergingParts } from './merging.ts';
import { setDifferent } from './store/duplicates.ts';

const NO_FIELDS = { leftColumn: [], rightColumn: [], contactPerson: [] };

async function kindOf(ctx: CommandContext, kindId: number): Promise<HeldKind> {
  const [kind] = await holdKinds(ctx.db, ctx.instance.id, [kindId]);
  return kind ?? fail('NOT_FOUND');
}

export const mergingCommandHandlers = (parts: MergingParts): CommandHandlers<typeof mergingCommands> => ({
  async findDuplicates(ctx, { idoInstanceId }) {
    requireChanging(ctx);
    await beginSearch(ctx, (await kindOf(ctx, idoInstanceId)).kind_id);
    return {};
  },

  async markDifferent(ctx, { idoInstanceId, idoIds, isDifferent }) {
    requireChanging(ctx);
    const kind = await kindOf(ctx, idoInstanceId);
    const { db, instance, person } = ctx;
    const records = await readRecords(db, instance.id, idoIds);
    if (idoIds.some((id) => records.get(id)?.kind_id !== kind.kind_id)) return fail('NOT_FOUND');
    await setDifferent(db, instance.id, idoIds, { userId: person.id, at: ctx.now(), isDifferent });
    await tellDuplicates(ctx, kind.kind_id);
    return {};
  },

  async merge(ctx, { idoInstanceId, keep, others, values }) {
    requireChanging(ctx);
    const kind = await kindOf(ctx, idoInstanceId);
    const ids = [keep, ...others].map(({ idoId }) => idoId);
    if (new Set(ids).size < ids.length) return fail('NOT_FOUND');
    const [readable] = await asReadable(ctx, [kind]);
    const known = new Set(ownFields(readable?.fields ?? NO_FIELDS).map((field) => field.key));
    const faults = Object.entries(values).flatMap(([key, choice]): FieldFault[] => {
      if (!known.has(key) || (choice !== 'all' && !ids.includes(choice))) return [{ key, why: 'unknown' }];
      return readable?.writable.has(key) === true ? [] : [{ key, why: 'right' }];
    });
    if (faults.length > 0) return fail('RECORD_INVALID', { data: { faults } });
    const choices = new Map(Object.entries(values));
    const merged = await mergeWhole(ctx, parts, kind, { looked: [keep, ...others], choices });
    await tellRecords(ctx, ids);
    return merged;
  },

  async part(ctx, { mergeId }) {
    requireChanging(ctx);
    const parted = await partWhole(ctx, parts, (kindId) => kindOf(ctx, kindId), mergeId);
    await tellRecords(ctx, [parted.idoId, ...parted.idoIds]);
    return { ...parted, idoIds: [...parted.idoIds] };
  },
});
