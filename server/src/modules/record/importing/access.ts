import type { InstanceContext, Person } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireChanging } from '../access.ts';
import { ownFields } from '../rules.ts';
import { readKinds, type KindRow } from '../store/kinds.ts';
import { findImport, lockImport, type ImportRow } from './store.ts';
import { PERSON } from './values.ts';

type Asked = Pick<InstanceContext, 'db' | 'instance'> & { readonly person: Person };

/** A kind, and the fields of it that a person writes: those of contact persons as `person.<key>`. */
export interface WritableKind {
  readonly kind: KindRow;
  readonly writable: ReadonlySet<string>;
}

/** A kind as a person may fill it. Fails with RIGHT_MISSING, or NOT_FOUND where it is not there. */
export async function writableKind(ctx: Asked, kindId: number): Promise<WritableKind> {
  requireChanging(ctx);
  const [kind] = await readKinds(ctx.db, ctx.instance.id, [kindId]);
  if (kind === undefined) return fail('NOT_FOUND');
  const persons = kind.fields.contactPerson.map(({ key }) => `${PERSON}${key}`);
  return { kind, writable: new Set([...ownFields(kind.fields).map(({ key }) => key), ...persons]) };
}

const isTheirs = ({ person }: Asked, row: ImportRow | undefined): row is ImportRow =>
  row !== undefined && (row.user_id === person.id || person.isAdministrator);

/** An import that is the person's; any for administrators. Fails with NOT_FOUND. */
export async function theirImport(ctx: Asked, importId: number): Promise<ImportRow> {
  requireChanging(ctx);
  const row = await findImport(ctx.db, ctx.instance.id, importId);
  return isTheirs(ctx, row) ? row : fail('NOT_FOUND');
}

/** The same, held for this transaction. */
export async function heldImport(ctx: Asked, importId: number): Promise<ImportRow> {
  requireChanging(ctx);
  const row = await lockImport(ctx.db, ctx.instance.id, importId);
  return isTheirs(ctx, row) ? row : fail('NOT_FOUND');
}
