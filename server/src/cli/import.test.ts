import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../modules/mail/testing/factory.ts';
import { type CliFixture, startCliFixture } from '../testing/cli.ts';
import type { TestServer } from '../testing/server.ts';

let fixture: CliFixture;
let server: TestServer;
let kontor: CliFixture['kontor'];

beforeAll(async () => {
  fixture = await startCliFixture();
  ({ server, kontor } = fixture);
});
afterAll(() => fixture?.close());

describe('imported mails', () => {
  const seen = async (userName: string) => {
    const client = await server.client(fixture.work, userName);
    const entries = await client.query<ListEntry[]>('mail.items', { view: 'all' }, { limit: 100, format: 'json' });
    return entries.map((entry) => [entry.information, entry.status] as const);
  };
  const importer = (args: readonly string[]) => kontor(['import', 'werk', ...args, '--json']);

  test('are taken whole from a file that calls itself a mail, though it begins like an mbox', async () => {
    await server.person(fixture.work, 'odo');
    const source = join(fixture.folder, 'odd mails');
    mkdirSync(source);
    writeFileSync(join(source, 'one.eml'), 'From nowhere in particular\r\nSubject: begins oddly\r\n\r\nText\r\n');
    const heard = await importer(['odo', source]);
    expect(JSON.parse(heard.out)).toMatchObject({ imported: 1, failed: [] });
    expect(await seen('odo')).toHaveLength(1);
  });

  test('are imported from files, mbox files and Maildirs, with their states, once', async () => {
    await server.person(fixture.work, 'ida');
    const source = join(fixture.folder, 'old mails');
    const maildir = join(source, 'Maildir');
    for (const part of ['cur', 'new', 'tmp', '.Archive/cur', '.Archive/new'])
      mkdirSync(join(maildir, part), { recursive: true });
    const put = (path: string, subject: string) => writeFileSync(join(maildir, path), rawMail({ subject }));
    put('new/1.a', 'new in the Maildir');
    put('cur/2.a:2,S', 'seen');
    put('cur/3.a:2,FS', 'flagged');
    put('cur/4.a:2,ST', 'thrown away');
    put('.Archive/cur/5.a:2,RS', 'answered');
    writeFileSync(join(source, 'letter.eml'), rawMail({ subject: 'a file' }));
    writeFileSync(join(source, 'notes.txt'), 'no mail');
    const mbox = ['Status: RO', 'Status: O'].map(
      (status, at) =>
        `From a@b.example Mon Jan  5 10:00:00 2026\n${status}\n${rawMail({ subject: `mbox ${at}` }).replaceAll('\r\n', '\n')}\n`,
    );
    writeFileSync(join(source, 'Sent'), mbox.join(''));
    for (const round of [1, 2]) {
      const heard = await importer(['ida', source]);
      expect([round, heard.code, JSON.parse(heard.out)]).toEqual([
        round,
        0,
        {
          instance: 'werk',
          mailbox: 'Import ida',
          imported: round === 1 ? 7 : 0,
          known: round === 1 ? 0 : 7,
          leftOut: 1,
          failed: [],
        },
      ]);
    }
    expect(Object.fromEntries(await seen('ida'))).toEqual({
      'a file': 3,
      answered: 3,
      flagged: 2,
      'mbox 0': 3,
      'mbox 1': 1,
      'new in the Maildir': 1,
      seen: 3,
    });
    expect(await seen('anna')).toEqual([]);
  });

  test('are two where anything differs that somebody acts on, and one only where they are the same', async () => {
    await server.person(fixture.work, 'lea');
    const source = join(fixture.folder, 'alike');
    mkdirSync(source);
    const mail = (id: string, more: string, text = 'Text') =>
      `From: Otto <otto@firma.example>\r\n${id}Date: Mon, 2 Nov 2026 10:00:00 +0100\r\nSubject: gleich\r\n${more}\r\n${text}\r\n`;
    const withId = 'Message-ID: <1@firma.example>\r\n';
    const mails = {
      'a.eml': mail(withId, ''),
      'b.eml': mail(withId, 'Reply-To: other@firma.example\r\n'),
      'c.eml': mail(withId, 'In-Reply-To: <0@firma.example>\r\n'),
      'd.eml': mail(withId, 'Content-Transfer-Encoding: quoted-printable\r\n'),
      'e.eml': mail(withId, 'Disposition-Notification-To: other@firma.example\r\n'),
      'f.eml': mail(withId, '', 'Text.'),
      'g.eml': mail('', 'Received: from a\r\n'),
      'h.eml': mail('', 'Received: from b\r\n'),
      // The same as the first, by another way; the same as the one before, each byte.
      'y.eml': mail(withId, 'Received: from b\r\nX-Spam: no\r\n'),
      'z.eml': mail('', 'Received: from b\r\n'),
    };
    for (const [name, raw] of Object.entries(mails)) writeFileSync(join(source, name), raw);
    writeFileSync(join(source, 'empty.eml'), '');
    const heard = await importer(['lea', source]);
    expect([heard.code, JSON.parse(heard.out)]).toMatchObject([
      1,
      { imported: 8, known: 2, failed: [{ source: join(source, 'empty.eml'), reason: 'It is empty.' }] },
    ]);
    expect(await seen('lea')).toHaveLength(8);
    expect((await kontor(['import', 'werk', 'lea', join(source, 'a.eml')])).out).toMatch(
      /^0 mails are new .* 1 were there already\./,
    );
  });

  test('of a mailbox go to all its members; the server learns of a mailbox by itself', async () => {
    await server.person(fixture.work, 'jana');
    const { accountId } = await fixture.addMailbox('werk', 'jana', ' --member anna');
    expect(
      (
        await kontor(
          'mail add-account werk jana --email info@werk.example --host 127.0.0.1 --port 1 --security none --password-file -',
          { input: 'secret' },
        )
      ).err,
    ).toBe('This mailbox is read already.\n');
    writeFileSync(join(fixture.folder, 'team.eml'), rawMail({ subject: 'for the team' }));
    expect((await importer(['info@werk.example', join(fixture.folder, 'team.eml'), '--state', 'new'])).code).toBe(0);
    expect(await seen('jana')).toEqual([['for the team', 1]]);
    expect(await seen('anna')).toEqual([['for the team', 1]]);
    // Nothing listens at port 1: the fault is the sign that the running server tried.
    const client = await server.client(fixture.work, 'jana');
    await expect
      .poll(() => client.query('mail.accountSettings'))
      .toMatchObject([{ id: accountId, state: { phase: 'failed' } }]);
    expect((await kontor('mail accounts werk')).out).toMatch(
      /^Email +Server +Members.*\ninfo@werk\.example +127\.0\.0\.1:1 \(none\) +2 /,
    );
  });

  test('are written into files again, which can be put in elsewhere', async () => {
    await server.person(fixture.work, 'kai');
    const email = 'info@werk.example';
    const source = join(fixture.folder, 'kept');
    mkdirSync(source);
    for (const at of [1, 2, 3]) writeFileSync(join(source, `${at}.eml`), rawMail({ subject: `kept ${at}` }));
    await importer([email, source, '--state', 'in-process']);
    for (const name of ['all.mbox', 'all.zip']) {
      const file = join(fixture.folder, name);
      expect(await kontor(['export', 'werk', email, file])).toMatchObject({ code: 0, err: '' });
      expect((await kontor(['export', 'werk', email, file])).err).toBe(`${file} is there already.\n`);
      const person = `lea${name.at(-1)}`;
      await server.person(fixture.work, person);
      await importer([person, file]);
      expect(Object.fromEntries(await seen(person))).toMatchObject({ 'kept 1': 2, 'kept 2': 2, 'kept 3': 2 });
    }
    expect((await kontor(['export', 'werk', email, join(fixture.folder, 'all.txt')])).err).toContain(
      'must end with .mbox',
    );
    expect((await kontor(['export', 'werk', 'nobody@werk.example', 'x.mbox'])).err).toContain('There is no mailbox');
    expect((await kontor('audit list werk --kind data.exported')).out).toContain(email);
  });

  test('that are none are named', async () => {
    writeFileSync(join(fixture.folder, 'picture.png'), Buffer.from([0x89, 0x50]));
    expect((await importer(['anna', join(fixture.folder, 'picture.png')])).err).toBe(
      'picture.png is neither a mail (.eml), nor an mbox file, nor a ZIP archive.\n',
    );
  });
});
