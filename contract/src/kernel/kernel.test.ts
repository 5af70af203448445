import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { AggregateIdSchema, formatAggregateId, parseAggregateId } from './aggregate-id.ts';
import { titleText } from './primitives.ts';
import { isRetryable } from './protocol.ts';

describe('an aggregate id', () => {
  const text = '{"moduleName":"module_email","entryId":17,"userId":2,"sourceContainerId":3,"targetContainerId":0}';

  test('has its keys in the order of the wire, and no spaces', () => {
    expect(formatAggregateId({ module: 'email', entryId: 17, userId: 2, sourceContainerId: 3 })).toBe(text);
    expect(parseAggregateId(text)).toEqual({
      module: 'email',
      entryId: 17,
      userId: 2,
      sourceContainerId: 3,
      targetContainerId: 0,
    });
  });

  test.each([
    ['', 'nothing'],
    ['17', 'a number'],
    ['null', 'null'],
    ['[]', 'an array'],
    [text.replace('module_email', 'module_unknown'), 'an unknown module'],
    [text.replace('17', '0'), 'no entry'],
    [text.replace('17', '"17"'), 'a text for a number'],
    [text.replace('17', '1.5'), 'half an entry'],
    [text.replace('17', '9007199254740993'), 'an id above 2^53'],
    [text.replace('}', ',"more":1}'), 'a key too many'],
    [`${text} `.repeat(10), 'too long a text'],
  ])('is not %s (%s)', (value) => {
    expect(v.safeParse(AggregateIdSchema, value).success).toBe(false);
  });
});

test('a title has no line breaks, and nothing that cannot be stored', () => {
  expect(v.parse(titleText(50), 'Zeile 1\r\n  Zeile 2')).toBe('Zeile 1 Zeile 2');
  for (const bad of ['a\0b', '\ud800']) expect(v.safeParse(titleText(50), bad).success).toBe(false);
});

test.each([
  [100, true],
  [199, true],
  [200, false],
  [404, false],
  [429, true],
  [499, false],
  [500, true],
  [599, true],
  [600, false],
])('status %i is sent again: %s', (status, again) => {
  expect(isRetryable(status)).toBe(again);
});
