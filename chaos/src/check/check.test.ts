import { describe, expect, test } from 'vitest';
import type { Line } from '../clients/journal.ts';
import type { StoredCommand, StoredState, StoredText } from '../world/oracle.ts';
import { checkHistory, type History } from './check.ts';
import { compare, compareThread } from './rest.ts';
import { checkTexts } from './texts.ts';

const who = { instance: 'nord', person: 'anna', client: 'd1.1', at: 0 };
const intent = (processId: string, part: Partial<Extract<Line, { kind: 'intent' }>> = {}): Line => ({
  ...who,
  kind: 'intent',
  processId,
  command: 'activity.setState',
  ids: [7],
  status: 3,
  said: null,
  order: 1,
  mayBeLost: false,
  ...part,
});
const ok = (processId: string, ids = [7], no: number | null = null): Line => ({
  ...who,
  kind: 'ok',
  processId,
  ids,
  no,
});
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
  no: null,
  ...part,
});

/** One command that was meant, answered and carried out, as all of it should be. */
const GOOD: History = {
  lines: [intent('a'), ok('a')],
  commands: [command('a')],
  versions: [came, { ...came, step: 9, xid: '2', version: 2 }],
  states: [seen, { ...seen, step: 8, xid: '2', status: 3 }],
  mails: new Set(),
  texts: [],
  pointers: [],
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
  const rows = [9, 8, 7].map((id) => ({
    id,
    module: 'email' as const,
    timestamp: 60 * id,
    version: 1,
    status: 1,
    archived: false,
    trashed: false,
  }));
  const list = { id: 'inbox', rows, total: 3, isComplete: true, isLoaded: true };

  test('is alike', () => {
    expect(compare(list, rows, 'p')).toEqual([]);
    expect(compare({ ...list, rows: rows.slice(0, 2), isComplete: false }, rows, 'p')).toEqual([]);
    const atOnce = rows.map((row) => ({ ...row, timestamp: 60 }));
    expect(compare({ ...list, rows: atOnce.toReversed() }, atOnce, 'p')).toEqual([]);
  });

  test.each([
    ['an item is missing', { rows: rows.slice(1) }],
    ['it stands where it was', { rows: rows.with(2, { ...rows[2], timestamp: 1 } as (typeof rows)[0]) }],
    ['an item is old', { rows: rows.with(0, { ...rows[0], version: 0 } as (typeof rows)[0]) }],
    ['the order is another one', { rows: rows.toReversed() }],
    ['the total is another one', { total: 4 }],
    ['it is not loaded', { isLoaded: false }],
  ])('is not, where %s', (_what, part) => {
    expect(compare({ ...list, ...part }, rows, 'p')).toHaveLength(1);
  });
});

describe('texts of messages', () => {
  const say = intent('a', { command: 'message.send', said: '<p>eins</p>', status: null });
  const change = intent('b', { command: 'message.edit', said: '<p>Eins</p>', status: null, order: 2 });
  const sent = command('a', { command: 'message.send', ids: [], no: 1, xid: '5' });
  const edited = command('b', { command: 'message.edit', ids: [], xid: '6', step: 12 });
  const text: StoredText = {
    step: 9,
    xid: '5',
    instance: 'nord',
    id: 7,
    segment: 2,
    no: 1,
    edit: 0,
    person: 'anna',
    content: '<p>eins</p>',
  };
  const renewed: StoredText = { ...text, step: 11, xid: '6', edit: 1, content: '<p>Eins</p>' };
  const first: StoredText = { ...text, step: 1, xid: '1', segment: 0, no: 0, content: '<p>Frage</p>' };
  const read = { step: 9, instance: 'nord', id: 7, segment: 2, person: 'anna', readNo: 1, lastNo: 1 };
  const GOOD_TALK: History = {
    lines: [say, ok('a', [], 1), change, ok('b', [])],
    commands: [sent, edited],
    versions: [came, { ...came, step: 8, xid: '5', version: 2 }, { ...came, step: 11, xid: '6', version: 3 }],
    states: [],
    mails: new Set(),
    texts: [first, text, renewed],
    pointers: [{ ...read, readNo: 0 }, read],
  };
  const wrong = (part: Partial<History>): string[] => {
    const history = { ...GOOD_TALK, ...part };
    return [...new Set([...checkHistory(history), ...checkTexts(history)].map(({ invariant }) => invariant))];
  };

  test('are as they were said', () => {
    expect(wrong({})).toEqual([]);
    // Never kept, as its page died.
    const lost = intent('c', { command: 'message.send', said: '<p>drei</p>', status: null, mayBeLost: true, order: 3 });
    expect(wrong({ lines: [...GOOD_TALK.lines, lost] })).toEqual([]);
  });

  test.each<[string, Partial<History>]>([
    ['what was acknowledged is stored', { texts: [first] }],
    ['what was acknowledged is stored', { texts: [first, text] }],
    ['what was acknowledged is stored', { lines: [say, ok('a', [], 2), change, ok('b', [])] }],
    ['each command takes effect once', { texts: [first, text, { ...text, no: 2 }, renewed] }],
    ['nothing happens that nobody wanted', { texts: [first, text, renewed, { ...text, no: 2, xid: '9' }] }],
    ['an effect is what was wanted', { texts: [first, { ...text, content: '<p>zwei</p>' }, renewed] }],
    ['texts of a thread have numbers without a gap', { texts: [first, { ...text, no: 2 }, renewed] }],
    ['nobody has read more than was said', { pointers: [{ ...read, readNo: 2 }] }],
    ['nobody has read more than was said', { pointers: [{ ...read, readNo: -2 }] }],
    ['nobody has read more than was said', { pointers: [read, { ...read, readNo: 0 }] }],
  ])('are found not to be: %s', (invariant, part) => {
    expect(wrong(part)).toContain(invariant);
  });
});

describe('a thread beside what is stored', () => {
  const stored = [0, 1, 2].map((no) => ({ no, sendBy: 1, message: `<p>${no}</p>`, edit: 0 }));
  const of = (texts: typeof stored | undefined) => compareThread({ id: 7, segment: 2, texts }, stored, 'p');

  test('is alike, from wherever it is shown', () => {
    expect(of(stored)).toEqual([]);
    expect(of(stored.slice(1))).toEqual([]);
  });

  test.each([
    ['the last text is missing', stored.slice(0, 2)],
    ['one between is missing', stored.toSpliced(1, 1)],
    ['a text stands there twice', [...stored, ...stored.slice(2)]],
    ['the order is another one', stored.toReversed()],
    ['a text is old', stored.with(1, { no: 1, sendBy: 1, message: '<p>alt</p>', edit: 0 })],
    ['nothing is there', []],
    ['it is not loaded', undefined],
  ])('is not, where %s', (_what, texts) => {
    expect(of(texts)).toHaveLength(1);
  });
});
