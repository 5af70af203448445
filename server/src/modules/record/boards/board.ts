import {
  BOARDS_KEY,
  CARDS_AT_ONCE,
  recordEvents,
  type BoardAnswer,
  type Card,
  type recordCommands,
  type recordQueries,
} from '@kontor/contract/record';
import type { ParamsOf } from '@kontor/contract/kernel';
import { rightsToBits } from '@kontor/contract/account';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { filterUsers } from '../../account/index.ts';
import { changesRecords, requireChanging, requireRecords } from '../access.ts';
import { ownFields, shownValue, textOf, valueOf } from '../rules.ts';
import { readableKinds } from '../kinds/readable.ts';
import { referencesIn, referenceText } from '../kinds/references.ts';
import { holdRecord, readRecords, type RecordRow } from '../store/records.ts';
import {
  countPiles,
  lockCards,
  placeCard,
  ranksFor,
  readPiles,
  type PileCount,
  type PlacedCard,
} from './card-store.ts';
import { choiceCell, choiceField, resolveBoard, type ResolvedBoard, type ChoiceField } from './deck.ts';
import { rankBetween } from './rank.ts';

/**
 * The columns of a board: first *nothing chosen*, then the choices of the field in their order, last the values that are no longer choices.
 */
interface Choices {
  readonly shown: readonly { readonly value: string; readonly isGone: boolean }[];
  /** What a cell stands for. */
  readonly of: (cell: string) => string;
}

function choicesOf(
  field: ChoiceField,
  cells: ReadonlyMap<string, number>,
  records: ReadonlyMap<number, RecordRow>,
): Choices {
  const known = new Map(field.choices.toReversed().map((choice) => [choiceCell(choice), choice]));
  const gone = [...cells].flatMap(([cell, sample]) => {
    if (cell === '' || known.has(cell)) return [];
    const value = records.get(sample)?.fields[field.key];
    return [[cell, typeof value === 'string' ? value : cell] as const];
  });
  const all = new Map([...known, ...gone]);
  const isOpen = cells.has('');
  return {
    shown: [
      ...(isOpen ? [{ value: '', isGone: false }] : []),
      ...[...known.values()].toReversed().map((value) => ({ value, isGone: false })),
      ...gone.map(([, value]) => ({ value, isGone: true })),
    ],
    of: (cell) => all.get(cell) ?? cell,
  };
}

const samples = (counts: readonly PileCount[], cellOf: (count: PileCount) => string): ReadonlyMap<string, number> =>
  new Map(counts.map((count) => [cellOf(count), count.sample]));

/** Cards as they are read, by the ids of their records. */
async function cardsOf(
  { db, instance }: Pick<QueryContext, 'db' | 'instance'>,
  resolved: ResolvedBoard,
  placed: readonly PlacedCard[],
  records: ReadonlyMap<number, RecordRow>,
): Promise<ReadonlyMap<number, Card>> {
  const fields = resolved.board.cardKeys.flatMap((key) => resolved.fields.find((field) => field.key === key) ?? []);
  const shown = placed.flatMap(({ record_id: idoId }) => records.get(idoId) ?? []);
  const values = shown.map((record) => record.fields);
  const references = await referencesIn(db, instance.id, fields, values);
  return new Map(
    shown.map(({ record_id: idoId, title, fields: own }) => [
      idoId,
      {
        idoId,
        title,
        values: fields.map((field) => shownValue(field, own) || referenceText(field, own, references)),
      },
    ]),
  );
}

const inOrder = (placed: readonly PlacedCard[], cards: ReadonlyMap<number, Card>): Card[] =>
  placed.flatMap(({ record_id: idoId }) => cards.get(idoId) ?? []);

const labelled = ({ fields }: ResolvedBoard, keys: readonly string[]) =>
  keys.flatMap((key) => {
    const field = fields.find((one) => one.key === key);
    return field === undefined ? [] : { key, label: field.label };
  });

export const boardQueries = {
  async board(ctx, params): Promise<BoardAnswer> {
    requireRecords(ctx);
    const { db, instance } = ctx;
    const resolved = await resolveBoard(ctx, params);
    const { kind, board, fields, column, lane, deck } = resolved;
    const sumFields = labelled(resolved, board.sumKeys);
    const counts = await countPiles(
      db,
      deck,
      sumFields.map(({ key }) => key),
    );
    const hidden = new Set(board.hidden.map(choiceCell));
    const placed = await readPiles(
      db,
      deck,
      counts.filter((count) => !hidden.has(count.column)),
      { skip: 0, limit: CARDS_AT_ONCE },
    );
    const ids = [...placed.map(({ record_id }) => record_id), ...counts.map(({ sample }) => sample)];
    const records = await readRecords(db, instance.id, ids);
    const columns = choicesOf(
      column,
      samples(counts, (count) => count.column),
      records,
    );
    const lanes =
      lane === undefined
        ? undefined
        : choicesOf(
            lane,
            samples(counts, (count) => count.lane ?? ''),
            records,
          );
    const cards = await cardsOf(ctx, resolved, placed, records);
    const piles = Map.groupBy(placed, (card) => JSON.stringify([card.column, card.lane]));
    const mayWrite = (key: string): boolean => changesRecords(ctx) && kind.writable.has(key);
    const mayMove = mayWrite(column.key);
    const title = fields.find((field) => field.isTitle && field.kind === 'textField' && mayWrite(field.key));
    return {
      queryId: params.queryId,
      idoInstanceId: kind.kind_id,
      instance: kind.name,
      instanceColor: kind.color,
      column: { key: column.key, label: column.label, mayMove },
      lane: lane === undefined ? null : { key: lane.key, label: lane.label, mayMove: mayWrite(lane.key) },
      newKey: mayMove ? (title?.key ?? null) : null,
      cardFields: labelled(resolved, board.cardKeys),
      sumFields,
      columns: [...columns.shown],
      lanes: [...(lanes?.shown ?? [])],
      piles: counts.map((count) => ({
        column: columns.of(count.column),
        lane: count.lane === null ? null : (lanes?.of(count.lane) ?? count.lane),
        count: count.count,
        sums: [...count.sums],
        cards: inOrder(piles.get(JSON.stringify([count.column, count.lane])) ?? [], cards),
      })),
      totalCount: counts.reduce((sum, { count }) => sum + count, 0),
    };
  },

  async boardCards(ctx, { column, lane, skip, ...params }) {
    requireRecords(ctx);
    const resolved = await resolveBoard(ctx, params);
    const pile = { column: choiceCell(column), lane: lane === null ? null : choiceCell(lane) };
    const placed = await readPiles(ctx.db, resolved.deck, [pile], { skip, limit: CARDS_AT_ONCE });
    const records = await readRecords(
      ctx.db,
      ctx.instance.id,
      placed.map(({ record_id }) => record_id),
    );
    return { cards: inOrder(placed, await cardsOf(ctx, resolved, placed, records)) };
  },
} satisfies Partial<QueryHandlers<typeof recordQueries>>;

type Save = (ctx: CommandContext, params: ParamsOf<typeof recordCommands.save>) => Promise<unknown>;

/** `save`: how fields of a record are changed, by all that holds of it. */
export const boardCommands = (save: Save) =>
  ({
    async moveCard(ctx, { idoId, idoInstanceId, key, from, to, lane, before, after }) {
      requireChanging(ctx);
      const { db, instance } = ctx;
      const [kind] = await readableKinds(ctx, [idoInstanceId]);
      const record = await holdRecord(db, instance.id, idoId, 'change');
      if (kind === undefined || record?.kind_id !== kind.kind_id) return fail('NOT_FOUND');
      const fields = ownFields(kind.fields);
      const steps = [{ key, from, to }, ...(lane === null ? [] : [lane])];
      for (const step of steps) {
        if (choiceField(fields, step.key) === undefined) fail('NOT_FOUND');
        const now = stored(fields, record, step.key);
        // Whoever only puts it to another place in its column means that column.
        if (now !== step.to && (now !== step.from || step.from === step.to)) conflict(fields, record, steps);
      }
      const changes = steps.filter((step) => step.from !== step.to);
      if (changes.length > 0)
        await save(ctx, {
          idoId,
          idoInstanceId,
          jsonPayload: { changes: changes.map((step) => ({ key: step.key, before: step.from, value: step.to })) },
          lastKnownChangeTimestamp: record.changed_at,
        });
      const column = { instanceId: instance.id, kindId: kind.kind_id, key, value: choiceCell(to) };
      await lockCards(db, column);
      const around = await ranksFor(db, column, idoId, { before, after });
      await placeCard(db, column, idoId, rankBetween(around.after, around.before));
      const people = await filterUsers(db, instance.id, rightsToBits(['idoList']));
      ctx.emit(
        recordEvents.boardChanged,
        { users: people.map(({ userId }) => userId) },
        { keys: [BOARDS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
      );
      return {};
    },
  }) satisfies Partial<CommandHandlers<typeof recordCommands>>;

function stored(fields: ResolvedBoard['fields'], record: RecordRow, key: string): string {
  const field = fields.find((one) => one.key === key);
  return field === undefined ? '' : textOf(valueOf(field, record.fields));
}

const conflict = (
  fields: ResolvedBoard['fields'],
  record: RecordRow,
  steps: readonly { readonly key: string }[],
): never =>
  fail('RECORD_CONFLICT', {
    data: {
      lastKnownChangeTimestamp: record.changed_at,
      fields: steps.map(({ key }) => ({ key, value: stored(fields, record, key) })),
    },
  });
