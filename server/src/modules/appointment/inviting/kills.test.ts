import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../../platform/db/database.ts';
import { createTestDatabase } from '../../../platform/db/testing.ts';
import { hastenJobs } from '../../../platform/jobs/enqueue.ts';
import { TestClient } from '../../../testing/client.ts';
import { testLog } from '../../../testing/logged.ts';
import { long } from '../../../testing/long.ts';
import { TEST_PASSWORD } from '../../../testing/server.ts';
import { forkServer, type ForkedServer } from '../../../testing/server-fork.ts';
import { addPerson, createInstance } from '../../account/index.ts';
import { create, numberOf } from '../testing/fixture.ts';

const SOON = { interval: 100 };
const endings: (() => unknown)[] = [];
/** What has come, by its address and the time that its calendar names. */
const mails: { readonly to: string; readonly text: string }[] = [];
let database: Database;
let instanceId: number;
let env: Record<string, string>;
let server: ForkedServer;
let anna: TestClient;
/** Called when a mail begins to come. */
let onMail: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => callbackify(onMail)((error) => done(error)),
    onData: (stream, { envelope }, done) =>
      callbackify(async () => {
        const { attachments } = await PostalMime.parse(await buffer(stream), { attachmentEncoding: 'utf8' });
        const calendar = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content;
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', text: typeof calendar === 'string' ? calendar : '' });
      })((error) => done(error)),
  });
  // Whoever dies while they talk leaves a connection that breaks.
  relay.on('error', () => undefined);
  relay.listen(0, '127.0.0.1');
  await once(relay.server, 'listening');
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'kontor-invite-'));
  database = await openDatabase({ url, poolSize: 2, log: testLog() });
  endings.push(
    drop,
    () => rm(folder, { recursive: true, force: true }),
    () => database.close(),
    () => relay.close(),
    () => server?.kill(),
  );
  instanceId = await createInstance(database.owner, { name: 'nordwerk', title: 'Nordwerk' });
  const person = { userName: 'anna', email: 'anna@nordwerk.example', password: TEST_PASSWORD, isAdministrator: true };
  await addPerson(database.forInstance(instanceId), instanceId, person);
  env = {
    DATABASE_URL: url,
    KONTOR_DATA: folder,
    KONTOR_KEY_FILE: join(folder, 'key'),
    KONTOR_MAIL_URL: `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
    KONTOR_MAIL_FROM: 'kontor@nordwerk.example',
  };
  await start();
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

async function start(): Promise<void> {
  server = await forkServer(env);
  anna = await new TestClient(server.base, 'nordwerk').signIn('anna', TEST_PASSWORD);
}

/** Another server takes over what one held that has been silent for seconds; how long that is, is not what is tried here. */
async function letBeDeadForLong(): Promise<void> {
  await database.ownerPool.query("update server_process set seen_at = seen_at - interval '1 minute'");
  for (const held of ['_private_jobs', '_private_job_queues'])
    await database.ownerPool.query(`update graphile_worker.${held} set locked_at = locked_at - interval '1 minute'`);
}

/** Has what waits to be gathered go out now. */
async function gather(aggregateId: string): Promise<void> {
  const { rows } = await database.ownerPool.query('select uid from appointment where appointment_id = $1', [
    numberOf(aggregateId),
  ]);
  await hastenJobs(database, [`appointment.invite:${instanceId}:${(rows[0] as { uid: string }).uid}`]);
}

const invite = (address: string): Promise<string> =>
  create(anna, {
    title: 'Wartung',
    startDate: '2031-03-03T09:00:00',
    endDate: '2031-03-03T10:00:00',
    zone: 'Europe/Berlin',
    participants: [{ address, name: 'Paul' }],
  });
/** When the invitations that came to an address begin. */
const cameTo = (address: string): readonly string[] =>
  mails
    .filter(({ to }) => to === address)
    .map(({ text }) => /DTSTART;TZID=Europe\/Berlin:(\d{8}T\d{4})/.exec(text)?.[1] ?? 'none');
async function isAllSent(): Promise<void> {
  const waiting = async () =>
    (
      await database.ownerPool.query('select from graphile_worker.jobs where task_identifier like $1', [
        'appointment.%nvit%',
      ])
    ).rowCount;
  await expect.poll(waiting, SOON).toBe(0);
}

test('what was changed before the server died is mailed once by the next one, as it is by then', async () => {
  const address = 'paul@werft.example';
  const aggregateId = await invite(address);
  await server.kill();
  await start();
  // Nothing goes out before its time, though another server has begun.
  expect(cameTo(address)).toEqual([]);
  await anna.command('appointment.changeTimes', {
    aggregateId,
    startDate: '2031-03-03T11:00:00',
    endDate: '2031-03-03T12:00:00',
  });
  await gather(aggregateId);
  await expect.poll(() => cameTo(address), SOON).toEqual(['20310303T1100']);
  await isAllSent();
  expect(cameTo(address)).toEqual(['20310303T1100']);
});

test('a server that dies while it hands the mail over leaves it to the next one', long, async () => {
  const address = 'petra@werft.example';
  const killed = Promise.withResolvers<void>();
  onMail = () => {
    onMail = () => Promise.resolve();
    void server.kill().then(killed.resolve, killed.reject);
    return killed.promise;
  };
  const aggregateId = await invite(address);
  await gather(aggregateId);
  await killed.promise;
  expect(cameTo(address)).toEqual([]);
  await letBeDeadForLong();
  await start();
  await expect.poll(() => cameTo(address), SOON).toEqual(['20310303T0900']);
  await isAllSent();
  expect(cameTo(address)).toHaveLength(1);
});
