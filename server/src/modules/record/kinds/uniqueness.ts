import { createHash } from 'node:crypto';
import type { FieldDefinition, Value } from '@kontor/contract/record';
import { comparedValue, sortOf } from '../lists/cells.ts';
import { textOf } from '../rules.ts';

const MAX_LETTERS = 200;

/** A value as values are compared of which there is one alone; empty where nothing stands there. */
export function uniqueValue(field: FieldDefinition, value: Value): string {
  const { value: begin, whole } = comparedValue(sortOf(field), textOf(value));
  const all = whole ?? begin;
  return all.length <= MAX_LETTERS ? all : `#${createHash('sha256').update(all).digest('hex')}`;
}

/** Fields of which no two records have the same. */
export const uniqueFields = (fields: readonly FieldDefinition[]): readonly FieldDefinition[] =>
  fields.filter((field) => field.isUnique === true);
