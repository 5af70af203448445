import type { FieldDefinition } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { shownValue } from './rules.ts';
import { tableOf, toInstance } from './views.ts';

const base = { isRequired: false, isTitle: false };
const text = (key: string, more: object = {}): FieldDefinition => ({
  ...base,
  key,
  label: key,
  kind: 'textField',
  actionIcons: [],
  ...more,
});
const computed = (key: string, result: 'number' | 'date'): FieldDefinition => ({
  ...base,
  key,
  label: key,
  kind: 'computed',
  formula: '1',
  result,
});
const FIELDS = {
  last: text('last'),
  company: text('company'),
  price: text('price', { isNumber: true }),
  sum: computed('sum', 'number'),
  due: computed('due', 'date'),
  customer: { ...base, key: 'customer', label: 'customer', kind: 'reference', idoInstanceId: 2, isMany: true },
  many: { ...base, key: 'many', label: 'many', kind: 'multiplechoice', choices: ['rot', 'blau'] },
  day: { ...base, key: 'day', label: 'day', kind: 'datefield', format: 'DD.MM.YYYY', width: 160 },
} satisfies Record<string, FieldDefinition>;
const KIND = { fields: { leftColumn: Object.values(FIELDS), rightColumn: [], contactPerson: [] } };

describe('what is shown', () => {
  test('of a kind’s own tabs those that are shown', () => {
    const kind = { ...KIND, kind_id: 1, name: 'Geräte', color: '#2f6f4f', columns: [] };
    const shownOf = (...tabs: { tab: `own:${number}` | 'print'; isShown: boolean }[]) =>
      toInstance(
        {
          ...kind,
          instance_id: 1,
          place: 1,
          changed_at: null,
          changed_by: null,
          writable: new Set(),
          writableOfPersons: new Set(),
          tabs: tabs.map((one) => ({ ...one, title: one.tab })),
        },
        { count: 0, isLast: false },
      ).ownTabs;
    expect(
      shownOf({ tab: 'print', isShown: true }, { tab: 'own:2', isShown: true }, { tab: 'own:1', isShown: false }),
    ).toEqual([{ tab: 'own:2', title: 'own:2' }]);
    expect(shownOf({ tab: 'print', isShown: true })).toBeUndefined();
  });

  test('dates in the form of their field, and lists in a row', () => {
    expect(shownValue(FIELDS.day, { day: '2026-03-01' })).toBe('01.03.2026');
    expect(shownValue(FIELDS.many, { many: ['rot', 'blau'] })).toBe('rot, blau');
    expect(shownValue(FIELDS.last, {})).toBe('');
    expect(shownValue(FIELDS.price, { price: '1234.5' })).toBe('1234,5');
    expect(shownValue(FIELDS.sum, { sum: '0.5' })).toBe('0,5');
    expect(shownValue(FIELDS.due, { due: '2026-03-01' })).toBe('01.03.2026');
  });

  test('texts in a table as texts', () => {
    expect(tableOf(KIND, { last: '<img src=x onerror="alert(1)">', company: "A & 'B'" }, new Map())).toBe(
      '<table><tr><th>last</th><td>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</td></tr>' +
        '<tr><th>company</th><td>A &amp; &#39;B&#39;</td></tr></table>',
    );
    expect(tableOf(KIND, {}, new Map())).toBe('');
    const werft = { idoId: 7, idoInstanceId: 2, displayName: 'Werft & Co', instanceColor: '' };
    expect(tableOf(KIND, { customer: ['7', '8'] }, new Map([[7, werft]]))).toBe(
      '<table><tr><th>customer</th><td>Werft &amp; Co</td></tr></table>',
    );
  });
});
