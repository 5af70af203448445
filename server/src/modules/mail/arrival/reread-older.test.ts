import { parseAggregateId } from '@kontor/contract/kernel';
import type { MailDetail } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailParser, PARSER_FORM } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { rereadingJobs } from './reread-older.ts';
import { oldForms } from '../store/forms.ts';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
const patientParser = new MailParser({ processes: 1 });

beforeAll(async () => {
  fixture = await openFixture();
}, 60_000);
afterAll(async () => {
  await fixture?.close();
  await patientParser.close();
});

const owner = () => fixture.server.platform.database.owner;
const detailOf = (aggregateId: string) => fixture.anna.query<MailDetail>('mail.details', { aggregateId });
const idOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;
const formOf = async (aggregateId: string) =>
  (await owner().selectFrom('mail').select('form').where('mail_id', '=', idOf(aggregateId)).executeTakeFirstOrThrow())
    .form;

/** Makes mails what they were when a parser read them that knew less. */
async function age(...aggregateIds: string[]): Promise<void> {
  const ids = aggregateIds.map(idOf);
  await sql`update mail set form = 0, unsubscribe = null, invitation = null, report = null, signature = null, bulk = false,
    subject_key = null, thread_id = mail_id, thread_by = 'references' where mail_id = any(${ids}::bigint[])`.execute(
    owner(),
  );
}
/** Reads on until nothing is left to, as the jobs of a server do. Returns how often. */
async function readAll(): Promise<number> {
  const { server, instance } = fixture;
  const db = server.platform.database.forInstance(instance.id);
  const change = <T>(work: (ctx: ChangeContext) => Promise<T>) => server.change(instance, work);
  const job = { ...server.platform, instance, db, change, attempt: 1, lastAttempt: false };
  let times = 0;
  while ((await oldForms(db, instance.id, 1)).length > 0 && times < 10) {
    await rereadingJobs({ patientParser })['mail.readForms']?.(job, {});
    times += 1;
  }
  return times;
}

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:u@werft',
  'DTSTART:20261130T080000Z',
  'SUMMARY:Montage',
  'ORGANIZER:mailto:paul@werft.example',
  'ATTENDEE:mailto:info@nordwerk.example',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');
const invitation = [
  'From: paul@werft.example',
  'To: info@nordwerk.example',
  'Subject: Einladung',
  'Message-ID: <einladung@werft.example>',
  `Date: ${new Date().toUTCString()}`,
  'Content-Type: text/calendar; method=REQUEST',
  '',
  CALENDAR,
  '',
].join('\r\n');

test('old mails get what the parser of today finds beside their text, and keep all else', async () => {
  const letter = await fixture.arrive({
    subject: 'Rundbrief',
    text: 'Neues aus der Werft',
    headers: 'List-Unsubscribe: <https://ab.werft.example/x>\nList-Id: <brief.werft.example>',
  });
  const invited = await fixture.deliver(invitation);
  const [before, now] = [await detailOf(letter), await detailOf(invited)];
  await age(letter, invited);
  expect([(await detailOf(letter)).unsubscribe, (await detailOf(invited)).invitation]).toEqual([null, null]);
  expect(await readAll()).toBe(1);
  expect(await formOf(letter)).toBe(PARSER_FORM);
  expect(await detailOf(letter)).toEqual(before);
  expect((await detailOf(letter)).unsubscribe).toMatchObject({ way: 'link', host: 'ab.werft.example' });
  const after = await detailOf(invited);
  expect(after.invitation).toEqual(now.invitation);
  expect(after.invitation).toMatchObject({ title: 'Montage', me: 'info@nordwerk.example' });
  expect(after.extras.invitation).toBe(true);
});

test('an answer that names nothing finds its thread once its subject is known', async () => {
  const question = await fixture.arrive({ subject: 'Angebot 17', from: 'clara@werft.example' });
  const answer = await fixture.arrive({ subject: 'AW: Angebot 17', from: 'clara@werft.example' });
  await age(answer, question);
  await readAll();
  const [first, second] = [await detailOf(question), await detailOf(answer)];
  expect(first.threadId).not.toBeNull();
  expect(second.threadId).toBe(first.threadId);
});

test('more mails than one job reads are all read, and one whose bytes are gone stops none', async () => {
  const all: string[] = [];
  for (let count = 0; count < 25; count += 1)
    all.push(await fixture.arrive({ headers: `List-Unsubscribe: <https://ab.werft.example/${count}>` }));
  await age(...all);
  const [broken = ''] = all;
  await sql`update mail set raw_hash = ${'0'.repeat(64)} where mail_id = ${idOf(broken)}`.execute(owner());
  expect(await readAll()).toBe(2);
  const details = await Promise.all(all.map(detailOf));
  expect(details.map(({ unsubscribe }) => unsubscribe?.host)).toEqual([
    undefined,
    ...Array.from({ length: 24 }, () => 'ab.werft.example'),
  ]);
  // What cannot be read is not tried for ever.
  expect(await formOf(broken)).toBe(PARSER_FORM);
});

test('a mail whose letters an older form destroyed says what it says, in lists, in the search, and to who answers it', async () => {
  const { anna } = fixture;
  const mail = await fixture.deliver(
    Buffer.from(
      [
        'From: J\xf6rg M\xfcller <joerg@werft.example>',
        'To: info@nordwerk.example',
        'Subject: Netzqualit\xe4t f\xfcr Gr\xf6\xdfe',
        `Date: ${new Date().toUTCString()}`,
        'Content-Type: text/plain',
        '',
        'St\xf6rung an Anlage 4',
        '',
      ].join('\r\n'),
      'latin1',
    ),
  );
  const entry = () => detailOf(mail);
  let queryCount = 0;
  /** Asked in a way that is not answered from memory. */
  const found = async (searchTerm: string): Promise<boolean> => {
    queryCount += 1;
    const hiddenSearchTerm = ' '.repeat(queryCount);
    const entries = await anna.query<{ aggregateId: string }[]>('mail.items', {
      view: 'all',
      searchTerm,
      hiddenSearchTerm,
    });
    return entries.some(({ aggregateId }) => idOf(aggregateId) === idOf(mail));
  };
  expect(await found('Netzqualität')).toBe(true);
  const now = await entry();
  await sql`update mail set form = 2, subject = ${'Netzqualit\ufffdt f\ufffdr Gr\ufffd\ufffde'}, html = '<p>St\ufffdrung</p>',
    people = jsonb_set(people, '{from,0,name}', '"J\ufffdrg"') where mail_id = ${idOf(mail)}`.execute(owner());
  await sql`update activity set information = 'Netzqualit', contact = 'J\ufffdrg', extras = extras || '{"answered": true}'
    where activity_id = ${idOf(mail)}`.execute(owner());
  await sql`update activity_search set tsv = '', own = '' where activity_id = ${idOf(mail)}`.execute(owner());
  expect(await found('Netzqualität')).toBe(false);
  await readAll();
  const after = await entry();
  expect([after.subject, after.senderRealName]).toEqual(['Netzqualität für Größe', 'Jörg Müller']);
  expect(after).toEqual({
    ...now,
    extras: { ...now.extras, answered: true },
    sendState: { ...now.sendState, answered: true },
    entry: { ...now.entry, aggregateVersion: 2, extras: { ...now.entry.extras, answered: true } },
  });
  expect(await found('Netzqualität')).toBe(true);
  expect(await found('Störung')).toBe(true);
});

test('what was found by checks stays with a mail that is read anew', async () => {
  const mail = await fixture.arrive({ headers: 'List-Unsubscribe: <https://ab.werft.example/y>' });
  const warnings = JSON.stringify([{ code: 'LOOKALIKE_DOMAIN', value: 'werft.example', other: 'wertf.example' }]);
  await sql`update mail set form = 2, html = '<p>anders</p>', unsubscribe = unsubscribe || '{"isSigned": true}', warnings = ${warnings}::jsonb
    where mail_id = ${idOf(mail)}`.execute(owner());
  await readAll();
  const { rows } =
    await sql`select html = '<p>anders</p>' as old, unsubscribe ->> 'isSigned' as signed, warnings::jsonb = ${warnings}::jsonb as warned
    from mail where mail_id = ${idOf(mail)}`.execute(owner());
  expect(rows).toEqual([{ old: false, signed: 'true', warned: true }]);
});
