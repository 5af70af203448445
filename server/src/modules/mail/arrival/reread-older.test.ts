import { join } from 'node:path';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { MailDetail } from '@kontor/contract/mail';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailParser, PARSER_FORM } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { rereadingJobs } from './reread-older.ts';
import { unreadableJobs } from './unreadable.ts';
import { oldForms } from '../store/forms.ts';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
const patientParser = new MailParser({ processes: 1 });
const parts = { patientParser, onAnswers: () => Promise.resolve() };
/** Answers to no mail, as on a machine that is busy with something else. */
const busyParser = new MailParser({
  processes: 1,
  wallMs: 300,
  childFile: join(import.meta.dirname, '../../../platform/mailparse/testing/failing-process.ts'),
});
const busyParts = { ...parts, patientParser: busyParser };

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  await fixture?.close();
  await Promise.all([patientParser.close(), busyParser.close()]);
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
/** What jobs of the instance are handed. */
function jobContext() {
  const { server, instance } = fixture;
  const db = server.platform.database.forInstance(instance.id);
  const change = <T>(work: (ctx: ChangeContext) => Promise<T>) => server.change(instance, work);
  return { ...server.platform, instance, db, change, attempt: 1, lastAttempt: false };
}
/** Reads on until nothing is left to, as the jobs of a server do. Returns how often. */
async function readAll(): Promise<number> {
  const job = jobContext();
  let times = 0;
  while ((await oldForms(job.db, job.instance.id, 1)).length > 0 && times < 10) {
    await rereadingJobs(parts)['mail.readForms']?.(job, {});
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

test('a file whose bytes an older form damaged is the one that was sent', async () => {
  const bytes = Buffer.from('%PDF-1.7 Angebot');
  const mail = await fixture.arrive({ text: 'Anbei', files: { 'Angebot.pdf': bytes } });
  const hashOf = async () =>
    (await owner().selectFrom('mail_attachment').select('blob_hash').where('mail_id', '=', idOf(mail)).execute()).map(
      ({ blob_hash }) => blob_hash,
    );
  const sent = await hashOf();
  const damaged = await fixture.server.platform.blobs.put(
    fixture.instance.id,
    Buffer.from('%PDF-1.7 Angebot\u0000M-D-B6'),
  );
  await sql`update mail_attachment set blob_hash = ${damaged} where mail_id = ${idOf(mail)}`.execute(owner());
  await sql`update mail set form = 4 where mail_id = ${idOf(mail)}`.execute(owner());
  await readAll();
  expect(await hashOf()).toEqual(sent);
});

describe('a mail that could not be read', () => {
  const setAside = async (form: number): Promise<string> => {
    const mail = await fixture.arrive({ subject: 'Beiseite', text: 'Kranwagen' });
    await sql`update mail set form = ${form}, unreadable = 'crashed', html = '', subject = '(nicht lesbar)' where mail_id = ${idOf(mail)}`.execute(
      owner(),
    );
    return mail;
  };
  /** Minutes until the next try at it begins, to the nearest ten, and what that is handed; undefined where none is to come. */
  async function nextTry(mail: string) {
    const { rows } = await sql<{ minutes: number; payload: Record<string, unknown> }>`
      select round(extract(epoch from run_at - now()) / 600)::int * 10 as minutes, payload from graphile_worker._private_jobs
      where key in (${`mail.readAnew:${fixture.instance.id}:${idOf(mail)}`}, ${`mail.readForms:${fixture.instance.id}:${idOf(mail)}`})`.execute(
      owner(),
    );
    return rows[0];
  }
  const readAnew = (by: typeof parts, payload: Record<string, unknown>, more = {}) =>
    unreadableJobs(by)['mail.readAnew']?.({ ...jobContext(), ...more }, payload);

  test('heals by the next form of the parser', async () => {
    const mail = await setAside(4);
    await readAll();
    expect(await detailOf(mail)).toMatchObject({ subject: 'Beiseite', unreadableReason: null });
    expect(await formOf(mail)).toBe(PARSER_FORM);
  });

  test('is tried again after pauses that grow, and heals by one of these', async () => {
    const mail = await setAside(PARSER_FORM);
    const pauses: unknown[] = [];
    let payload: Record<string, unknown> = { mailId: idOf(mail) };
    for (let tries = 0; tries < 3; tries += 1) {
      await readAnew(busyParts, payload);
      const next = await nextTry(mail);
      pauses.push(next?.minutes);
      payload = next?.payload ?? {};
    }
    expect(pauses).toEqual([20, 120, 1440]);
    await sql`select graphile_worker.remove_job(${`mail.readAnew:${fixture.instance.id}:${idOf(mail)}`})`.execute(
      owner(),
    );
    await readAnew(busyParts, payload);
    expect(await nextTry(mail)).toBeUndefined();
    expect((await detailOf(mail)).unreadableReason).not.toBeNull();
    await readAnew(parts, payload);
    expect(await detailOf(mail)).toMatchObject({ subject: 'Beiseite', unreadableReason: null });
  });

  test('is tried again after a pause where no parser had started at all', async () => {
    const mail = await setAside(PARSER_FORM);
    const closed = new MailParser({ processes: 1 });
    await closed.close();
    const late = { ...parts, patientParser: closed };
    await expect(readAnew(late, { mailId: idOf(mail) })).rejects.toThrow('closed');
    expect(await nextTry(mail)).toBeUndefined();
    await readAnew(late, { mailId: idOf(mail) }, { lastAttempt: true });
    expect((await nextTry(mail))?.minutes).toBe(20);
  });

  test('by the form of today, though an older one could, gets what is new after a pause', async () => {
    const mail = await fixture.arrive({ headers: 'List-Unsubscribe: <https://ab.werft.example/z>' });
    await age(mail);
    await rereadingJobs(busyParts)['mail.readForms']?.(jobContext(), {});
    expect(await formOf(mail)).toBe(PARSER_FORM);
    const next = await nextTry(mail);
    expect(next?.minutes).toBe(20);
    await rereadingJobs(parts)['mail.readForms']?.(jobContext(), next?.payload ?? {});
    expect((await detailOf(mail)).unsubscribe).toMatchObject({ host: 'ab.werft.example' });
  });
});
