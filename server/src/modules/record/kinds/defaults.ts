import type { FieldDefinition, Value } from '@kontor/contract/record';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { namesOf, timeZoneOf } from '../../account/index.ts';
import { comparedValue, sortOf } from '../lists/cells.ts';
import type { KindRow } from '../store/kinds.ts';
import { referenceFaults } from './references.ts';
import { bumpNumber, hasCell } from './store/numbers.ts';

/** Numbers in a row that somebody has given by hand, before the next one is looked for behind all of them. */
const MAX_TAKEN = 50;

async function nextNumber({ db, instance }: ChangeContext, kind: KindRow, field: FieldDefinition): Promise<string> {
  const numberField = { kindId: kind.kind_id, key: field.key };
  for (let tries = 0; ; tries += 1) {
    const number = await bumpNumber(db, instance.id, numberField, tries > 0 && tries % MAX_TAKEN === 0);
    const { value } = comparedValue(sortOf(field), String(number));
    if (!(await hasCell(db, instance.id, { ...numberField, value }))) return String(number);
  }
}

/** What fields begin with that begin with a value. */
export const givenBeginnings = (fields: readonly FieldDefinition[]): ReadonlyMap<string, Value> =>
  new Map(
    fields.flatMap(({ key, default: begins }) =>
      begins === undefined || (typeof begins !== 'string' && 'kind' in begins) ? [] : [[key, begins] as const],
    ),
  );

/**
 * Returns the first values of fields that nobody has filled in, of a record or a contact person: a fixed value, today in the instance's
 * zone, the name of the person, or the next free number of the kind. Two that are made at once never get the same number.
 */
export async function beginnings(
  ctx: ChangeContext,
  kind: KindRow,
  userId: number,
  unsaid: readonly FieldDefinition[],
): Promise<ReadonlyMap<string, Value>> {
  const begun = new Map(givenBeginnings(unsaid));
  // A record that is gone is nothing to begin with.
  for (const { key } of await referenceFaults(ctx.db, ctx.instance.id, unsaid, begun)) begun.delete(key);
  for (const field of unsaid) {
    const { default: begins } = field;
    if (typeof begins !== 'object' || !('kind' in begins)) continue;
    if (begins.kind === 'number') begun.set(field.key, await nextNumber(ctx, kind, field));
    else if (begins.kind === 'me')
      begun.set(field.key, (await namesOf(ctx.db, ctx.instance.id, [userId])).get(userId) ?? '');
    else {
      const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
      begun.set(field.key, now.toZonedDateTimeISO(timeZoneOf(ctx.instance)).toPlainDate().toString());
    }
  }
  return begun;
}
