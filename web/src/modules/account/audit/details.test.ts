import { expect, test } from 'vitest';
import { detailTexts } from './detail-texts.ts';
import { tellDetails } from './details.ts';

const words = {
  names: { reason: 'Grund', added: 'dazu', name: 'Name' },
  values: { CODE_WRONG: 'falscher Code', a: 'A', '1': 'eins' },
  people: new Map([
    ['1', 'Anna Berger'],
    ['2', 'Ben Krüger'],
  ]),
};

test.each([
  [{ reason: 'CODE_WRONG' }, ['Grund: falscher Code']],
  [{ added: 'a, b', removed: '' }, ['dazu: A, b']],
  [{ name: 'a' }, ['Name: a']],
  [{ later: 'CODE_WRONG' }, ['later: CODE_WRONG']],
  [{ members: '1, 2, 7' }, ['members: Anna Berger, Ben Krüger, 7']],
])('%o', (details, said) => {
  expect(tellDetails(details, words)).toEqual(said);
});

test('what is done to a mailbox is said in words, in both languages', () => {
  const details = (change: string) => ({ change, members: '1', left: '2' });
  const said = (language: 'de' | 'en', change: string) =>
    tellDetails(details(change), { ...detailTexts[language], people: words.people }).join(' · ');
  expect(said('de', 'paused')).toBe('Änderung: angehalten · zu sehen für: Anna Berger · nicht mehr für: Ben Krüger');
  expect(said('en', 'resumed')).toBe('change: resumed · shown to: Anna Berger · no longer to: Ben Krüger');
  for (const change of ['added', 'changed', 'removed', 'paused', 'resumed'] as const)
    expect(detailTexts.de.values).toHaveProperty([change]);
});
