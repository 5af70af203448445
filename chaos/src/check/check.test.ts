import { describe, expect, test } from 'vitest';
import type { Line } from '../clients/journal.ts';
import type { StoredCommand, StoredState } from '../world/oracle.ts';
import { checkHistory, type History } from './check.ts';
import { compare } from './rest.ts';

const who = { instance: 'nord', person: 'anna', client: 'd1.1', at: 0 };
const intent = (processId: string, part: Partial<Extract<Line, { kind: 'intent' }>> = {}): Line => ({
  ...who,
  kind: 'intent',
  processId,
  command: 'activity.setState',
  ids: [7],
  status: 3,
  order: 1,
  mayBeLost: false,
  ...part,
});
const ok = (processId: string, ids = [7]): Line => ({ ...who, kind: 'ok', processId, ids });
const refused = (processId: string, client = 's1.0'): Line => ({
  ...who,
  client,
  kind: 'refused',
  processId,
  code: 'NOT_FOUND',
});
const left = (processId: string, state: string): Line => ({ ...who, kind: 'left', processId, state, code: 'X' });

const came = { step: 1, xid: '1', instance: 'nord', id: 7, version: 1 };
const seen: StoredState = {
  step: 2,
  xid: '1',
  instance: 'nord',
  person: 'anna',
  id: 7,
  status: 1,
  archived: false,
  trashed: false,
};
const command = (processId: string, part: Partial<StoredCommand> = {}): StoredCommand => ({
  step: 10,
  xid: '2',
  instance: 'nord',
  person: 'anna',
  processId,
  command: 'activity.setState',
  state: 'done',
  ids: [7],
  ...part,
});

/** One command that was meant, answered and carried out, as all of it should be. */
const GOOD: History = {
  lines: [intent('a'), ok('a')],
  commands: [command('a')],
  versions: [came, { ...came, step: 9, xid: '2', version: 2 }],
  states: [seen, { ...seen, step: 8, xid: '2', status: 3 }],
  mails: new Set(),
};

const broken = (part: Partial<History>): string[] => [
  ...new Set(checkHistory({ ...GOOD, ...part }).map(({ invariant }) => invariant)),
];

describe('the checker', () => {
  test('finds nothing in a history in which nothing is wrong', () => {
    expect(checkHistory(GOOD)).toEqual([]);
  });

  test.each<[string, Partial<History>]>([
    ['what was acknowledged is stored', { commands: [], versions: [came], states: [seen] }],
    ['what was acknowledged is stored', { versions: [came], states: [seen] }],
    ['what was acknowledged is stored', { lines: [intent('a', { ids: [7, 8] }), ok('a', [7, 8])] }],
    ['what was meant is not lost', { lines: [...GOOD.lines, intent('b', { order: 2 })] }],
    ['what was meant is not lost', { lines: [...GOOD.lines, left('a', 'sending')] }],
    ['what is refused took no effect', { lines: [...GOOD.lines, refused('a')] }],
    ['what is refused was refused by the server', { lines: [...GOOD.lines, left('a', 'refused')] }],
    ['nothing happens that nobody wanted', { lines: [] }],
    [
      'nothing happens that nobody wanted',
      { versions: [...GOOD.versions, { ...came, step: 20, xid: '3', version: 3 }] },
    ],
    ['each command takes effect once', { versions: [came, { ...came, step: 9, xid: '2', version: 3 }] }],
    ['each command takes effect once', { commands: [command('a'), command('a', { step: 11, xid: '3' })] }],
    [
      'an effect is what was wanted',
      { versions: [...GOOD.versions, { ...came, step: 3, id: 8 }, { ...came, step: 9, xid: '2', id: 8, version: 2 }] },
    ],
  ])('says so where it is not so: %s', (invariant, part) => {
    expect(broken(part)).toContain(invariant);
  });

  test('finds what one page has done in another order', () => {
    const lines = [intent('a', { order: 1 }), intent('b', { order: 2 }), ok('a'), ok('b')];
    const b = command('b', { step: 5, xid: '3' });
    const versions = [came, { ...came, step: 4, xid: '3', version: 2 }, { ...came, step: 9, xid: '2', version: 3 }];
    const states = [seen, { ...seen, step: 3, xid: '3', status: 3 }];
    expect(broken({ lines, commands: [b, command('a')], versions, states })).toEqual([
      'an item’s commands take effect in their order',
    ]);
  });

  test('allows what nobody can hold against it', () => {
    // Never kept, as its page died; no answer, and carried out; a mail that came in for one more.
    const lines = [intent('a'), intent('b', { mayBeLost: true, order: 2 })];
    const versions = [...GOOD.versions, { ...came, step: 20, xid: '3', version: 3 }];
    expect(broken({ lines, versions, mails: new Set(['nord 7']) })).toEqual([]);
    // What is there already is no news, and what lies in the trash stays as it is.
    expect(broken({ versions: [came], states: [{ ...seen, status: 3 }] })).toEqual([]);
    expect(broken({ versions: [came], states: [{ ...seen, trashed: true }] })).toEqual([]);
    // The page that heard the no may have died with it.
    expect(broken({ lines: [...GOOD.lines, refused('a', 'd1.1')] })).toEqual([]);
  });
});

describe('a list beside what is stored', () => {
  const rows = [9, 8, 7].map((id) => ({ id, version: 1, status: 1, archived: false, trashed: false }));
  const list = { id: 'inbox', rows, total: 3, isComplete: true, isLoaded: true };

  test('is alike', () => {
    expect(compare(list, rows, 'p')).toEqual([]);
    expect(compare({ ...list, rows: rows.slice(0, 2), isComplete: false }, rows, 'p')).toEqual([]);
  });

  test.each([
    ['an item is missing', { rows: rows.slice(1) }],
    ['an item is old', { rows: rows.with(0, { ...rows[0], version: 0 } as (typeof rows)[0]) }],
    ['the order is another one', { rows: rows.toReversed() }],
    ['the total is another one', { total: 4 }],
    ['it is not loaded', { isLoaded: false }],
  ])('is not, where %s', (_what, part) => {
    expect(compare({ ...list, ...part }, rows, 'p')).toHaveLength(1);
  });
});
