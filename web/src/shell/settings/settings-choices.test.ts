import type { PersonSetting } from '@kontor/contract/settings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { givenUp, taken, unsent } from './settings-merge.ts';
import { chosen, type Choices } from './settings-choices.ts';

const dark = (version: number, known = 0): Choices => ({ theme: { value: 'dark', version, known } });

describe('a choice', () => {
  test.each<[string, Choices, number, number]>([
    ['the first', {}, 100, 100],
    ['one after another', dark(50), 100, 100],
    ['one by a clock that was put back', dark(500), 100, 501],
    ['one in the same millisecond', dark(100), 100, 101],
  ])('%s is newer than what is known', (_, before, now, version) => {
    expect(chosen(before, { theme: 'light' }, now)['theme']).toEqual({
      value: 'light',
      version,
      known: 0,
    });
  });
});

describe('what the server says', () => {
  test.each<[string, Choices, PersonSetting, Record<string, number>, Choices]>([
    [
      'is taken where nothing is known',
      {},
      { key: 'theme', value: 'light', version: 5 },
      {},
      { theme: { value: 'light', version: 5, known: 5 } },
    ],
    [
      'is taken where it is newer',
      dark(4),
      { key: 'theme', value: 'light', version: 5 },
      {},
      { theme: { value: 'light', version: 5, known: 5 } },
    ],
    ['leaves what was chosen since', dark(6), { key: 'theme', value: 'light', version: 5 }, {}, dark(6, 5)],
    [
      'is taken of what was sent, though it has put another version on it',
      dark(9000),
      { key: 'theme', value: 'dark', version: 60 },
      { theme: 9000 },
      dark(60, 60),
    ],
    [
      'is not taken of what was sent before the last choice',
      dark(9001),
      { key: 'theme', value: 'light', version: 60 },
      { theme: 9000 },
      dark(9001, 60),
    ],
    [
      'may be that it is as usual',
      dark(4),
      { key: 'theme', value: null, version: 5 },
      {},
      { theme: { value: undefined, version: 5, known: 5 } },
    ],
    ['of what is not known here is left out', {}, { key: 'colour', value: 1, version: 5 }, {}, {}],
    ['of what is this device’s own is left out', {}, { key: 'split', value: 1, version: 5 }, {}, {}],
  ])('%s', (_, before, setting, sent, after) => {
    expect(taken(before, [setting], sent)).toEqual(after);
  });
});

test('what was given up is asked for anew, but for what has come to the server or was chosen since', () => {
  const choices: Choices = {
    theme: { value: 'dark', version: 5, known: 3 },
    rowSize: { value: 'compact', version: 6, known: 6 },
    language: { value: 'de', version: 8, known: 0 },
  };
  expect(Object.keys(givenUp(choices, { theme: 5, rowSize: 6, language: 7 }))).toEqual(['rowSize', 'language']);
});

test('what the server has not got is told', () => {
  expect(unsent({ ...dark(5, 5), rowSize: { value: 'large', version: 2, known: 1 } })).toEqual(['rowSize']);
});

test('devices that choose and hear in whatever order end with the same, the newest', () => {
  const device = fc.record({ value: fc.constantFrom('light', 'dark', 'auto'), at: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(fc.array(device, { minLength: 1, maxLength: 12 }), fc.integer(), (choices, seed) => {
      // The server, as its SQL says it: not older than what is there.
      let server: PersonSetting | undefined;
      const devices = choices.map(({ value, at }) => chosen({}, { theme: value }, at));
      const order = devices.map((_, index) => index).sort((a, b) => ((a * seed) % 7) - ((b * seed) % 7));
      for (const index of order) {
        const { value, version = 0 } = devices[index]?.['theme'] ?? {};
        if (server === undefined || server.version <= version) server = { key: 'theme', value, version };
      }
      const settled = server;
      if (settled === undefined) return;
      expect(settled.version).toBe(Math.max(...choices.map(({ at }) => at)));
      for (const device of devices) {
        // A tie is the server's to break.
        const end = taken(device, [settled]);
        expect(end['theme']).toEqual({ value: settled.value, version: settled.version, known: settled.version });
        expect(unsent(end)).toEqual([]);
      }
    }),
  );
});
