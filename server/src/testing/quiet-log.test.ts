import { createTransport } from 'nodemailer';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prettyLine } from '../platform/log/pretty.ts';
import { createLogger } from '../platform/log/logger.ts';
import { createLogContext, withLogContext } from '../platform/log/log-context.ts';
import type { Instance } from '../platform/operation/context.ts';
import { TestClient } from './client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from './server.ts';
import { eventually } from './eventually.ts';

/** The log of a whole journey at its most talkative holds nothing that a person typed, sent or received, and all of it in one line each. */

const CANARIES = [
  'password',
  'token',
  'search',
  'subject',
  'body',
  'file',
  'address',
  'agent',
  'path',
  'parameter',
  'message',
  'answer',
  'draft',
  'state',
] as const;
const canary = Object.fromEntries(CANARIES.map((name) => [name, `kanari${name}vogel`])) as Record<
  (typeof CANARIES)[number],
  string
>;

const lines: string[] = [];
const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const requests = () => parsed().filter(({ msg }) => msg === 'request');
let server: TestServer;
let instance: Instance;
let anna: TestClient;

beforeAll(async () => {
  const log = createLogger('trace', 'json', { write: (line) => void lines.push(line) });
  const env = { KONTOR_LOG_SLOW_SQL: '1', KONTOR_SMTP_PORT: '0', KONTOR_SMTP_GREYLIST: 'false' };
  server = await startTestServer(env, { log, alone: true });
  instance = await server.instance('leise');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

test('a line for each request, with who, what and how long, under the id that the client gave', async () => {
  const processId = randomUUID();
  await anna.tryQuery('session.user', {}, { processId });
  await eventually(() => expect(requests().map(({ id }) => id)).toContain(processId));
  const line = requests().find(({ id }) => id === processId);
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    id: processId,
    method: 'GET',
    operation: 'session.user',
    status: 200,
    ms: expect.any(Number),
    rows: 1,
    statements: expect.any(Number),
    sqlMs: expect.any(Number),
    sqlWaits: expect.any(Number),
    instance: expect.any(Number),
    user: expect.any(Number),
    session: expect.stringMatching(/^[0-9a-f]{8}$/),
    msg: 'request',
  });
  expect(Number(line?.['statements'])).toBeGreaterThanOrEqual(2);
});

test('statements and jobs bear the id of the request that they follow from', async () => {
  const processId = randomUUID();
  await withLogContext(createLogContext(processId, 'test'), () =>
    server.change(instance, async (ctx) => {
      await sql`select pg_sleep(0.01)`.execute(ctx.db);
      // A job about no mail at all: no try can succeed.
      await ctx.enqueue('mail.readAnew', { mailId: 'none' }, { maxAttempts: 1 });
    }),
  );
  const of = (msg: string) => parsed().filter((line) => line['msg'] === msg && line['id'] === processId);
  const slow = of('slow statement').find(({ sql: text }) => text === 'select pg_sleep(0.01)');
  expect(slow).toMatchObject({
    operation: 'test',
    pid: expect.any(Number),
    ms: expect.any(Number),
  });
  await eventually(() => expect(of('job failed')[0]).toMatchObject({ job: 'mail.readAnew' }));
});

test('an id that is none is not taken over', async () => {
  await anna.tryQuery('session.user', {}, { processId: canary.parameter });
  await eventually(() => expect(requests().length).toBeGreaterThan(1));
  for (const { id } of requests()) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

/** Writes to somebody, changes and takes back what was said, and says of oneself where one is. */
async function sayThings(): Promise<void> {
  const benId = await server.person(instance, 'ben');
  const ben = await server.client(instance, 'ben');
  const given = { addressee: [benId], message: canary.message, sendState: 3, status: 1 };
  const { aggregateId } = await anna.command<{ aggregateId: string }>('message.composeSend', given);
  await anna.command('message.saveDraft', { aggregateId, messageContent: canary.draft });
  await ben.command('message.send', { aggregateId, messageContent: canary.answer });
  const changed = { aggregateId, no: 1, edit: 0, messageContent: `${canary.answer} und mehr` };
  await ben.command('message.edit', changed);
  // Refused, with what stands there.
  expect((await ben.tryCommand('message.edit', { ...changed, messageContent: canary.answer })).status).toBe(409);
  await ben.tryQuery('message.find', { aggregateId, searchTerm: canary.answer });
  const forwarded = { aggregateId, no: 0, addressee: [benId], message: canary.draft };
  expect((await anna.tryCommand('message.forward', forwarded)).status).toBe(200);
  await ben.command('message.takeBack', { aggregateId, no: 1 });
  await anna.command('presence.setPersonalState', { text: canary.state });
  await anna.command('presence.switchState', { userstateId: 8 });
  expect(JSON.stringify(await ben.query('presence.onlineUsers'))).toContain(canary.state);
  expect(JSON.stringify(await ben.query('message.items', { view: 'all' }))).toContain(canary.message);
}

test('nothing that a person typed, sent or received', async () => {
  const stranger = new TestClient(server.base, 'leise');
  const json = { 'Content-Type': 'application/json', 'User-Agent': canary.agent };
  const login = (body: object) =>
    stranger.send('/auth/login', { method: 'POST', headers: stranger.headers(json), body: JSON.stringify(body) });
  await login({ instance: 'leise', username: canary.address, password: canary.password });
  await login({ instance: 'leise', username: 'anna', password: canary.password });
  await login({ instance: 'leise', username: 'anna', password: TEST_PASSWORD, more: canary.parameter });
  await stranger.send('/query?query=session.user', { headers: { Authorization: `Bearer ${canary.token}` } });
  await stranger.send('/query?query=session.user', { headers: { Cookie: `kontor-leise=${canary.token}` } });
  await stranger.send(`/${canary.path}/x?q=${canary.search}`, { headers: anna.headers() });
  await anna.tryQuery('filter.items', { searchTerm: canary.search });
  await anna.tryQuery('filter.items', { searchTerm: `${canary.search}\u0000` });
  await anna.tryQuery('filter.items', { nonsense: canary.parameter });
  await anna.tryQuery(canary.parameter, {}, { post: true });
  await anna.tryQuery('session.fromToken', { jwtToken: canary.token });
  await anna.tryCommand('activity.setState', { aggregateIds: [canary.parameter], state: 'ready' });
  await anna.tryCommand(canary.parameter);
  const people = await anna.query<{ userId: number }[]>('module.users', { module: 'email' });
  const memberIds = people.map(({ userId }) => userId);
  const email = `${canary.address}@example.com`;
  expect((await anna.tryCommand('mail.addAddress', { name: canary.subject, email, memberIds })).status).toBe(200);
  expect((await anna.tryCommand('mail.addAddress', { name: canary.subject, email, memberIds })).status).toBe(422);
  await anna.tryCommand('mail.addAccount', {
    host: '127.0.0.1',
    port: 9,
    security: 'none',
    userName: canary.address,
    password: canary.password,
    name: canary.subject,
    email: `imap.${email}`,
  });
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.app.smtpPort ?? 0,
    tls: { rejectUnauthorized: false },
  });
  await transport.sendMail({
    from: `"${canary.subject}" <sender@example.org>`,
    to: email,
    subject: canary.subject,
    text: canary.body,
    attachments: [{ filename: `${canary.file}.txt`, content: canary.body }],
  });
  await transport
    .sendMail({ from: 'sender@example.org', to: `not.${email}`, text: canary.body })
    .catch(() => undefined);
  await eventually(async () => expect(await anna.query<unknown[]>('inbox.items')).toHaveLength(1));
  expect(JSON.stringify(await anna.query('inbox.items'))).toContain(canary.subject);

  await sayThings();

  expect(lines.length).toBeGreaterThan(20);
  expect(requests().map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['/auth/login', 'filter.items', 'mail.addAddress', 'message.takeBack', '']),
  );
  const found = lines.filter((line) => Object.values(canary).some((word) => line.includes(word)));
  expect(found).toEqual([]);
  expect(lines.join('')).not.toContain(anna.token);
  expect(lines.join('')).not.toContain(TEST_PASSWORD);
  for (const line of lines) {
    expect(line.trimEnd()).not.toContain('\n');
    expect(prettyLine(line)).toMatch(/^\d\d:\d\d:\d\d /);
  }
});
