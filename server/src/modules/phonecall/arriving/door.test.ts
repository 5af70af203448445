import { MAX_EVENT_BYTES, type Line } from '@kontor/contract/phonecall';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../platform/log/logger.ts';
import { seedRecord } from '../../record/factory.ts';
import { callsOf, openLine } from '../testing/calls.ts';
import { openOffice, type Office } from '../testing/office.ts';
import { eventually } from '../../../testing/eventually.ts';

let office: Office;
let logged = '';
const files = createServer((request, response) => {
  const bodies: Readonly<Record<string, Buffer>> = {
    '/fax.pdf': Buffer.from('%PDF-1.4 x'),
    '/voice': Buffer.from('RIFF0000WAVEfmt '),
    '/page.wav': Buffer.from('<html>'),
  };
  const body = bodies[request.url ?? ''];
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
});
let filePort = 0;
const owner = () => office.server.platform.database.owner;

beforeAll(async () => {
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  filePort = (files.address() as AddressInfo).port;
  const log = createLogger('debug', 'json', { write: (line: string) => void (logged += line) });
  office = await openOffice(
    'tuer',
    { alone: true, phone: { filePorts: [filePort] }, log },
    { KONTOR_LOG_REQUESTS: 'true' },
  );
});
afterAll(async () => {
  files.close();
  await office?.server.close();
});

const lineOf = async (lineId: number) =>
  (await office.anna.query<Line[]>('phoneCall.lineSettings', {})).find((line) => line.lineId === lineId);
const post = (path: string, body: string | Buffer, type = 'application/x-www-form-urlencoded') =>
  fetch(`${office.server.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
const ring = (callId: string, from = '49431500') =>
  `event=newCall&callId=${callId}&from=${from}&to=4943199&direction=in&user[]=anna`;

test('an address that is nobody’s, of another kind, switched off, or given anew is not there', async () => {
  const line = await openLine(office, 'cti');
  const secret = line.address.split('/').at(-1) ?? '';
  const answers = [
    await post(`/phone/cti/${'x'.repeat(43)}`, ring('a')),
    await post('/phone/cti/x', ring('a')),
    await post(`/phone/nonsense/${secret}`, ring('a')),
    await post(`/phone/sipgate/${secret}`, ring('a')),
    await fetch(`${office.server.base}${line.address}`),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { code: string }).code).toBe('NOT_FOUND');
  }
  expect((await line.post(ring('a'))).status).toBe(200);
  await office.anna.command('phoneCall.renewLine', { lineId: line.lineId });
  expect((await line.post(ring('b'))).status).toBe(404);
  const off = await openLine(office, 'cti', { isOn: false });
  expect((await off.post(ring('c'))).status).toBe(404);
  await office.anna.command('phoneCall.deleteLine', { lineId: line.lineId });
  expect((await line.post(ring('b'))).status).toBe(404);
});

test('what was said before changes nothing, and who says it is asked for no session', async () => {
  const line = await openLine(office, 'cti');
  const before = (await callsOf(office)).length;
  for (let index = 0; index < 3; index += 1) {
    const answer = await line.post(ring('wieder', '49431501'));
    expect([answer.status, answer.headers.get('set-cookie'), answer.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ]);
  }
  expect(await callsOf(office)).toHaveLength(before + 1);
  const { rows } = await sql<{
    events: number;
  }>`select count(*) as events from phone_event where line_id = ${line.lineId}`.execute(owner());
  expect(rows[0]?.events).toBe(1);
});

test('events that come at once are one call', async () => {
  const line = await openLine(office, 'cti', { terminals: [{ terminal: 'anna', userId: office.ids.anna }] });
  const before = (await callsOf(office)).length;
  const said = 'callId=zugleich&from=49431502&to=4943199&direction=in';
  const answers = await Promise.all(
    ['newCall&user[]=anna', 'answer&user=anna', 'hangup&cause=normalClearing', 'newCall&user[]=anna&x=1'].map((event) =>
      line.post(`event=${event}&${said}`),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const calls = await callsOf(office);
  expect(calls).toHaveLength(before + 1);
  expect(calls.at(-1)).toMatchObject({ outcome: 'answered', receivedBy: office.ids.anna });
});

test('a system is heard sixty times a second', async () => {
  const line = await openLine(office, 'cti');
  const answers = await Promise.all(Array.from({ length: 75 }, () => line.post('event=unsinn&callId=1')));
  const refused = answers.filter(({ status }) => status === 429);
  // A second may have begun meanwhile.
  expect(refused.length + answers.filter(({ status }) => status === 422).length).toBe(75);
  for (const answer of refused) expect(answer.headers.get('retry-after')).toBe('1');
});

test('what is too long is refused before it is read', async () => {
  const line = await openLine(office, 'cti');
  expect((await post(line.address, `${ring('lang')}&x=${'x'.repeat(MAX_EVENT_BYTES)}`)).status).toBe(413);
});

test('what nobody of ours has signed is said to administrators, until something right comes', async () => {
  const line = await openLine(office, 'placetel', { secret: 'geheim', title: 'Placetel' });
  const body = 'event=IncomingCall&call_id=p1&from=0431504&to=043199';
  expect((await line.post(body)).status).toBe(403);
  expect(await lineOf(line.lineId)).toMatchObject({ fault: 'signature', lastEventAt: null });
  office.server.advance(61_000);
  expect((await office.ben.query<{ title: string }[]>('phoneCall.lineFaults', {})).map(({ title }) => title)).toContain(
    'Placetel',
  );
  const signed = await fetch(`${office.server.base}${line.address}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-placetel-signature': createHmac('sha256', 'geheim').update(body).digest('hex'),
    },
    body,
  });
  expect(signed.status).toBe(200);
  const { fault, lastEventAt } = (await lineOf(line.lineId)) ?? {};
  expect([fault, typeof lastEventAt]).toEqual(['', 'string']);
  expect((await line.post('x=1')).status).toBe(403);
  const open = await openLine(office, 'cti');
  expect((await open.post('x=1')).status).toBe(422);
  expect(await lineOf(open.lineId)).toMatchObject({ fault: 'unreadable' });
});

test('terminals that are named are offered to administrators', async () => {
  const line = await openLine(office, 'cti', { terminals: [{ terminal: 'anna', userId: office.ids.anna }] });
  await line.post(`${ring('t1', '49431505')}&user[]=neu%E2%80%AE`);
  expect(
    (await lineOf(line.lineId))?.terminals.map(({ terminal, userId, lastAt }) => [terminal, userId, lastAt !== null]),
  ).toEqual([
    ['neu', 0, true],
    ['anna', office.ids.anna, true],
  ]);
});

test('nothing of an address stands in the log', async () => {
  const line = await openLine(office, 'cti');
  await line.post(ring('log'));
  await line.post('x=1');
  await fetch(`${office.server.base}${line.address}?x=geheimnis`);
  const secret = line.address.split('/').at(-1) ?? '';
  expect(logged).toContain('phone cti');
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain('geheimnis');
});

test('3CX is told who a number is, where that is sure', async () => {
  const line = await openLine(office, 'threecx');
  await seedRecord(office.server.change, office.instance, {
    values: { name: 'Werft Neumann', phone: '0431 5550' },
    persons: [{ name: 'Paula Kahl', phone: '0171 3920014' }],
  });
  const who = async (number: string) => {
    const answer = await fetch(`${office.server.base}${line.address}?number=${encodeURIComponent(number)}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { contacts: Record<string, string>[] }).contacts;
  };
  expect(await who('+494315550')).toMatchObject([
    { CompanyName: 'Werft Neumann', LastName: '', PhoneBusiness: '+49 431 5550' },
  ]);
  expect(await who('01713920014')).toMatchObject([
    { FirstName: 'Paula', LastName: 'Kahl', CompanyName: 'Werft Neumann' },
  ]);
  for (const none of ['0431999999', '', 'anonymous', '101', 'x'.repeat(500)]) expect(await who(none)).toEqual([]);
});

test('files of faxes and voice messages are fetched once, as far as they are such', async () => {
  const line = await openLine(office, 'cti');
  const said = (event: string, callId: string, file: string) =>
    line.post({ event, callId, from: '49431506', to: '4943199', direction: 'in', pages: 2, file });
  const last = async () => (await callsOf(office)).at(-1);
  const base = `http://127.0.0.1:${filePort}`;
  await said('fax', 'f1', `${base}/fax.pdf`);
  await eventually(async () => expect(await last()).toMatchObject({ outcome: 'fax', fileType: 'application/pdf' }));
  await said('voice', 'f2', `${base}/voice`);
  await eventually(async () => expect(await last()).toMatchObject({ outcome: 'voice', fileType: 'audio/wav' }));
  await said('voice', 'f3', `${base}/page.wav`);
  await eventually(() => expect(logged).toContain('none of a fax or a voice message'));
  expect(await last()).toMatchObject({ outcome: 'voice', fileType: '' });
  await said('voice', 'f4', 'file:///etc/passwd');
  const { rows } = await sql<{ jobs: number }>`select count(*) as jobs from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'phone.file'`.execute(owner());
  expect(rows[0]?.jobs).toBe(0);
});

test('whatever is posted, the server does not fail', async () => {
  const lines = await Promise.all(
    ['sipgate', 'placetel', 'cti', 'yeastar', 'threecx', 'template'].map((kind) => openLine(office, kind)),
  );
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lines),
      fc.record(
        {
          event: fc.constantFrom('newCall', 'answer', 'hangup', 'IncomingCall', 'HungUp', 'ring', 'fax', 'NewCdr'),
          callId: text,
          call_id: text,
          callid: text,
          from: fc.oneof(text, fc.constantFrom('9'.repeat(40), '+', '00', '4943199', '-1', '1e99')),
          to: text,
          user: fc.oneof(text, fc.array(text, { maxLength: 5 })),
          direction: fc.constantFrom('in', 'out', ''),
          cause: text,
          duration: fc.oneof(text, fc.constantFrom('99999999', '-5', '1e9')),
          CallType: fc.constantFrom('Inbound', 'Missed'),
          Number: text,
          DateTime: fc.oneof(
            text,
            fc.constantFrom('0001-01-01 00:00:00', '9999-12-31 23:59:59', '2026-03-29 02:30:00'),
          ),
          Duration: text,
          name: text,
          file: fc.oneof(text, fc.constantFrom('http://', 'http://[::1', 'https://x.example:99999/')),
          pages: fc.oneof(text, fc.integer()),
        },
        { requiredKeys: ['event'] },
      ),
      async (line, body) => {
        const { status } = await line.post(body);
        expect([200, 422, 429]).toContain(status);
      },
    ),
    { numRuns: 80 },
  );
});
