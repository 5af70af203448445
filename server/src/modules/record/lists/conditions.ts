import {
  ConditionsSchema,
  OPERATORS_OF,
  type Condition,
  type ListColumn,
  type SearchFault,
} from '@kontor/contract/record';
import { DaySchema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { fail } from '../../../platform/operation/problem.ts';
import { comparedNumber, comparedValue, eachOf, hasEach, type CellValue, type Sort } from './cells.ts';
import { cellKeyOf } from './columns.ts';

/** What a cell must be. Texts are as they are compared. */
export type CellTest =
  | { readonly how: 'equals'; readonly any: readonly CellValue[] }
  | { readonly how: 'contains' | 'begins'; readonly text: string }
  | { readonly how: 'below' | 'above'; readonly text: string; readonly isNumber: boolean }
  | { readonly how: 'empty' | 'filled' };

/** What a record must be: by one of its cells, its number, a moment of it, its kind. */
export type Test =
  | { readonly of: 'cell'; readonly key: string; readonly isNot: boolean; readonly test: CellTest }
  | { readonly of: 'ID'; readonly how: 'is' | 'isNot' | 'less' | 'more'; readonly id: string }
  /** `day` as `2026-11-24`, in the instance's time. */
  | { readonly of: 'created' | 'changed'; readonly how: 'is' | 'before' | 'after'; readonly day: string }
  | { readonly of: 'kind'; readonly isNot: boolean; readonly ids: readonly number[] }
  | { readonly of: 'always'; readonly holds: boolean };

const refuse = (index: number, why: SearchFault['why']): never =>
  fail('SEARCH_INVALID', { data: { faults: [{ place: index, why }] } });

/** Reads what is searched for in detail. Throws SEARCH_INVALID. */
export function readConditions(text: string): readonly Condition[] {
  if (text.trim() === '') return [];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return refuse(-1, 'form');
  }
  const parsed = v.safeParse(ConditionsSchema, given);
  if (parsed.success) return parsed.output;
  const [index, part] = (parsed.issues[0]?.path ?? []).map(({ key }) => key);
  const known = part === 'key' || part === 'operator' || part === 'value' ? part : 'form';
  return refuse(typeof index === 'number' ? index : -1, known);
}

const listOf = (value: Condition['value']): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Returns what a condition asks of records that have a column. Throws SEARCH_INVALID if it cannot be asked of it. */
function testOf(column: ListColumn, { operator, value }: Condition, index: number): Test {
  const { sort } = column;
  if (!OPERATORS_OF[sort].includes(operator)) refuse(index, 'operator');
  const needsNone = operator === 'isEmpty' || operator === 'isFilled';
  if (needsNone !== (value === undefined)) refuse(index, 'value');
  if ((operator === 'anyOf') !== Array.isArray(value) && !needsNone) refuse(index, 'value');
  const given = listOf(value);
  const [first = ''] = given;
  const cellKey = cellKeyOf(column);
  if (cellKey !== undefined) return cellTestOf(cellKey, sort as Sort, { operator, value }, index);
  if (needsNone) return { of: 'always', holds: operator === 'isFilled' };
  if (sort === 'moment')
    return v.is(DaySchema, first)
      ? { of: column.key as 'created', how: operator as 'is', day: first }
      : refuse(index, 'value');
  if (!given.every((one) => /^\d{1,15}$/.test(one))) refuse(index, 'value');
  if (sort === 'kind') return { of: 'kind', isNot: operator === 'isNot', ids: given.map(Number) };
  return { of: 'ID', how: operator as 'is', id: first };
}

const MARKS: Readonly<Partial<Record<Sort, RegExp>>> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
};

function cellTestOf(
  key: string,
  sort: Sort,
  { operator, value }: Pick<Condition, 'operator' | 'value'>,
  index: number,
): Test {
  const test = (made: CellTest, isNot = false, of = key): Test => ({ of: 'cell', key: of, isNot, test: made });
  const given = listOf(value);
  const compared = given.map((one) => comparedValue(sort, one));
  const [first = { value: '', whole: null, number: null }] = compared;
  if (operator === 'isEmpty') return test({ how: 'empty' });
  if (operator === 'isFilled') return test({ how: 'filled' });
  const isGood = (one: string): boolean =>
    sort === 'number'
      ? comparedNumber(one.trim()) !== undefined
      : (MARKS[sort]?.test(one) ?? comparedValue(sort, one).value !== '');
  if (!given.every(isGood)) refuse(index, 'value');
  switch (operator) {
    case 'contains':
    case 'begins':
      return test({ how: operator, text: first.whole ?? first.value });
    case 'before':
    case 'less':
      return test({ how: 'below', text: first.value, isNumber: sort === 'number' });
    case 'after':
    case 'more':
      return test({ how: 'above', text: first.value, isNumber: sort === 'number' });
    default:
      return test({ how: 'equals', any: compared }, operator === 'isNot', hasEach(sort) ? eachOf(key) : key);
  }
}

/**
 * Returns what conditions ask of records with these columns; undefined where there is no such column. Throws SEARCH_INVALID if one of them cannot
 * be asked.
 */
export function testsOf(columns: readonly ListColumn[], conditions: readonly Condition[]): readonly Test[] | undefined {
  const tests: Test[] = [];
  for (const [index, condition] of conditions.entries()) {
    const column = columns.find(({ key }) => key === condition.key);
    if (column === undefined) return undefined;
    tests.push(testOf(column, condition, index));
  }
  return tests;
}

/** Throws SEARCH_INVALID if a condition asks for a column that none of these lists has. */
export function requireColumns(lists: readonly (readonly ListColumn[])[], conditions: readonly Condition[]): void {
  for (const [index, { key }] of conditions.entries())
    if (!lists.some((columns) => columns.some((column) => column.key === key))) refuse(index, 'key');
}
