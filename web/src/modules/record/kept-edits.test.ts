import { expect, test } from 'vitest';
import { rebased } from './kept-edits.ts';

const EDIT = { city: { before: 'Kiel', value: 'Husum' } };

test.each([
  ['what nobody has touched since is written on', 'Kiel', EDIT, {}],
  ['what is stored already is no edit any more', 'Husum', {}, {}],
  ['what somebody else has changed is in question', 'Rostock', EDIT, { city: 'Rostock' }],
  ['what has no field any more is left out', undefined, {}, {}],
] as const)('%s', (_said, stored, edits, conflicts) => {
  expect(rebased(EDIT, () => stored)).toEqual({ edits, conflicts });
});
