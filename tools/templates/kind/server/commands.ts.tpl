import { formatAggregateId } from '@kontor/contract/kernel';
import type { {{name}}Commands } from '@kontor/contract/{{name}}';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { take{{Name}} } from './access.ts';
import { fieldsOf } from './rules.ts';
import { begin{{Name}}, write{{Name}} } from './writing.ts';

export const commandHandlers: CommandHandlers<typeof {{name}}Commands> = {
  async create(ctx) {
    const entryId = await begin{{Name}}(ctx);
    return { aggregateId: formatAggregateId({ module: '{{name}}', entryId, userId: ctx.person.id }) };
  },

  async save(ctx, { aggregateId, aggregateVersion, ...given }) {
    const row = await take{{Name}}(ctx, aggregateId);
    if (row.edit !== aggregateVersion)
      return fail('{{NAME}}_CONFLICT', { data: { aggregateVersion: row.edit, ...fieldsOf(row) } });
    return { aggregateVersion: await write{{Name}}(ctx, row, given) };
  },
};
