import type { FieldDefinition, recordCommands } from '@kontor/contract/record';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireChanging } from '../access.ts';
import { asReadable } from '../kinds/readable.ts';
import { referenceFaults } from '../kinds/references.ts';
import { renamedChanges } from '../kinds/renaming.ts';
import { isSame, ownFields, tidyValue, valueOf } from '../rules.ts';
import { changesAt } from '../store/changes.ts';
import { holdKinds } from '../store/kinds.ts';
import { changeField, changedValue, faultsOfChange } from './changing.ts';

export const manyCommandHandlers: Pick<CommandHandlers<typeof recordCommands>, 'changeMany' | 'changeManyBack'> = {
  async changeMany(ctx, { idoInstanceId, idoIds, key, way, value: given }) {
    requireChanging(ctx);
    const { kind, fields, writable } = await heldKind(ctx, idoInstanceId);
    const about = { fields, stored: {}, ofPersons: false };
    const value = renamedChanges(kind, about, [{ key, before: '', value: given }])[0]?.value ?? given;
    refuse(faultsOfChange(fields, { key, way, value }, writable));
    if (way !== 'remove') refuse(await referenceFaults(ctx.db, ctx.instance.id, fields, new Map([[key, value]])));
    const field = fieldOf(fields, key);
    return changeField(ctx, kind, field, idoIds, {
      cause: 'hand',
      wanted: () => Promise.resolve((row) => changedValue(field, way, valueOf(field, row.fields), value)),
    });
  },

  async changeManyBack(ctx, { idoInstanceId, idoIds, key, at }) {
    requireChanging(ctx);
    const { kind, fields, writable } = await heldKind(ctx, idoInstanceId);
    if (fields.some((one) => one.key === key) && !writable.has(key)) refuse([{ key, why: 'right' }]);
    const field = fieldOf(fields, key);
    return changeField(ctx, kind, field, idoIds, {
      cause: 'undo',
      async wanted(rows) {
        const ids = rows.map((row) => row.record_id);
        const changes = await changesAt(ctx.db, ctx.instance.id, ids, { at, userId: ctx.person.id });
        return ({ record_id: recordId, fields: values }) => {
          const difference = changes.get(recordId)?.find((one) => one.personId === 0 && one.key === key);
          if (difference === undefined) return undefined;
          const isAsLeft = isSame(tidyValue(field, difference.after), tidyValue(field, valueOf(field, values)));
          return isAsLeft ? tidyValue(field, difference.before) : undefined;
        };
      },
    });
  },
};

async function heldKind(ctx: CommandContext, kindId: number) {
  const [kind] = await holdKinds(ctx.db, ctx.instance.id, [kindId]);
  const [readable] = await asReadable(ctx, kind === undefined ? [] : [kind]);
  if (kind === undefined || readable === undefined) return fail('NOT_FOUND');
  return { kind, fields: ownFields(readable.fields), writable: readable.writable };
}

function refuse(faults: readonly object[]): void {
  if (faults.length > 0) fail('RECORD_INVALID', { data: { faults } });
}

const fieldOf = (fields: readonly FieldDefinition[], key: string): FieldDefinition =>
  fields.find((one) => one.key === key) ?? fail('RECORD_INVALID', { data: { faults: [{ key, why: 'unknown' }] } });
