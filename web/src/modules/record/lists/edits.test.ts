import { expect, test } from 'vitest';
import { changedIn, type FieldChange } from './edits.ts';

test.each<[FieldChange, string | number | null, string | readonly string[]]>([
  [{ way: 'set', value: 'Kiel' }, 'Ulm', 'Kiel'],
  [{ way: 'set', value: [] }, 'A, B', []],
  [{ way: 'add', value: ['B', 'C'] }, 'A, B', ['A', 'B', 'C']],
  [{ way: 'add', value: ['A'] }, null, ['A']],
  [{ way: 'remove', value: ['A'] }, 'A, B', ['B']],
  [{ way: 'remove', value: ['A'] }, null, []],
])('%j over %j', (change, cell, expected) => expect(changedIn(change, cell)).toEqual(expected));
