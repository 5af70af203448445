import type { DialLocation, DialUser } from '@kontor/contract/phonecall';
import { RIGHTS } from '@kontor/contract/account';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedRecord } from '../../record/factory.ts';
import { openOffice, openPeer, type Office } from '../testing/office.ts';

let office: Office;
let peer: Awaited<ReturnType<typeof openPeer>>;
beforeAll(async () => {
  office = await openOffice('waehlen');
  peer = await openPeer();
});
afterAll(async () => {
  peer?.close();
  await office?.server.close();
});
beforeEach(() => {
  peer.requests.length = 0;
  Object.assign(peer.answer, { status: 200, body: '{}' });
});

interface Started {
  readonly callId: number;
  readonly how: string;
  /** What came of it. */
  readonly state: string;
  readonly status: number;
  readonly href: string;
  readonly canHangUp: boolean;
  readonly isTold: boolean;
}
const NUMBER = { calledNumber: '0431 123456' };
interface CameOf {
  readonly state: string;
  readonly end: string | null;
  readonly href: string;
  readonly status: number;
}
/** What came of a call, or of its end, once that is known. */
async function cameOf(callId: number, what: 'state' | 'end' = 'state'): Promise<CameOf> {
  const read = () => office.ben.query<CameOf>('phoneCall.attempt', { callId });
  await expect.poll(async () => (await read())[what], { interval: 30 }).not.toBe('calling');
  return read();
}
async function start(params: object = NUMBER): Promise<Started> {
  const begun = await office.ben.command<Started>('phoneCall.start', params);
  if (begun.how === 'openLink') return begun;
  const { state, href, status } = await cameOf(begun.callId);
  return { ...begun, state, href, status };
}
async function hangUp(callId: number): Promise<CameOf> {
  expect(await office.ben.command('phoneCall.hangUp', { callId })).toEqual({});
  return cameOf(callId, 'end');
}
const refusal = async (params: object, by = office.ben) => (await by.tryCommand('phoneCall.start', params)).body;
const owner = () => office.server.platform.database.owner;

/** Gives Ben a way to make calls. */
async function give(way: string, more: object = {}, user: object = {}): Promise<number> {
  const { locationId } = await office.anna.command<{ locationId: number }>('phoneCall.saveLocation', {
    title: way,
    way,
    ...more,
  });
  await office.anna.command('phoneCall.saveDialUser', {
    userId: office.ids.ben,
    isAllowed: true,
    locationId,
    terminal: 'e0',
    ...user,
  });
  return locationId;
}
const configuration = () => office.ben.query<Record<string, unknown>>('phoneCall.outgoingConfiguration', {});

test('what is wrong with how calls are made is said, and nobody is called', async () => {
  expect(await configuration()).toMatchObject({ error: 'USER_HAS_NO_CONFIGURATION', location: '', canHangUp: false });
  // Whoever sets it up finds Ben before anything was said of him.
  const { users } = await office.anna.query<{ users: DialUser[] }>('phoneCall.dialSettings', {});
  expect(users.find(({ userId }) => userId === office.ids.ben)).toMatchObject({
    isAllowed: false,
    locationId: null,
    terminal: '',
    callerId: '',
  });
  expect(await refusal(NUMBER)).toMatchObject({
    code: 'PHONE_NOT_CONFIGURED',
    data: { error: 'USER_HAS_NO_CONFIGURATION' },
  });
  await give('sipgateIO', {}, { isAllowed: false });
  expect((await configuration())['error']).toBe('USER_IS_NOT_ALLOWED_TO_INITIATE_OUTGOING_PHONECALLS');
  await give('sipgateIO', {}, { locationId: null });
  expect((await configuration())['error']).toBe('USER_HAS_NO_LOCATION_CONFIGURED');
  await give('other');
  expect((await configuration())['error']).toBe('USER_HAS_UNSUPPORTED_LOCATION_CONFIGURED');
  await give('sipgateIO', {}, { terminal: '' });
  expect((await configuration())['error']).toBe('USER_HAS_NO_TERMINAL_CONFIGURED');
  await give('sipgateIO');
  expect((await configuration())['error']).toBe('LOCATION_HAS_NO_CONFIGURATION');
  expect((await refusal(NUMBER)).code).toBe('PHONE_NOT_CONFIGURED');
});

test('sipgate is asked to call, and to end it', async () => {
  await give('sipgateIO', { url: `${peer.url}/v2/`, tokenId: 'token-A', token: 'geheim' }, { callerId: '0431 9900' });
  expect(await configuration()).toMatchObject({
    error: '',
    location: 'sipgateIO',
    token: '',
    tokenId: '',
    canHangUp: true,
  });
  peer.answer.body = '{"sessionId":"abc:1"}';
  const { callId, how, state, canHangUp, isTold } = await start();
  expect([how, state, canHangUp, isTold]).toEqual(['calling', 'done', true, true]);
  expect(peer.requests[0]).toMatchObject({ method: 'POST', path: '/v2/sessions/calls' });
  expect(peer.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('token-A:geheim').toString('base64')}`);
  expect(JSON.parse(peer.requests[0]?.body ?? '')).toEqual({
    deviceId: 'e0',
    caller: 'e0',
    callee: '+49431123456',
    callerId: '04319900',
  });
  expect(await hangUp(callId)).toMatchObject({ state: 'done', end: 'done', href: '' });
  expect(peer.requests[1]).toMatchObject({ method: 'DELETE', path: '/v2/calls/abc%3A1' });
  expect((await office.carla.tryCommand('phoneCall.hangUp', { callId })).body.code).toBe('NOT_FOUND');
});

test('a form is posted with the fields of the address, and shown to nobody', async () => {
  const locationId = await give('curlPost', {
    url: `${peer.url}/unused?x={number}`,
    urlInit: `${peer.url}/call?to={number}&from={terminal}&key={token}&as={user}`,
    urlHangup: `${peer.url}/end?from={terminal}&key={token}`,
    token: 'ge&heim',
  });
  const { callId } = await start({ calledNumber: '+49 431 123456' });
  expect(peer.requests[0]).toMatchObject({
    method: 'POST',
    path: '/call',
    body: 'to=%2B49431123456&from=e0&key=ge%26heim&as=ben',
  });
  expect(peer.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  await hangUp(callId);
  expect(peer.requests[1]).toMatchObject({ path: '/end', body: 'from=e0&key=ge%26heim' });
  expect(await configuration()).toMatchObject({
    url_init: `${peer.url}/call`,
    url_hangup: `${peer.url}/end`,
    token: '',
  });
  // What is not said again stays.
  await office.anna.command('phoneCall.saveLocation', {
    locationId,
    title: 'curlPost',
    way: 'curlPost',
    keeps: ['url', 'urlInit', 'token'],
  });
  await start();
  expect(peer.requests[2]).toMatchObject({ path: '/call' });
  expect((await configuration())['canHangUp']).toBe(false);
  const { locations } = await office.anna.query<{ locations: DialLocation[] }>('phoneCall.dialSettings', {});
  expect(JSON.stringify(locations)).not.toMatch(/geheim|heim|key=/);
  expect(locations.find((one) => one.locationId === locationId)).toMatchObject({ hasToken: true, urlHangup: '' });
  const { rows } = await sql<{ sealed: string }>`select sealed from dial_location`.execute(owner());
  expect(rows.map(({ sealed }) => sealed).join()).not.toContain('heim');
});

test('TAPImaster is asked by the server where that reaches it, else by the person’s own machine', async () => {
  await give('tapimasterExtern', { url: `${peer.url}/tapi` });
  const { callId } = await start();
  expect(peer.requests[0]).toMatchObject({ method: 'GET', path: '/tapi/Makecall_e0_0431123456' });
  await hangUp(callId);
  expect(peer.requests[1]).toMatchObject({ method: 'GET', path: '/tapi/Drop_e0' });
  await give('tapimasterExtern', { url: `${peer.local}/tapi` });
  const local = await start();
  expect(local).toMatchObject({ state: 'localGet', href: `${peer.local}/tapi/Makecall_e0_0431123456` });
  expect(await hangUp(local.callId)).toMatchObject({
    end: 'localGet',
    href: `${peer.local}/tapi/Drop_e0`,
  });
  expect(peer.requests).toHaveLength(2);
});

test('a link is opened by the machine, and a number by the telephone in the hand', async () => {
  await give('asterisk', {}, { terminal: '' });
  expect(await start()).toMatchObject({ how: 'openLink', href: 'callto:0431123456', canHangUp: false });
  expect(await start({ ...NUMBER, byDevice: true })).toMatchObject({
    how: 'openLink',
    href: 'tel:+49431123456',
    canHangUp: false,
    isTold: false,
  });
  const byDevice = await office.carla.command<Started>('phoneCall.start', { ...NUMBER, byDevice: true });
  expect(byDevice.href).toBe('tel:+49431123456');
  expect((await office.carla.tryCommand('phoneCall.hangUp', { callId: byDevice.callId })).body.code).toBe(
    'PHONE_NOT_CONFIGURED',
  );
});

test('a telephone system that does not do it is said, and the same command calls nobody twice', async () => {
  await give('curlPost', { url: `${peer.url}/call?to={number}` });
  peer.answer.status = 402;
  expect(await start()).toMatchObject({ state: 'failed', status: 402 });
  peer.answer.status = 302;
  expect(await start()).toMatchObject({ state: 'failed', status: 302 });
  await give('curlPost', { url: 'http://nirgends.test:1/call?to={number}' });
  expect(await start()).toMatchObject({ state: 'failed', status: 0 });
  await give('curlPost', { url: 'http://unbekannt.example/call?to={number}' });
  expect(await start()).toMatchObject({ state: 'failed', status: 0 });
  await give('curlPost', { url: `${peer.url}/call?to={number}` });
  peer.answer.status = 200;
  peer.requests.length = 0;
  const processId = randomUUID();
  const first = await office.ben.command<Started>('phoneCall.start', NUMBER, { processId });
  // As where the process ended between the call and its answer.
  await sql`delete from command_log where process_id = ${processId}`.execute(owner());
  const again = await office.ben.command<Started>('phoneCall.start', NUMBER, { processId });
  expect(again.callId).toBe(first.callId);
  await cameOf(first.callId);
  expect(peer.requests).toHaveLength(1);
});

test('while a telephone system takes its time no connection to the database is held, and what is lost is known to be', async () => {
  await give('curlPost', { url: `${peer.url}/call?to={number}`, urlHangup: `${peer.url}/end` });
  const open = Promise.withResolvers<void>();
  peer.answer.until = open.promise;
  const calls = await Promise.all(
    Array.from({ length: 12 }, () => office.ben.command<Started>('phoneCall.start', NUMBER)),
  );
  await expect.poll(() => peer.requests.length).toBe(12);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(owner());
  expect(rows[0]?.n).toBe(0);
  const stateOf = async (callId: number) => (await office.ben.query<CameOf>('phoneCall.attempt', { callId })).state;
  const [first] = calls;
  expect(await stateOf(first?.callId ?? 0)).toBe('calling');
  expect((await office.carla.tryQuery('phoneCall.attempt', { callId: first?.callId ?? 0 })).body.code).toBe(
    'NOT_FOUND',
  );
  open.resolve();
  delete peer.answer.until;
  for (const { callId } of calls) expect((await cameOf(callId)).state).toBe('done');
  await sql`update dial_attempt set state = 'calling', asked_at = now() - interval '1 day' where call_id = ${first?.callId}`.execute(
    owner(),
  );
  expect(await stateOf(first?.callId ?? 0)).toBe('unknown');
});

test.each(['*21*0431#', 'javascript:1', '0431,1', '\u202e0431123', '12', 'x'.repeat(50)])(
  '%j is no number, whatever else is wrong',
  async (calledNumber) => {
    for (const more of [{}, { byDevice: true }, { confirmed: true }])
      expect((await refusal({ calledNumber, ...more })).code).toBe('PHONE_NUMBER_INVALID');
  },
);

test('dear numbers, emergency numbers and countries that are new ask once', async () => {
  await give('asterisk');
  for (const [calledNumber, why] of [
    ['0900 1234567', 'premium'],
    ['112', 'emergency'],
    ['+43 1 5131234', 'abroad'],
  ] as const) {
    expect(await refusal({ calledNumber })).toMatchObject({ code: 'PHONE_NUMBER_CONFIRM', data: { why } });
    expect((await refusal({ calledNumber, byDevice: true })).code).toBe('PHONE_NUMBER_CONFIRM');
    expect((await start({ calledNumber, confirmed: true })).how).toBe('openLink');
  }
  await seedRecord(office.server.change, office.instance, { values: { name: 'Wiener', phone: '+43 1 777' } });
  expect((await start({ calledNumber: '+43 1 5131234' })).how).toBe('openLink');
});

test('there is an end to the calls of a day, of a person and of all', async () => {
  await give('asterisk');
  const { rows } = await sql<{
    calls: number;
  }>`select count(*) as calls from dial_attempt where location_id is not null`.execute(owner());
  const before = rows[0]?.calls ?? 0;
  await office.anna.command('phoneCall.saveDialLimits', { maxPerUser: before + 1, maxPerInstance: 10_000 });
  await start();
  expect(await refusal(NUMBER)).toMatchObject({ code: 'PHONE_LIMIT', data: { max: before + 1, of: 'user' } });
  // The telephone in the hand costs the company nothing.
  expect((await start({ ...NUMBER, byDevice: true })).how).toBe('openLink');
  await office.anna.command('phoneCall.saveDialLimits', { maxPerUser: 10_000, maxPerInstance: before + 1 });
  expect(await refusal(NUMBER)).toMatchObject({ code: 'PHONE_LIMIT', data: { max: before + 1, of: 'instance' } });
  await office.anna.command('phoneCall.saveDialLimits', { maxPerUser: 200, maxPerInstance: 2000 });
  office.server.advance(86_400_000);
  expect((await start()).how).toBe('openLink');
});

test('records that a call is about are those that the person sees', async () => {
  await give('asterisk');
  const record = await seedRecord(office.server.change, office.instance, { values: { name: 'Werft' } });
  expect((await start({ ...NUMBER, idoLinkings: [record] })).callId).toBeGreaterThan(0);
  expect((await refusal({ ...NUMBER, idoLinkings: [{ ...record, idoId: 999_999 }] })).code).toBe('NOT_FOUND');
  await office.server.person(office.instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  const dora = await office.server.client(office.instance, 'dora');
  expect((await refusal({ ...NUMBER, idoLinkings: [record], byDevice: true }, dora)).code).toBe('RIGHT_MISSING');
});

test('what may be no address is refused, and what there is not', async () => {
  const code = async (command: string, params: object) => (await office.anna.tryCommand(command, params)).body.code;
  const location = { title: 'x', way: 'curlPost' };
  for (const address of [
    'ftp://pbx.example/',
    'javascript:alert(1)',
    'https://a:b@pbx.example/',
    'pbx.example',
    'http://169.254.169.254/latest',
  ])
    expect(await code('phoneCall.saveLocation', { ...location, url: address }), address).toBe('PHONE_ADDRESS_INVALID');
  expect(await code('phoneCall.saveLocation', { ...location, lineId: 999_999 })).toBe('NOT_FOUND');
  expect(await code('phoneCall.saveLocation', { ...location, locationId: 999_999 })).toBe('NOT_FOUND');
  expect(await code('phoneCall.deleteLocation', { locationId: 999_999 })).toBe('NOT_FOUND');
  const user = { isAllowed: true, locationId: null, terminal: '' };
  expect(await code('phoneCall.saveDialUser', { ...user, userId: 999_999 })).toBe('NOT_FOUND');
  expect(await code('phoneCall.saveDialUser', { ...user, userId: office.ids.ben, locationId: 999_999 })).toBe(
    'NOT_FOUND',
  );
  expect(await code('phoneCall.saveDialUser', { ...user, userId: office.ids.ben, terminal: '../x' })).toBe(
    'PARAMETERS_INVALID',
  );
  expect(await code('phoneCall.saveDialUser', { ...user, userId: office.ids.ben, callerId: '*21*1#' })).toBe(
    'PHONE_NUMBER_INVALID',
  );
});

test('who had a way that is deleted has none', async () => {
  const locationId = await give('asterisk');
  await office.anna.command('phoneCall.deleteLocation', { locationId });
  expect((await configuration())['error']).toBe('USER_HAS_NO_LOCATION_CONFIGURED');
});

test('no call that went out is found before a telephone system has told of it', async () => {
  const next = (params: object) => office.ben.query('phoneCall.nextOutgoingId', params);
  const none = { number: 0, timestamp: 0, aggregateId: '', error: 'NO_NEXT_OUTGOING_CALL_FOUND' };
  const timestamp = Math.floor(office.server.platform.now() / 1000);
  expect(await next({ ...NUMBER, timestamp })).toEqual(none);
  expect(await next({ calledNumber: 'x', timestamp: Number.MAX_SAFE_INTEGER })).toEqual(none);
});
