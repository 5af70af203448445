import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasLongTests } from '../../../testing/long.ts';
import { upload } from '../../../testing/upload.ts';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { TestClient } from '../../../testing/client.ts';
import { rawMail } from '../testing/factory.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';
import { importJobs } from './importing.ts';

interface Import {
  readonly importId: number;
  readonly state: 'reading' | 'done' | 'failed' | 'undone';
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly added: number;
  readonly known: number;
  readonly failed: number;
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

/** Odd mails as they were found in the wild, and some of our own. */
function oddMails(): Buffer[] {
  const root = join(import.meta.dirname, '../../../platform/mailparse/fixtures');
  const files = ['mime4j', 'python-email', 'mime-tools'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(msg|eml|txt)$/.test(name))
      .map((name) => readFileSync(join(root, folder, name))),
  );
  const own = [
    'From nowhere\r\nSubject: a\r\n\r\n',
    'Subject: b\n\nFrom me\n>From you\n\n',
    'Subject: c\r\n\r\nno end',
  ];
  return [...files, ...own.map((text) => Buffer.from(text))].filter((raw) => raw.length > 0);
}

const importInto = (by: TestClient, accountId: number, ids: readonly number[], more: object = {}) =>
  by.tryCommand<{ importId: number }>('mail.import', { accountId, attachmentIds: ids, ...more });

async function ended(by: TestClient, importId: number): Promise<Import> {
  const findImport = async () => (await by.query<Import[]>('mail.imports')).find((it) => it.importId === importId);
  await expect.poll(async () => (await findImport())?.state).not.toBe('reading');
  const found = await findImport();
  if (found === undefined) throw new Error('No such import');
  return found;
}

/** Puts files into an account and waits for the end. */
async function imported(by: TestClient, accountId: number, files: Record<string, Buffer | string>, more: object = {}) {
  const ids: number[] = [];
  for (const [name, bytes] of Object.entries(files)) ids.push((await upload(by, bytes, name)).id);
  const { body, status } = await importInto(by, accountId, ids, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return ended(by, body.data.importId);
}

async function exported(by: TestClient, accountId: number, format: 'mbox' | 'maildir', more: object = {}) {
  const parameters = JSON.stringify({ accountId, format, ...more });
  const search = new URLSearchParams({ query: 'mail.export', parameters });
  const response = await fetch(`${fixture.server.base}/query?${search.toString()}`, { headers: by.headers() });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** Whatever makes up a mail for those who see it in a box, in an order of its own. */
async function standing(boxId: number): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select distinct m.raw_hash, au.direction, au.status, au.archived, au.trashed, au.spam, a.extras ->> 'answered' as answered
    from activity_user au join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
    where au.box_id = ${boxId}`.execute(fixture.server.platform.database.owner);
  return rows.map((row) => JSON.stringify(Object.values(row))).toSorted();
}

/** A mailbox of a person in another instance, where nothing is known yet. */
async function elsewhere(name: string) {
  const instance = await fixture.server.instance(name);
  await fixture.server.person(instance, 'zoe');
  const zoe = await fixture.server.client(instance, 'zoe');
  const account = await zoe.command<{ accountId: number; boxId: number }>('mail.addAccount', {
    name: 'zoe',
    email: 'zoe@anderswo.example',
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    userName: 'zoe',
    password: 'geheim',
  });
  return { zoe, ...account };
}

async function zipped(files: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  return buffer(zip.outputStream);
}

const letter = (subject: string, more: object = {}) => rawMail({ subject, ...more });

describe('a mailbox that is taken out', () => {
  test('and put in elsewhere is the same: bytes, states, places, both ways', async () => {
    const { anna, shared } = fixture;
    const odd = oddMails();
    const file = await zipped(Object.fromEntries(odd.map((raw, at) => [`${at}.eml`, raw])));
    const { failed, added, known } = await imported(anna, shared.accountId, { 'odd.zip': file }, { state: 'new' });
    expect([failed, added + known]).toEqual([0, odd.length]);
    expect(added).toBeGreaterThan(100);
    // Every third of them stands otherwise.
    const ids = (
      await anna.query<{ aggregateId: string }[]>('mail.items', { view: 'all' }, { limit: 200, format: 'json' })
    ).map(({ aggregateId }) => aggregateId);
    const some = (n: number) => ids.filter((_, at) => at % 7 === n);
    await anna.command('activity.setState', { aggregateIds: some(0), state: 'seen' });
    await anna.command('activity.setState', { aggregateIds: some(1), state: 'ready' });
    await anna.command('activity.archive', { aggregateIds: [...some(1), ...some(2)] });
    await anna.command('activity.delete', { aggregateIds: some(3) });
    await anna.command('activity.spam', { aggregateIds: some(4) });
    const before = await standing(shared.boxId);
    expect(new Set(before.map((line) => line.slice(line.indexOf(',')))).size).toBeGreaterThan(5);

    for (const format of hasLongTests ? (['mbox', 'maildir'] as const) : (['mbox'] as const)) {
      const { status, bytes, headers } = await exported(anna, shared.accountId, format);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toContain(format === 'mbox' ? '.mbox"' : '.zip"');
      const { zoe, accountId, boxId } = await elsewhere(format);
      expect(await imported(zoe, accountId, { [`all.${format}`]: bytes })).toMatchObject({ failed: 0, state: 'done' });
      expect(await standing(boxId)).toEqual(before);
      // A second time changes nothing.
      const again = await imported(zoe, accountId, { again: bytes });
      expect(again).toMatchObject({ added: 0, known: before.length, failed: 0, done: again.total });
      expect(await standing(boxId)).toEqual(before);
    }
  });

  test('is limited to days, both of them in it', async () => {
    const { emil, own } = fixture;
    const days = [
      '2026-03-01T23:30:00+01:00',
      '2026-03-02T00:30:00+01:00',
      '2026-03-03T23:30:00+01:00',
      '2026-03-04T00:30:00+01:00',
    ];
    const mails = days.map((date) => letter(date, { date: new Date(date) }));
    await imported(emil, own.accountId, {
      'days.zip': await zipped(Object.fromEntries(mails.map((raw, at) => [`${at}.eml`, raw]))),
    });
    const { bytes } = await exported(emil, own.accountId, 'mbox', { from: '2026-03-02', until: '2026-03-03' });
    expect(bytes.toString().match(/^Subject: .*$/gm)).toEqual([`Subject: ${days[1]}`, `Subject: ${days[2]}`]);
  });

  test('is its owner’s alone, and written down', async () => {
    const { anna, ben, carla, dora, emil, shared } = fixture;
    const code = (by: TestClient) =>
      codeOf(by.tryQuery('mail.export', { accountId: shared.accountId, format: 'mbox' }));
    expect([await code(ben), await code(carla), await code(dora), await code(emil)]).toEqual([
      '403 RIGHT_MISSING',
      '403 RIGHT_MISSING',
      '403 RIGHT_MISSING',
      '404 NOT_FOUND',
    ]);
    await exported(anna, shared.accountId, 'mbox');
    const entries = JSON.stringify(await dora.query('account.auditLog', {}));
    expect(entries).toContain('data.exported');
  });
});

describe('files that are put in', () => {
  test('are tried first: what would come of them is what comes of them', async () => {
    const { emil, own } = fixture;
    const before = await standing(own.boxId);
    const twice = letter('twice');
    const files = {
      'one.eml': letter('one'),
      'box.zip': await zipped({
        'Maildir/cur/1.a:2,S': twice,
        'Maildir/.Sent/cur/2.b:2,S': letter('sent'),
        'Maildir/new/3.c': letter('new'),
        'Maildir/cur/4.d:2,DS': letter('a draft'),
        'twice.eml': twice,
        'Takeout/All mail.mbox': `From a@b.example Mon Jan  5 10:00:00 2026\nStatus: O\n${letter('in a box')}\n`,
        'notes.txt': 'no mail',
        'empty.eml': '',
      }),
    };
    const tried = await imported(emil, own.accountId, files, { isTry: true });
    expect(tried).toMatchObject({ state: 'done', name: 'one.eml, box.zip', added: 5, known: 1, failed: 2 });
    expect(await standing(own.boxId)).toEqual(before);
    expect(await imported(emil, own.accountId, files)).toMatchObject({ added: 5, known: 1, failed: 2 });
    expect((await standing(own.boxId)).length - before.length).toBe(5);
    const errors = await emil.tryQuery('mail.importErrors', { importId: tried.importId });
    const csv = Buffer.from(errors.body as unknown as string).toString();
    expect(csv).toContain('"box.zip: Maildir/cur/4.d:2,DS","draft"');
    expect(csv).toContain('"box.zip: empty.eml","empty"');
  });

  test.each([
    ['a picture', 'picture.png', Buffer.from([0x89, 0x50]), 'auto'],
    ['nothing', 'mails.mbox', Buffer.from(''), 'auto'],
    ['a mail in place of an mbox file', 'mails.mbox', Buffer.from('Subject: a\n\nb'), 'mbox'],
  ])('are refused where they are %s', async (_name, name, bytes, format) => {
    const { emil, own } = fixture;
    const { id } = await upload(emil, bytes, name);
    const answer = await importInto(emil, own.accountId, [id], { format });
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([422, 'IMPORT_UNREADABLE', name]);
  });

  test.each(['auto', 'mbox'])(
    'of which one has not a byte are read but for that one, which is named (%s)',
    async (format) => {
      const { emil, own } = fixture;
      const files = {
        'nothing.mbox': '',
        'one.mbox': `From a@b.example Mon Jan  5 10:00:00 2026\n${letter(`beside nothing ${format}`)}\n`,
        'nothing at all': '',
      };
      const done = await imported(emil, own.accountId, files, { format });
      expect(done).toMatchObject({ state: 'done', added: 1, failed: 2 });
      const { body } = await emil.tryQuery('mail.importErrors', { importId: done.importId });
      const csv = Buffer.from(body as unknown as string).toString();
      for (const name of ['nothing.mbox', 'nothing at all']) expect(csv).toContain(`"${name}","empty"`);
    },
  );

  test('that turn out to be broken fail, and say where', async () => {
    const { emil, own } = fixture;
    const whole = await zipped({ 'a.eml': letter('in a broken archive') });
    const broken = await imported(emil, own.accountId, { 'broken.zip': whole.subarray(0, whole.length - 30) });
    expect(broken).toMatchObject({ state: 'failed', added: 0, failed: 1 });
    const none = await imported(emil, own.accountId, { 'none.zip': await zipped({ 'readme.txt': 'x' }) });
    expect(none).toMatchObject({ state: 'failed', added: 0, failed: 1 });
  });

  test('are one’s own, and go into mailboxes of one’s own', async () => {
    const { anna, ben, dora, emil, shared, own } = fixture;
    const mine = await upload(emil, letter('mine'), 'mine.eml');
    const code = (by: TestClient, accountId: number) => codeOf(importInto(by, accountId, [mine.id]));
    expect([await code(emil, shared.accountId), await code(ben, shared.accountId)]).toEqual([
      '404 NOT_FOUND',
      '403 RIGHT_MISSING',
    ]);
    expect([await code(dora, own.accountId), await code(anna, shared.accountId)]).toEqual([
      '403 RIGHT_MISSING',
      '422 MAIL_ATTACHMENT_MISSING',
    ]);
  });

  test('are taken away again, but for what somebody has done something with', async () => {
    const { emil, own } = fixture;
    const names = ['untouched', 'read', 'archived'];
    const files = Object.fromEntries(names.map((name) => [`${name}.eml`, letter(`undone ${name}`)]));
    const { importId } = await imported(emil, own.accountId, files, { state: 'new' });
    const find = async (view: string) =>
      (
        await emil.query<{ aggregateId: string; information: string }[]>(
          'mail.items',
          { view },
          { limit: 200, format: 'json' },
        )
      ).filter(({ information }) => information.startsWith('undone'));
    const idOf = async (name: string) => (await find('all')).find((it) => it.information.endsWith(name))?.aggregateId;
    await emil.command('activity.setState', { aggregateIds: [await idOf('read')], state: 'ready' });
    await emil.command('activity.archive', { aggregateIds: [await idOf('archived')] });
    expect(await emil.command('mail.undoImport', { importId })).toEqual({ count: 1 });
    expect((await find('all')).map(({ information }) => information).toSorted()).toEqual([
      'undone archived',
      'undone read',
    ]);
    expect(await emil.command('mail.undoImport', { importId })).toEqual({ count: 0 });
    expect((await ended(emil, importId)).state).toBe('undone');
  });

  test('go on where a server died, and doubles nothing', async () => {
    const { emil, own, server, instance } = fixture;
    const mails = Array.from(
      { length: 250 },
      (_, at) => `From a@b.example Mon Jan  5 10:00:00 2026\n${letter(`long ${at}`)}\n`,
    );
    const { id } = await upload(emil, mails.join(''), 'long.mbox');
    const parser = new MailParser({ processes: 1 });
    const db = server.platform.database.forInstance(instance.id);
    const { importId } = await db
      .insertInto('mail_import')
      .values({
        instance_id: instance.id,
        account_id: own.accountId,
        user_id: fixture.ids.emil,
        name: 'long.mbox',
        format: 'auto',
        status: null,
        also_on_server: false,
        is_try: false,
        bytes: Buffer.byteLength(mails.join('')),
        errors: '[]',
        created_at: new Date(),
        ended_at: null,
      })
      .returning('import_id as importId')
      .executeTakeFirstOrThrow();
    await sql`insert into mail_import_file (instance_id, import_id, place, attachment_id, name, size, blob_hash)
      select instance_id, ${importId}, 0, attachment_id, name, size, blob_hash from upload where instance_id = ${instance.id}
        and attachment_id = ${id}`.execute(db);
    const job = importJobs({ parser, push: () => {} })['mail.importFiles'];
    let changes = 0;
    const run = (most: number) => {
      changes = 0;
      const ctx: JobContext = {
        ...server.platform,
        db,
        instance,
        attempt: 1,
        lastAttempt: false,
        change: (work) =>
          server.change(instance, async (change) => {
            changes += 1;
            const done = await work(change);
            // It dies with its transaction, after the work.
            if (changes > most) throw new Error('killed');
            return done;
          }),
      };
      return job?.(ctx, { importId });
    };
    for (const most of [0, 1, 0, 1]) await expect(run(most)).rejects.toThrow('killed');
    await run(100);
    await parser.close();
    expect(await ended(emil, importId)).toMatchObject({ state: 'done', added: 250, known: 0, failed: 0 });
  });
});

test('hashes of what is exported are those of what came', async () => {
  const { emil, own } = fixture;
  const raw = Buffer.from(letter('byte for byte'));
  await imported(emil, own.accountId, { 'one.eml': raw });
  const { bytes } = await exported(emil, own.accountId, 'maildir');
  const kept = await standing(own.boxId);
  expect(kept.join()).toContain(createHash('sha256').update(raw).digest('hex'));
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});
