import { expect, test } from 'vitest';
import { daysOf, firstLine, kindOfFormat, maildirFolder, stateOfFound, statusOf } from './rules.ts';

const none = { seen: false, answered: false, flagged: false, draft: false, trashed: false };
const about = {
  wanted: null,
  default: 3,
  from: 'paul@werft.example',
  senders: new Set(['info@nordwerk.example']),
} as const;
const found = { kept: undefined, flags: undefined, folder: '' };
const kept = { status: 2, direction: 'outgoing', location: 'junk', archived: true, answered: true } as const;
const plain = { direction: 'incoming', location: 'inbox', status: 3, archived: false, answered: false } as const;

test.each([
  [none, 1],
  [{ ...none, seen: true }, 3],
  [{ ...none, seen: true, flagged: true }, 2],
  [{ ...none, seen: true, answered: true }, 3],
] as const)('the state of %j is %i', (flags, status) => {
  expect(statusOf(flags)).toBe(status);
});

test.each([
  ['that says nothing of itself', found, about, plain],
  ['that was never read', { ...found, flags: none }, about, { ...plain, status: 1 }],
  [
    'that was answered',
    { ...found, flags: { ...none, seen: true, answered: true } },
    about,
    { ...plain, answered: true },
  ],
  ['that is to be new', { ...found, flags: { ...none, seen: true } }, { ...about, wanted: 1 }, { ...plain, status: 1 }],
  [
    'from us',
    { ...found, flags: none },
    { ...about, from: 'Info@Nordwerk.example' },
    { ...plain, direction: 'outgoing' },
  ],
  ['of a sent folder', { ...found, folder: 'Gesendete Elemente' }, about, { ...plain, direction: 'outgoing' }],
  ['of the trash', { ...found, folder: 'Papierkorb' }, about, { ...plain, location: 'trash' }],
  [
    'that was thrown away',
    { ...found, flags: { ...none, seen: true, trashed: true } },
    about,
    { ...plain, location: 'trash' },
  ],
  ['of the spam', { ...found, folder: 'Spam' }, about, { ...plain, location: 'junk' }],
  ['that Kontor kept', { ...found, kept, flags: none, folder: 'Spam' }, about, kept],
  ['that Kontor kept, and is to be done', { ...found, kept }, { ...about, wanted: 3 }, { ...kept, status: 3 }],
  ['that is a draft', { ...found, flags: { ...none, draft: true } }, about, null],
] as const)('a mail %s', (_name, mail, how, state) => {
  expect(stateOfFound(mail, how)).toEqual(state);
});

test.each([
  [plain, null, ''],
  [plain, 'INBOX', ''],
  [plain, 'INBOX.Projekte.Werft', '.Projekte.Werft/'],
  [plain, 'Projekte/Werft', '.Projekte.Werft/'],
  [plain, '../../etc', '._etc/'],
  [plain, 'a\u0000b', '.a_b/'],
  [{ ...plain, direction: 'outgoing' }, null, '.Sent/'],
  [{ ...plain, location: 'trash' }, 'INBOX', '.Trash/'],
  [{ ...plain, location: 'junk' }, 'INBOX', '.Junk/'],
] as const)('%j in %s is put into "%s"', (state, path, folder) => {
  expect(maildirFolder(state, path)).toBe(folder);
});

test('formats are kinds of file', () => {
  expect((['auto', 'mbox', 'eml', 'maildir'] as const).map(kindOfFormat)).toEqual([undefined, 'mbox', 'eml', 'zip']);
});

test('what could not be read is shown by its first line', () => {
  expect(firstLine(Buffer.from(`Subject: \u0007 a\r\nb`))).toBe('Subject:   a');
  expect(firstLine(Buffer.from('x'.repeat(1000)))).toHaveLength(200);
});

test.each([
  [null, null, null, null],
  ['2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', null, '2026-10-24T22:00:00.000Z', null],
])('from %s until %s is from %s until %s', (from, until, start, end) => {
  const days = daysOf({ from, until }, 'Europe/Berlin');
  expect([days.from?.toISOString() ?? null, days.until?.toISOString() ?? null]).toEqual([start, end]);
});
