import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext, Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeSeen } from '../activity/index.ts';
import { read{{Name}}s, type {{Name}}Row } from './store.ts';

/** Whether a person may write in one: who made it, with the right to make some. */
export const mayWrite = (person: Person, row: Pick<{{Name}}Row, 'created_by'>): boolean =>
  person.rights.create{{Name}} && row.created_by === person.id;

/** One that the person writes in, taken for this transaction. Fails with NOT_FOUND where they do not see it, RIGHT_MISSING where they only read it. */
export async function take{{Name}}(ctx: CommandContext, id: AggregateId): Promise<{{Name}}Row> {
  const isSeen = id.module === '{{name}}' && ctx.person.rights.{{name}}List;
  const [taken] = isSeen ? await takeSeen(ctx, [id]) : [];
  const [row] = taken === undefined ? [] : await read{{Name}}s(ctx.db, ctx.instance.id, [taken.entryId]);
  if (row === undefined) return fail('NOT_FOUND');
  return mayWrite(ctx.person, row) ? row : fail('RIGHT_MISSING');
}
