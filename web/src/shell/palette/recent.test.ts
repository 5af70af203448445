import { expect, test } from 'vitest';
import { textStorage } from '../../client/testing/rows.ts';
import { accountCommand, forgetRecent, recentIds, rememberRecent } from './recent.ts';

test('the last eight are remembered, the last one first, each once', () => {
  const storage = textStorage();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'c']) rememberRecent(storage, id);
  expect(recentIds(storage)).toEqual(['c', 'i', 'h', 'g', 'f', 'e', 'd', 'b']);
});

test('nothing is kept of an account that was removed', () => {
  const items = new Map<string, string>();
  const storage = textStorage(items);
  for (const id of ['go inbox', accountCommand('demo/ben'), accountCommand('demo/anna')]) rememberRecent(storage, id);
  forgetRecent(storage, accountCommand('demo/ben'));
  expect(recentIds(storage)).toEqual(['account demo/anna', 'go inbox']);
  expect([...items.values()].join()).not.toContain('ben');
});

test('what is kept in no way that is understood is nothing', () => {
  for (const kept of ['{', '7', '{"a":1}'])
    expect(recentIds(textStorage(new Map([['kontor.palette', kept]])))).toEqual([]);
});
