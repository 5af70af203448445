import { presenceQueries, type AutomaticUserState } from '@kontor/contract/presence';
import { expect, test } from 'vitest';
import { STATES } from '../testing.ts';
import { distanceBetween } from '../distance.ts';
import { draftOf, faultsOf, readDegrees } from './rules.ts';

const [example] = presenceQueries.automaticUserStates.example.result as [AutomaticUserState];

test.each([
  ['54,3233', 90, 54.3233],
  [' -10.5 ', 180, -10.5],
  ['−33', 90, -33],
  ['90', 90, 90],
  ['90.1', 90, undefined],
  ['181', 180, undefined],
  ['', 90, undefined],
  ['54°', 90, undefined],
  ['1e2', 180, undefined],
  ['NaN', 90, undefined],
] as const)('%s within %i is %s', (typed, most, degrees) => expect(readDegrees(typed, most)).toBe(degrees));

test('two points are as far apart as they are on the earth', () => {
  const kiel = { latitude: 54.3233, longitude: 10.1228 };
  expect(distanceBetween(kiel, kiel)).toBe(0);
  expect(distanceBetween(kiel, { latitude: 54.3243, longitude: 10.1228 })).toBeCloseTo(111.2, 0);
  expect(distanceBetween(kiel, { latitude: 53.5511, longitude: 9.9937 }) / 1000).toBeCloseTo(86.3, 0);
  expect(distanceBetween({ latitude: 0, longitude: 179.999 }, { latitude: 0, longitude: -179.999 })).toBeLessThan(250);
});

test('a form begins with the place, or with what is usual', () => {
  expect(draftOf(example, STATES, 'de')).toMatchObject({
    latitude: '54,3233',
    radius: 150,
    stateId: 2,
    isForAll: false,
  });
  expect(draftOf(example, STATES, 'en')).toMatchObject({ latitude: '54.3233' });
  expect(draftOf(undefined, STATES, 'de')).toMatchObject({ name: '', latitude: '', radius: 150, stateId: 1 });
  expect(draftOf({ ...example, isOwn: false, latitude: null }, [], 'de').isForAll).toBe(true);
});

test('a place has a name, lies on the earth and has a state', () => {
  const draft = draftOf(example, STATES, 'de');
  expect(Object.values(faultsOf(draft))).not.toContain(true);
  expect(faultsOf({ ...draft, name: ' \u202e ' }).name).toBe(true);
  expect(faultsOf({ ...draft, name: 'x'.repeat(81) }).name).toBe(true);
  expect(faultsOf({ ...draft, latitude: '91' }).latitude).toBe(true);
  expect(faultsOf({ ...draft, stateId: 0 }).stateId).toBe(true);
});
