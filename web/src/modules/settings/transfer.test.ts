import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../shell/settings/settings.ts';
import { exportOf, previewOf } from './transfer.ts';

const DEFAULTS = settingsOf({});
const file = (settings: object, version: unknown = 1): string =>
  JSON.stringify({ kontor: 'settings', version, settings });

describe('a file', () => {
  test.each([
    ['that is no JSON', '{"kontor":', 'unreadable'],
    ['that is empty', '', 'unreadable'],
    ['of something else', '{"theme":"dark"}', 'foreign'],
    ['that is a list', '[]', 'foreign'],
    ['without a version', file({}, null), 'foreign'],
    ['of a later version', file({}, 2), 'newer'],
  ])('%s is not read', (_, text, fault) => {
    expect(previewOf(text, DEFAULTS)).toBe(fault);
  });

  test('names what would change, what is not known and what is wrong, and changes nothing', () => {
    const text = file({
      theme: 'dark',
      rowSize: 'large',
      colour: 'red',
      grouping: 'by-mood',
      imageSenders: 'paul@werft.example',
      split: 400,
      splitView: false,
      __proto__: null,
    });
    expect(previewOf(text, DEFAULTS)).toEqual({
      changes: [
        { key: 'theme', now: 'auto', next: 'dark' },
        { key: 'splitView', now: true, next: false },
      ],
      unknown: ['colour', 'split'],
      wrong: ['grouping', 'imageSenders'],
    });
  });
});

test('what was kept comes back as it was', () => {
  const lists = { mail: { rowSize: 'compact', archived: false } };
  const listTables = { mail: { sort: { property: 'contact', direction: 'ASC' } } };
  const set = settingsOf({
    lists,
    listTables,
    theme: 'dark',
    menuOrder: ['mailList', 'inbox'],
    timeZone: 'Asia/Tokyo',
    install: 'never',
  });
  const preview = previewOf(exportOf(set, '2026-11-21T20:00:00Z'), DEFAULTS);
  expect(preview).toMatchObject({ unknown: [], wrong: [] });
  if (typeof preview === 'string') return;
  const part = Object.fromEntries(preview.changes.map(({ key, next }) => [key, next]));
  expect(settingsOf({ ...DEFAULTS, ...part })).toEqual(set);
  expect(previewOf(exportOf(set, ''), set)).toEqual({ changes: [], unknown: [], wrong: [] });
});

test('no text brings it down', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.dictionary(fc.string(), fc.anything()).map((all) => file(all)),
      ),
      (text) => {
        previewOf(text, DEFAULTS);
      },
    ),
  );
});
