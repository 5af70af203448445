import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogContext, withLogContext } from '../../../platform/log/log-context.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { countWaits } from '../../../testing/waits.ts';
import { rawMail } from '../testing/factory.ts';
import { BatchedImport } from './import-batches.ts';
import { importTarget, type ImportedMail, type ImportTarget } from './import.ts';

let server: TestServer;
let instance: Instance;
let parser: MailParser;
let target: ImportTarget;

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('stapel');
  const annaId = await server.person(instance, 'anna', { isAdministrator: true });
  const anna = await server.client(instance, 'anna');
  const { boxId } = await anna.command<{ boxId: number }>('mail.addAddress', {
    name: 'Info',
    email: 'info@stapel.example',
    memberIds: [annaId],
  });
  parser = new MailParser({ processes: 1 });
  const found = await importTarget(parts(), instance, boxId);
  if (found === undefined) throw new Error('There is no mailbox');
  target = found;
});
afterAll(async () => {
  await parser?.close();
  await server?.close();
});

const parts = () => ({ platform: server.platform, change: server.change, parser });

const mailOf = (subject: string): ImportedMail & { readonly subject: string } => ({
  raw: Buffer.from(rawMail({ subject, messageId: `${randomUUID()}@werft.example` })),
  status: 1,
  subject,
});

/** Imports mails, and returns what became of each. */
async function importAll(mails: readonly ReturnType<typeof mailOf>[], maxFaults = Infinity) {
  const ends: [subject: string, end: string][] = [];
  let faults = 0;
  const importing = new BatchedImport<ReturnType<typeof mailOf>>(parts(), instance, target, {
    onListed: ({ subject }, { isNew }) => void ends.push([subject, isNew ? 'new' : 'known']),
    onFault: ({ subject }) => {
      faults += 1;
      ends.push([subject, 'failed']);
    },
    isOver: () => faults >= maxFaults,
  });
  for (const mail of mails) await importing.add(mail);
  await importing.end();
  return ends;
}

test('many mails are listed in one transaction, in their order', async () => {
  const mails = Array.from({ length: 130 }, (_, n) => mailOf(`Mail ${n}`));
  const counter = await countWaits();
  try {
    const ends = await withLogContext(createLogContext(randomUUID(), 'import'), () => importAll(mails));
    expect(ends).toEqual(mails.map(({ subject }) => [subject, 'new']));
    const { ways, flushes } = counter.of('import');
    expect(flushes.filter((what) => what === 'commit')).toHaveLength(2);
    expect(ways.length).toBeLessThan(mails.length);
  } finally {
    await counter.close();
  }
});

test('one that is there twice is known the second time, in the same transaction, too', async () => {
  const mail = mailOf('Doppelt');
  expect(await importAll([mail, mail])).toEqual([
    ['Doppelt', 'new'],
    ['Doppelt', 'known'],
  ]);
  expect(await importAll([mail])).toEqual([['Doppelt', 'known']]);
});

test('one that cannot be listed leaves the others where they belong', async () => {
  const { owner } = server.platform.database;
  await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    owner,
  );
  await sql`create trigger refused before insert on activity for each row when (new.information = 'Gift') execute function refuse_mail()`.execute(
    owner,
  );
  const mails = ['Vorher', 'Gift', 'Nachher'].map(mailOf);
  expect(await importAll(mails)).toEqual([
    ['Vorher', 'new'],
    ['Gift', 'failed'],
    ['Nachher', 'new'],
  ]);
  expect(await importAll([mailOf('Gift'), mailOf('Danach')], 1)).toEqual([['Gift', 'failed']]);
  await sql`drop trigger refused on activity`.execute(owner);
});
