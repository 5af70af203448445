import { ONE_CHOICE, type Board, type FieldDefinition } from '@kontor/contract/record';
import { sql, type RawBuilder } from 'kysely';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { groupsOfPerson } from '../../account/index.ts';
import { comparedValue } from '../lists/cells.ts';
import { readSearchParams, wantedOf } from '../lists/queries.ts';
import { hitsOf } from '../lists/store/lists.ts';
import { readableKinds, type ReadableKind } from '../kinds/readable.ts';
import { ownFields } from '../rules.ts';
import type { Deck } from './card-store.ts';
import { findQuery } from './query-store.ts';

type Ctx = Pick<QueryContext, 'db' | 'instance' | 'person'>;

/** A field of one choice, by whose choices cards lie. */
export interface ChoiceField {
  readonly key: string;
  readonly label: string;
  readonly choices: readonly string[];
}

/** A choice as cells have it. */
export const choiceCell = (choice: string): string => comparedValue('one', choice).value;

export function choiceField(fields: readonly FieldDefinition[], key: string): ChoiceField | undefined {
  const field = fields.find((one) => one.key === key);
  if (field === undefined || !(ONE_CHOICE as readonly string[]).includes(field.kind)) return undefined;
  return { key, label: field.label, choices: (field as { readonly choices: readonly string[] }).choices };
}

/** A board that was asked for, with what its cards are. */
export interface ResolvedBoard {
  readonly kind: ReadableKind;
  readonly board: Board;
  readonly fields: readonly FieldDefinition[];
  readonly column: ChoiceField;
  readonly lane: ChoiceField | undefined;
  readonly deck: Deck;
}

/**
 * Reads what a board is made of. Throws NOT_FOUND if the person does not see the query, QUERY_INVALID if it is no board, or its columns are
 * of no choices that the person reads: whether a field is gone or hidden is told to nobody.
 */
export async function resolveBoard(
  ctx: Ctx,
  { queryId, search }: { queryId: string; search: string },
): Promise<ResolvedBoard> {
  const { db, instance, person } = ctx;
  const groupIds = await groupsOfPerson(db, instance.id, person.id);
  const query = await findQuery(db, { instanceId: instance.id, userId: person.id, groupIds }, queryId);
  if (query === undefined || query.deleted_at !== null || !query.is_seen || query.kind_id === null)
    return fail('NOT_FOUND');
  const [kind] = await readableKinds(ctx, [query.kind_id]);
  if (kind === undefined) return fail('NOT_FOUND');
  const noBoard = () => fail('QUERY_INVALID', { data: { faults: ['board'] } });
  const { board } = query;
  if (board === null) return noBoard();
  const fields = ownFields(kind.fields);
  const column = choiceField(fields, board.columnKey) ?? noBoard();
  const lane = board.laneKey === null ? undefined : choiceField(fields, board.laneKey);
  const among = narrowed(ctx, kind, { fulltextSearch: `${query.words} ${search}`, detailsSearch: query.details });
  const deck = { instanceId: instance.id, kindId: kind.kind_id, key: column.key, laneKey: lane?.key ?? null, among };
  return { kind, board, fields, column, lane, deck };
}

/** Returns the ids of the records of a kind that are searched for, as a query; undefined for all of them. Throws SEARCH_INVALID. */
function narrowed(
  ctx: Ctx,
  kind: ReadableKind,
  searched: { readonly fulltextSearch: string; readonly detailsSearch: string },
): RawBuilder<unknown> | undefined {
  const wanted = wantedOf(ctx, [kind], readSearchParams(searched, ctx.instance));
  const [only] = wanted.kinds;
  if (only === undefined) return sql`select record_id from record_cell where false`;
  if (wanted.words === undefined && only.tests.length === 0) return undefined;
  return hitsOf(wanted, only.kindId, only.tests, wanted.words, false);
}
