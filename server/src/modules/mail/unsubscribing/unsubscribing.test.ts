import { generateKeyPairSync } from 'node:crypto';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { MailDetail, Outgoing } from '@kontor/contract/mail';
import { dkimSign } from 'mailauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HttpsPeer } from '../../../platform/egress/testing/https-peer.ts';
import { startDns } from '../../../platform/mailcheck/testing/dns.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { rawMail } from '../testing/factory.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';
import { putUnsubscribed } from './store.ts';
import { unsubscribeJobs } from './unsubscribing.ts';

let fixture: Fixture;
let page: HttpsPeer;
let peer: ScriptedPeer;
let dns: Awaited<ReturnType<typeof startDns>>;

const PATIENT = { interval: 100 };
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

beforeAll(async () => {
  dns = await startDns(
    new Map([['s1._domainkey.werft.example', `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`]]),
  );
  page = await HttpsPeer.start();
  fixture = await openFixture(
    { KONTOR_DNS: dns.address },
    { alone: true, imagePolicy: { allowPrivateHosts: true, ports: [page.port] } },
  );
  peer = await ScriptedPeer.start();
  await fixture.anna.command('mail.updateSending', {
    accountId: fixture.shared.accountId,
    sending: { host: '127.0.0.1', port: peer.port, security: 'none' },
  });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
  await page?.close();
  await dns?.close();
});
beforeEach(() => {
  page.requests.length = 0;
  page.answers = [{ status: 200 }];
});

const COVERED = 'From:Subject:List-Unsubscribe:List-Unsubscribe-Post';
const POST = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';
const here = (path = '/ab?wer=17') => `https://localhost:${page.port}${path}`;

const detailOf = (client: TestClient, aggregateId: string) => client.query<MailDetail>('mail.details', { aggregateId });
const stateOf = (aggregateId: string) =>
  expect.poll(async () => (await detailOf(fixture.anna, aggregateId)).unsubscribe?.state, PATIENT);

/** A newsletter, checked; `fields`: the header fields that its signature covers. */
async function newsletter(headers: string, fields = COVERED): Promise<string> {
  const raw = rawMail({ date: new Date(), headers });
  const key = { signingDomain: 'werft.example', selector: 's1', privateKey: keys.privateKey };
  const { signatures } = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    headerList: fields.split(':'),
    ...key,
    signatureData: [key],
  });
  const aggregateId = await fixture.deliver(`${signatures}${raw}`);
  await expect.poll(async () => (await detailOf(fixture.anna, aggregateId)).authentication, PATIENT).not.toBeNull();
  return aggregateId;
}

test('one click is one request, and who has the mail open sees that it was heard', async () => {
  const aggregateId = await newsletter(`List-Unsubscribe: <${here()}>\n${POST}`);
  expect((await detailOf(fixture.anna, aggregateId)).unsubscribe).toEqual({
    way: 'oneClick',
    host: 'localhost',
    state: null,
    at: null,
  });
  const unsubscribe = () => fixture.ben.command('mail.unsubscribe', { aggregateId });
  expect(await unsubscribe()).toEqual({ way: 'oneClick', url: null });
  await stateOf(aggregateId).toBe('done');
  // Once more is no second request.
  expect(await unsubscribe()).toEqual({ way: 'oneClick', url: null });
  expect(page.requests).toMatchObject([{ method: 'POST', url: '/ab?wer=17', body: 'List-Unsubscribe=One-Click' }]);
  const headers = page.requests[0]?.headers ?? {};
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect([headers['cookie'], headers['referer'], headers['authorization']]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['nobody vouches for what it says', `List-Unsubscribe: <URL>\n${POST}`, 'From:Subject'],
  ['it does not say that one click is enough', 'List-Unsubscribe: <URL>', 'From:Subject:List-Unsubscribe'],
])('where %s the person gets the page, and nothing is requested', async (_why, headers, fields) => {
  const aggregateId = await newsletter(headers.replace('URL', here()), fields);
  expect(await fixture.anna.command('mail.unsubscribe', { aggregateId })).toEqual({ way: 'link', url: here() });
  expect(page.requests).toEqual([]);
  expect((await detailOf(fixture.anna, aggregateId)).unsubscribe).toMatchObject({ way: 'link', state: null });
});

test('a redirect is not followed, and is no success', async () => {
  page.answers = [{ status: 302, headers: { location: '/anderswo' } }];
  const aggregateId = await newsletter(`List-Unsubscribe: <${here()}>\n${POST}`);
  await fixture.anna.command('mail.unsubscribe', { aggregateId });
  await stateOf(aggregateId).toBe('failed');
  expect(page.requests.map(({ url }) => url)).toEqual(['/ab?wer=17']);
  // What has failed can be asked again.
  page.answers = [{ status: 200 }];
  await fixture.anna.command('mail.unsubscribe', { aggregateId });
  await stateOf(aggregateId).toBe('done');
});

test('a page that is busy is asked again', async () => {
  page.answers = [{ status: 503 }, { status: 200 }];
  const aggregateId = await newsletter(`List-Unsubscribe: <${here()}>\n${POST}`);
  await fixture.anna.command('mail.unsubscribe', { aggregateId });
  await stateOf(aggregateId).toBe('done');
  expect(page.requests).toHaveLength(2);
});

test('by mail it is one from the mailbox, without a word that nobody wrote it', async () => {
  peer.taken.length = 0;
  const mailto = 'mailto:ab@post.werft.example?subject=Abmelden%2017';
  const aggregateId = await newsletter(`List-Unsubscribe: <${mailto}>, <${here()}>`);
  expect(await fixture.ben.command('mail.unsubscribe', { aggregateId })).toEqual({ way: 'mail', url: null });
  await fixture.anna.command('mail.unsubscribe', { aggregateId });
  await stateOf(aggregateId).toBe('done');
  expect(peer.taken).toMatchObject([{ from: 'info@nordwerk.example', to: ['ab@post.werft.example'] }]);
  expect(peer.taken[0]?.raw).toMatch(/^Subject: Abmelden 17\r$/m);
  expect(peer.taken[0]?.raw).not.toMatch(/^Auto-Submitted:/m);
  expect(page.requests).toEqual([]);
});

test('a mail that nobody takes has failed, and cannot be taken back into a draft', async () => {
  peer.become({ refuses: { 'weg@post.werft.example': '550 5.1.1 unknown' } });
  const aggregateId = await newsletter('List-Unsubscribe: <mailto:weg@post.werft.example>');
  await fixture.anna.command('mail.unsubscribe', { aggregateId });
  await stateOf(aggregateId).toBe('failed');
  const line = (await fixture.anna.query<Outgoing[]>('mail.outbox')).find(({ state }) => state === 'refused');
  expect(line).toMatchObject({ isCancellable: false, subject: 'unsubscribe' });
  peer.become({});
});

test('what is on no port of the web is not requested', async () => {
  const other = await HttpsPeer.start();
  const aggregateId = await newsletter(`List-Unsubscribe: <https://localhost:${other.port}/ab>\n${POST}`);
  await fixture.anna.command('mail.unsubscribe', { aggregateId });
  await stateOf(aggregateId).toBe('failed');
  expect(other.requests).toEqual([]);
  await other.close();
});

test('what is in the own network is not requested', async () => {
  const aggregateId = await newsletter(`List-Unsubscribe: <${here()}>\n${POST}`);
  const { server, instance, ids } = fixture;
  const mailId = parseAggregateId(aggregateId)?.entryId ?? 0;
  const db = server.platform.database.forInstance(instance.id);
  await putUnsubscribed(db, instance.id, { mailId, userId: ids.anna, way: 'oneClick', at: new Date() });
  const jobs = unsubscribeJobs({ allowPrivateHosts: false, ports: [page.port] });
  const change = <T>(work: (ctx: ChangeContext) => Promise<T>) => server.change(instance, work);
  const job = { ...server.platform, instance, db, change, attempt: 1, lastAttempt: false };
  await jobs['mail.unsubscribe']?.(job, { mailId });
  await stateOf(aggregateId).toBe('failed');
  expect(page.requests).toEqual([]);
});

test('only who may send for the mailbox may ask, and only where it is offered', async () => {
  const aggregateId = await newsletter(`List-Unsubscribe: <${here()}>\n${POST}`);
  const tryUnsubscribe = (client: TestClient, id = aggregateId) =>
    codeOf(client.tryCommand('mail.unsubscribe', { aggregateId: id }));
  expect(await tryUnsubscribe(fixture.carla)).toBe('403 RIGHT_MISSING');
  expect(await tryUnsubscribe(fixture.emil)).toBe('404 NOT_FOUND');
  expect(await tryUnsubscribe(fixture.dora)).toBe('404 NOT_FOUND');
  expect(await tryUnsubscribe(fixture.anna, await fixture.arrive({}))).toBe('422 UNSUBSCRIBE_NOT_OFFERED');
  expect(page.requests).toEqual([]);
});
