import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext, InstanceContext, Person, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireRight } from '../account/index.ts';
import { seenAmong, takeSeen } from '../activity/index.ts';
import { filedBy, findSeenVersion, readDocuments, type DocumentRow } from './store/documents.ts';

interface Caller {
  readonly person: Person;
}

/** Fails with RIGHT_MISSING where the person sees no documents. */
export const requireSeeing = (ctx: Caller): void => requireRight(ctx, 'documentList');

/** Fails with RIGHT_MISSING where the person files and edits none. */
export function requireFiling(ctx: Caller): void {
  requireSeeing(ctx);
  requireRight(ctx, 'createDocument');
}

/** A version of a document, the newest where none is named. Fails with NOT_FOUND where the person does not see it. */
export async function seenVersion(ctx: QueryContext, id: AggregateId, version: number | null) {
  requireSeeing(ctx);
  const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
  const found = id.module === 'document' ? await findSeenVersion(ctx.db, viewer, id.entryId, version) : undefined;
  return found ?? fail('NOT_FOUND');
}

/** A document that the person sees, taken for this transaction. Fails with NOT_FOUND. */
export async function takeDocument(ctx: CommandContext, id: AggregateId): Promise<DocumentRow> {
  const [taken] = id.module === 'document' ? await takeSeen(ctx, [id]) : [];
  const [document] = taken === undefined ? [] : await readDocuments(ctx.db, ctx.instance.id, [taken.entryId]);
  return document ?? fail('NOT_FOUND');
}

/** The same, to change it. Fails with NOT_FOUND, and with RIGHT_MISSING where it was only shared with the person. */
export async function takeToChange(ctx: CommandContext, id: AggregateId): Promise<DocumentRow> {
  const document = await takeDocument(ctx, id);
  return (await mayChange(ctx, id)) ? document : fail('RIGHT_MISSING');
}

/** Whether the person changes a document that they see: who files any changes those that they see by right, not those that are shared with them. */
export async function mayChange(ctx: QueryContext | CommandContext, id: AggregateId): Promise<boolean> {
  const [seen] = ctx.person.rights.createDocument ? await seenAmong(ctx, [id]) : [];
  return seen?.byRight === true;
}

/** Those of some documents, which the person sees, that they may throw away: what they have filed; all of them for administrators. */
export async function removableOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  { id, isAdministrator }: Pick<Person, 'id' | 'isAdministrator'>,
  documentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set(isAdministrator ? documentIds : await filedBy(db, instance.id, id, documentIds));
}
