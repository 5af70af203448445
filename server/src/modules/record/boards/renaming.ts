import { QUERIES_KEY, recordEvents, type RenamedChoice } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { renamedValue, renamedWords, type Renames } from '../kinds/renaming.ts';
import { readConditions } from '../lists/conditions.ts';
import { ownFields } from '../rules.ts';
import type { HeldKind } from '../store/kinds.ts';
import { renameCardsIn } from './card-store.ts';
import { choiceCell } from './deck.ts';
import { queriesOfKind, renameInQuery } from './query-store.ts';

/** What a list is cut to, with choices as they are called now. What cannot be read stays as it is: whoever opens it is told. */
function renamedDetails(details: string, renames: Renames): string {
  try {
    const conditions = readConditions(details);
    const isNamed = conditions.some(({ key, value }) => renames.has(key) && value !== undefined);
    if (!isNamed) return details;
    return JSON.stringify(
      conditions.map((one) =>
        one.value === undefined ? one : { ...one, value: renamedValue(renames.get(one.key) ?? [], one.value) },
      ),
    );
  } catch {
    return details;
  }
}

/** Lets the queries and boards of a kind name choices as they are called now, deleted ones too, which may come back. They are locked. */
export async function renameInQueries(ctx: ChangeContext, kindId: number, renames: Renames): Promise<void> {
  if (renames.size === 0) return;
  const { db, instance } = ctx;
  for (const { query_id: queryId, details, board } of await queriesOfKind(db, instance.id, kindId)) {
    const next = {
      details: renamedDetails(details, renames),
      board: board === null ? null : { ...board, hidden: renamedWords(renames.get(board.columnKey), board.hidden) },
    };
    if (next.details !== details || JSON.stringify(next.board) !== JSON.stringify(board))
      await renameInQuery(db, instance.id, queryId, next);
  }
  ctx.emit(recordEvents.queriesChanged, 'instance', {
    keys: [QUERIES_KEY],
    processIds: [...ctx.processIds],
    aggregateIds: [],
  });
}

/** Lets cards of records that have followed lie where they lay, under what their choice is called now. */
export async function renameCards(db: Db, kind: HeldKind, recordIds: readonly number[]): Promise<void> {
  const own = new Set(ownFields(kind.fields).map(({ key }) => key));
  const all = kind.conversions
    .filter(({ key, ofPersons }) => !ofPersons && own.has(key))
    .flatMap(({ key, renamed = [] }) => renamed.map((one: RenamedChoice) => ({ key, ...one })));
  const [instanceId, kindId] = [kind.instance_id, kind.kind_id];
  for (const { key, from, to } of all)
    await renameCardsIn(db, { instanceId, kindId, key, value: choiceCell(from) }, choiceCell(to), recordIds);
}
