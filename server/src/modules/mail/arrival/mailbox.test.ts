import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEntry } from '@kontor/contract/activity';
import { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownRows } from '../../../platform/db/growth.ts';
import { findDovecot, type TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { seeded } from '../../../testing/fuzz/random.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import type { TestServer } from '../../../testing/server.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';
import { countCopies } from '../store/accounts.ts';
import { MAILS as GROWN } from './growth.ts';

const CORPORA = join(import.meta.dirname, '..', '..', '..', 'platform', 'mailparse', 'fixtures');
const IS_FULL = process.env['KONTOR_FULL_TESTS'] === 'true';
const MAILS = IS_FULL ? 5000 : 400;

/** Every mail of the corpora. */
const corpus = (): Buffer[] =>
  readdirSync(CORPORA, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(eml|msg)$/.test(name))
    .map((name) => readFileSync(join(CORPORA, name)));

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(findDovecot() === undefined)('a whole mailbox (left out where Dovecot is not installed)', () => {
  let fixture: MailFixture;
  let server: TestServer;
  let instance: Instance;
  let anna: TestClient;
  let dovecot: TestDovecot;
  beforeAll(async () => {
    fixture = await startMailFixture();
    ({ server, instance, anna, dovecot } = fixture);
  });
  afterAll(() => fixture?.close());

  /** A mail program that knows nothing of Kontor. */
  const program = async (user: string): Promise<ImapFlow> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: dovecot.plainPort,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: 'geheim' },
      logger: false,
      disableAutoIdle: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    fixture.atEnd(() => client.logout().catch(() => undefined));
    return client;
  };
  const listed = async (accountId: number): Promise<number> =>
    (await countCopies(server.platform.database.forInstance(instance.id), instance.id, accountId)).listed;

  it(`is taken in byte for byte, ${MAILS} mails with all the odd ones`, async () => {
    const odd = corpus();
    expect(odd.length).toBeGreaterThanOrEqual(100);
    for (const raw of odd) dovecot.drop('alle', raw);
    for (let n = odd.length; n < MAILS; n += 1)
      dovecot.drop('alle', rawMail({ subject: `Nummer ${n}`, html: `<p>${'Text '.repeat(n % 300)}</p>` }));
    const { accountId } = await addMailbox(anna, dovecot, 'alle');
    await expect.poll(() => listed(accountId), { timeout: 300_000, interval: 200 }).toBe(MAILS);
    // The planner knows of them, too, and does not take the lists for empty until it counts by itself.
    expect(await knownRows(server.platform.database.owner, GROWN)).toBeGreaterThan(MAILS / 2);
    const client = await program('alle');
    await client.mailboxOpen('INBOX', { readOnly: true });
    const there: string[] = [];
    for await (const { source } of client.fetch('1:*', { source: true })) there.push(sha256(source ?? Buffer.of()));
    const { rows } = await sql<{ raw_hash: string }>`
        select c.raw_hash from mail_copy c join mail_folder f using (instance_id, folder_id)
        where f.account_id = ${accountId} and c.mail_id is not null`.execute(server.platform.database.owner);
    const kept = await Promise.all(
      rows.map(async ({ raw_hash: hash }) => sha256(await server.platform.blobs.get(instance.id, hash))),
    );
    expect(kept.toSorted()).toEqual(there.toSorted());
    // One that is at work while its like is ordered counts as tried to the end, for the other takes its place.
    const { rows: failed } = await sql`
        select task_identifier, last_error from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null`.execute(server.platform.database.owner);
    expect(failed).toEqual([]);
  });

  it.each(IS_FULL ? [1, 2, 3, 4, 5, 6, 7, 8] : [6])(
    'is the same for Kontor and for a mail program when people work in both at once (%i)',
    async (seed) => {
      const user = `beide${seed}`;
      await server.person(instance, user);
      const person = await server.client(instance, user);
      const count = 40;
      for (let n = 0; n < count; n += 1) dovecot.drop(user, rawMail({ subject: `${user} ${n}` }));
      const { accountId } = await addMailbox(person, dovecot, user);
      await expect.poll(() => listed(accountId)).toBe(count);
      const entries = async (): Promise<ListEntry[]> => {
        const query = { format: 'json', limit: 100 } as const;
        const all = [
          ...(await person.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: user }, query)),
          ...(await person.query<ListEntry[]>('trash.items', {}, query)),
        ];
        return all.filter(({ information }) => information.startsWith(`${user} `));
      };
      const ids = (await entries()).map(({ aggregateId }) => aggregateId);
      expect(new Set(ids).size).toBe(count);
      const random = seeded(seed);
      const pick = random.of;
      const client = await program(user);
      const people = async (): Promise<void> => {
        for (let n = 0; n < 40; n += 1) {
          const command = pick(['delete', 'restore', 'spam', 'setState', 'setState']);
          const aggregateIds = [pick(ids), pick(ids)];
          const state = command === 'setState' ? { state: pick(['unseen', 'seen', 'ready']) } : {};
          await person.command(`activity.${command}`, { aggregateIds: [...new Set(aggregateIds)], ...state });
        }
      };
      const other = async (): Promise<void> => {
        for (let n = 0; n < 40; n += 1) {
          const folder = pick(['INBOX', 'INBOX', 'Trash', 'Junk']);
          const opened = await client.mailboxOpen(folder);
          if (opened.exists === 0) continue;
          const at = String(1 + random.below(opened.exists));
          const act = pick(['seen', 'unseen', 'move', 'move', 'expunge']);
          if (act === 'seen') await client.messageFlagsAdd(at, ['\\Seen']);
          if (act === 'unseen') await client.messageFlagsRemove(at, ['\\Seen']);
          if (act === 'move')
            await client.messageMove(at, pick(['INBOX', 'Trash', 'Junk', 'Sent'].filter((it) => it !== folder)));
          if (act === 'expunge' && random.below(10) < 3) await client.messageDelete(at);
        }
      };
      await Promise.all([people(), other()]);
      await client.mailboxClose();

      /** Moved by both within the same moment, a message becomes two on this server. In Kontor they are one mail. */
      const twice = new Set<string>();
      const read = async (folder: string): Promise<Map<string, boolean>> => {
        const found = new Map<string, boolean>();
        const opened = await client.mailboxOpen(folder, { readOnly: true });
        if (opened.exists > 0)
          for await (const { envelope, flags } of client.fetch('1:*', { envelope: true, flags: true })) {
            if (found.has(envelope?.subject ?? '')) twice.add(envelope?.subject ?? '');
            found.set(envelope?.subject ?? '', flags?.has('\\Seen') === true);
          }
        await client.mailboxClose();
        return found;
      };
      /** Where they differ; empty when both show the same. */
      const differences = async (): Promise<string[]> => {
        twice.clear();
        await person.command('mail.syncAccount', { accountId });
        const [inbox, sent, trash, junk] = [
          await read('INBOX'),
          await read('Sent'),
          await read('Trash'),
          await read('Junk'),
        ];
        const here = new Map([...inbox, ...sent]);
        return (await entries()).flatMap((entry) => {
          const { information: subject, status } = entry;
          const folderCount = [here, trash, junk].filter((folder) => folder.has(subject)).length;
          if (folderCount > 1) twice.add(subject);
          if (twice.has(subject)) return [];
          // What a person takes back that the program has removed for good is in Kontor alone.
          if (folderCount === 0) return [];
          const seen = here.get(subject);
          const kontor = entry.extras['isTrash'] === true ? 'away' : status === 1 ? 'new' : 'read';
          const program = seen === undefined ? 'away' : seen ? 'read' : 'new';
          return kontor === program ? [] : [`${subject} is ${kontor} and ${program}`];
        });
      };
      await expect.poll(differences, { interval: 500 }).toEqual([]);
      expect(twice.size).toBeLessThanOrEqual(2);
      expect(new Set((await entries()).map(({ aggregateId }) => aggregateId))).toEqual(new Set(ids));
    },
  );
});
