import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../modules/mail/factory.ts';
import { type CliWorld, startCliWorld } from '../testing/cli.ts';
import type { TestServer } from '../testing/server.ts';

let world: CliWorld;
let server: TestServer;
let kontor: CliWorld['kontor'];

beforeAll(async () => {
  world = await startCliWorld();
  ({ server, kontor } = world);
});
afterAll(() => world?.close());

describe('imported mails', () => {
  const seen = async (userName: string) => {
    const client = await server.client(world.work, userName);
    const entries = await client.query<ListEntry[]>('mail.items', { view: 'all' }, { limit: 100, format: 'json' });
    return entries.map((entry) => [entry.information, entry.status] as const);
  };
  const importer = (args: readonly string[]) => kontor(['import', 'werk', ...args, '--json']);

  test('are taken whole from a file that calls itself a mail, though it begins like an mbox', async () => {
    await server.person(world.work, 'odo');
    const source = join(world.folder, 'odd mails');
    mkdirSync(source);
    writeFileSync(join(source, 'one.eml'), 'From nowhere in particular\r\nSubject: begins oddly\r\n\r\nText\r\n');
    const heard = await importer(['odo', source]);
    expect(JSON.parse(heard.out)).toMatchObject({ imported: 1, failed: [] });
    expect(await seen('odo')).toHaveLength(1);
  });

  test('are imported from files, mbox files and Maildirs, with their states, once', async () => {
    await server.person(world.work, 'ida');
    const source = join(world.folder, 'old mails');
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
        { instance: 'werk', mailbox: 'Import ida', imported: 7, leftOut: 1, failed: [] },
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

  test('of a mailbox go to all its members; the server learns of a mailbox by itself', async () => {
    await server.person(world.work, 'jana');
    const { accountId } = await world.addMailbox('werk', 'jana', ' --member anna');
    expect(
      (
        await kontor(
          'mail add-account werk jana --email info@werk.example --host 127.0.0.1 --port 1 --security none --password-file -',
          { input: 'secret' },
        )
      ).err,
    ).toBe('This mailbox is read already.\n');
    writeFileSync(join(world.folder, 'team.eml'), rawMail({ subject: 'for the team' }));
    expect((await importer(['info@werk.example', join(world.folder, 'team.eml'), '--state', 'new'])).code).toBe(0);
    expect(await seen('jana')).toEqual([['for the team', 1]]);
    expect(await seen('anna')).toEqual([['for the team', 1]]);
    // Nothing listens at port 1: the fault is the sign that the running server tried.
    const client = await server.client(world.work, 'jana');
    await expect
      .poll(() => client.query('mail.accountSettings'), { timeout: 10_000 })
      .toMatchObject([{ id: accountId, state: { phase: 'failed' } }]);
    expect((await kontor('mail accounts werk')).out).toMatch(
      /^Email +Server +Members.*\ninfo@werk\.example +127\.0\.0\.1:1 \(none\) +2 /,
    );
  });

  test('are written into files again, which can be put in elsewhere', async () => {
    await server.person(world.work, 'kai');
    const email = 'info@werk.example';
    const source = join(world.folder, 'kept');
    mkdirSync(source);
    for (const at of [1, 2, 3]) writeFileSync(join(source, `${at}.eml`), rawMail({ subject: `kept ${at}` }));
    await importer([email, source, '--state', 'in-process']);
    for (const name of ['all.mbox', 'all.zip']) {
      const file = join(world.folder, name);
      expect(await kontor(['export', 'werk', email, file])).toMatchObject({ code: 0, err: '' });
      expect((await kontor(['export', 'werk', email, file])).err).toBe(`${file} is there already.\n`);
      const person = `lea${name.at(-1)}`;
      await server.person(world.work, person);
      await importer([person, file]);
      expect(Object.fromEntries(await seen(person))).toMatchObject({ 'kept 1': 2, 'kept 2': 2, 'kept 3': 2 });
    }
    expect((await kontor(['export', 'werk', email, join(world.folder, 'all.txt')])).err).toContain(
      'must end with .mbox',
    );
    expect((await kontor(['export', 'werk', 'nobody@werk.example', 'x.mbox'])).err).toContain('There is no mailbox');
    expect((await kontor('audit list werk --kind data.exported')).out).toContain(email);
  });

  test('that are none are named', async () => {
    writeFileSync(join(world.folder, 'picture.png'), Buffer.from([0x89, 0x50]));
    expect((await importer(['anna', join(world.folder, 'picture.png')])).err).toBe(
      'picture.png is neither a mail (.eml), nor an mbox file, nor a ZIP archive.\n',
    );
  });
});
