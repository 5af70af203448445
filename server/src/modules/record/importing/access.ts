import type { FieldDefinition } from '@kontor/contract/record';
import type { InstanceContext, Person } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireChanging } from '../access.ts';
import { asReadable, type ReadableKind } from '../kinds/readable.ts';
import { readKinds, type KindRow } from '../store/kinds.ts';
import { findImport, lockImport, type ImportRow } from './store.ts';
import { PERSON } from './values.ts';

type Caller = Pick<InstanceContext, 'db' | 'instance'> & { readonly person: Person };

/** A kind as somebody may fill it. */
export interface WritableKind {
  /** The whole kind, by which records are written. */
  readonly whole: KindRow;
  /** What the person reads of it: nothing else is told of, mapped or compared. */
  readonly kind: ReadableKind;
}

/** Returns a kind as a person may fill it. Throws RIGHT_MISSING, or NOT_FOUND if it is not there. */
export async function writableKind(ctx: Caller, kindId: number): Promise<WritableKind> {
  requireChanging(ctx);
  const [whole] = await readKinds(ctx.db, ctx.instance.id, [kindId]);
  const [kind] = await asReadable(ctx, whole === undefined ? [] : [whole]);
  return whole === undefined || kind === undefined ? fail('NOT_FOUND') : { whole, kind };
}

/** Whether a field may be written, named as imports name it: those of contact persons as `person.<key>`. */
export const isWritable = (
  { writable, writableOfPersons }: Pick<ReadableKind, 'writable' | 'writableOfPersons'>,
  target: string,
  field: FieldDefinition,
): boolean => field.kind !== 'computed' && (target.startsWith(PERSON) ? writableOfPersons : writable).has(field.key);

const isTheirs = ({ person }: Caller, row: ImportRow | undefined): row is ImportRow =>
  row !== undefined && (row.user_id === person.id || person.isAdministrator);

/** Returns an import that is the person's; any for administrators. Throws NOT_FOUND. */
export async function theirImport(ctx: Caller, importId: number): Promise<ImportRow> {
  requireChanging(ctx);
  const row = await findImport(ctx.db, ctx.instance.id, importId);
  return isTheirs(ctx, row) ? row : fail('NOT_FOUND');
}

/** The same, held for this transaction. */
export async function heldImport(ctx: Caller, importId: number): Promise<ImportRow> {
  requireChanging(ctx);
  const row = await lockImport(ctx.db, ctx.instance.id, importId);
  return isTheirs(ctx, row) ? row : fail('NOT_FOUND');
}
