import { ALL_COMMANDS, ALL_QUERIES } from '@kontor/contract/all';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { combinationsOf, kindsOf, moduleOf, sampleOf, type Definition } from './rules.ts';

const ALL: readonly Definition[] = [...ALL_QUERIES.values(), ...ALL_COMMANDS.values()];
const find = (name: string): Definition =>
  ALL_QUERIES.get(name) ?? ALL_COMMANDS.get(name) ?? expect.fail(`no operation ${name}`);

describe('the kinds of an operation', () => {
  test.each([
    ['session.user', ['plain']],
    ['inbox.items', ['list', 'steady']],
    ['document.content', ['audited', 'bytes']],
    ['account.changePassword', ['secret']],
    ['push.registerToken', ['secret']],
    ['task.process', ['fleeting']],
    ['activity.delete', ['audited', 'async']],
    ['settings.change', ['async']],
  ])('%s', (name, kinds) => expect(kindsOf(find(name))).toEqual(kinds));
});

test('every operation is of a module, and every module has one', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../../../contract/src/modules'));
  expect(new Set(ALL.map(moduleOf))).toEqual(new Set([...folders, 'health']));
});

describe('the sample', () => {
  const sample = sampleOf(ALL);

  test('stands for every combination of module and kind', () => {
    expect(new Set(sample.flatMap(combinationsOf))).toEqual(new Set(ALL.flatMap(combinationsOf)));
  });

  test('has nothing twice, and nothing that stands for nothing of its own', () => {
    for (const one of sample) {
      const others = new Set(sample.filter((other) => other !== one).flatMap(combinationsOf));
      expect([one.name, combinationsOf(one).every((combination) => others.has(combination))]).toEqual([
        one.name,
        false,
      ]);
    }
  });

  test('is a small part of all', () => expect(sample.length).toBeLessThan(ALL.length / 4));
});
