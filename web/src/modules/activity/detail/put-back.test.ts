import type { Difference } from '@kontor/contract/activity';
import { describe, expect, test } from 'vitest';
import { aRow } from '../../../client/testing/rows.ts';
import { actionBack } from './put-back.ts';

const change = (field: string, before: unknown, after: unknown): Difference => ({
  field,
  before,
  after,
  isHtml: false,
});
const [UNSEEN, SEEN, READY] = [{ status: 1 }, { status: 2 }, { status: 3 }] as const;
const TRASHED = { trashed: true };
const READS_ONLY = { extras: { userIsAuthorizedToDelete: false } };

describe('a change of how an item stands, or of where it lies, is taken back', () => {
  test.each<[what: string, given: Difference, row: Parameters<typeof aRow>[1], action: string | undefined]>([
    ['done: it is seen again', change('state', 'seen', 'ready'), READY, 'seen'],
    ['done: it is unseen again', change('state', 'unseen', 'ready'), READY, 'unseen'],
    ['opened again: it is done again', change('state', 'ready', 'seen'), SEEN, 'ready'],
    ['but not what was changed since', change('state', 'seen', 'ready'), UNSEEN, undefined],
    ['nor in the trash', change('state', 'seen', 'ready'), { ...READY, ...TRASHED }, undefined],
    ['archived', change('archived', false, true), { archived: true }, 'dearchive'],
    ['brought back from the archive', change('archived', true, false), { archived: false }, 'archive'],
    ['but not what is no more there', change('archived', false, true), { archived: false }, undefined],
    ['thrown away', change('trashed', false, true), TRASHED, 'restore'],
    ['restored', change('trashed', true, false), {}, 'delete'],
    ['but not by whom that is not allowed', change('trashed', false, true), { ...TRASHED, ...READS_ONLY }, undefined],
    ['in either direction', change('trashed', true, false), READS_ONLY, undefined],
    ['other fields have their own way', change('title', 'a', 'b'), {}, undefined],
    ['a state that is none', change('state', 'archive', 'ready'), READY, undefined],
  ])('%s', (_what, given, row, action) => expect(actionBack(given, aRow(1, row), {})).toBe(action));

  test('a kind has a right of its own', () => {
    const kind = { discardRight: 'documentMayBeDeleted' };
    const row = aRow(1, { trashed: true, extras: { documentMayBeDeleted: false } });
    expect(actionBack(change('trashed', false, true), row, kind)).toBeUndefined();
    expect(actionBack(change('trashed', false, true), { ...row, extras: {} }, kind)).toBe('restore');
  });
});
