import { expect, test } from 'vitest';
import { tellDetails } from './details.ts';

const words = {
  names: { reason: 'Grund', added: 'dazu', name: 'Name' },
  values: { CODE_WRONG: 'falscher Code', a: 'A' },
};

test.each([
  [{ reason: 'CODE_WRONG' }, ['Grund: falscher Code']],
  [{ added: 'a, b', removed: '' }, ['dazu: A, b']],
  [{ name: 'a' }, ['Name: a']],
  [{ later: 'CODE_WRONG' }, ['later: CODE_WRONG']],
])('%o', (details, said) => {
  expect(tellDetails(details, words)).toEqual(said);
});
