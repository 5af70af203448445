import type { Line } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOffice, type Office } from '../testing/office.ts';
import { hashOfPath } from './secrets.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice('anlagen');
});
afterAll(() => office?.server.close());

const codeOf = async (command: string, params: object, by = office.anna) =>
  (await by.tryCommand(command, params)).body.code;
const lines = () => office.anna.query<Line[]>('phoneCall.lineSettings', {});
const stored = async (lineId: number) => {
  const { rows } = await sql<{ path_hash: Buffer | null; sealed_secret: string | null }>`
    select path_hash, sealed_secret from phone_line where line_id = ${lineId} and instance_id = ${office.instance.id}`.execute(
    office.server.platform.database.owner,
  );
  return rows[0];
};
const save = (more: object = {}) =>
  office.anna.command<{ lineId: number; address: string }>('phoneCall.saveLine', {
    kind: 'placetel',
    title: 'Placetel',
    listId: office.listId,
    ...more,
  });

test('a telephone system is made known, with its terminals; its address is said once, and its secrets never', async () => {
  const { lineId, address } = await save({
    secret: 'geheimer Schlüssel',
    terminals: [
      { terminal: '7777abc@fpbx.de', userId: office.ids.ben },
      { terminal: '9', listId: office.listId },
    ],
  });
  expect(address).toMatch(/^\/phone\/placetel\/[\w-]{43}$/);
  const line = (await lines()).find((one) => one.lineId === lineId);
  expect(line).toMatchObject({ title: 'Placetel', hasSecret: true, zone: 'Europe/Berlin', fault: '', isOn: true });
  expect(line?.terminals.map(({ terminal, userId, listId }) => [terminal, userId, listId])).toEqual([
    ['9', 0, office.listId],
    ['7777abc@fpbx.de', office.ids.ben, null],
  ]);
  const row = await stored(lineId);
  expect(row?.path_hash).toEqual(hashOfPath(address.split('/').at(-1) ?? ''));
  expect(row?.sealed_secret).not.toContain('geheim');
  expect(JSON.stringify(await lines())).not.toContain('geheim');
});

test('what is not said of a secret keeps it, and an empty one takes it away; the address stays', async () => {
  const { lineId } = await save({ secret: 'eins' });
  const before = await stored(lineId);
  expect((await save({ lineId, title: 'Anders' })).address).toBe('');
  expect(await stored(lineId)).toEqual(before);
  await save({ lineId, secret: '' });
  expect(await stored(lineId)).toEqual({ ...before, sealed_secret: null });
});

test('another kind has another address, and one that is connected to has none', async () => {
  const { lineId, address } = await save();
  const other = await save({ lineId, kind: 'cti' });
  expect(other.address).toMatch(/^\/phone\/cti\//);
  expect(other.address.split('/').at(-1)).not.toBe(address.split('/').at(-1));
  const ami = await save({
    lineId,
    kind: 'ami',
    isOn: false,
    host: '127.0.0.1',
    port: 5038,
    user: 'kontor',
    secret: 'geheim',
  });
  expect(ami.address).toBe('');
  expect((await stored(lineId))?.path_hash).toBeNull();
  expect(await codeOf('phoneCall.renewLine', { lineId })).toBe('NOT_FOUND');
});

test('an address is given anew', async () => {
  const { lineId, address } = await save();
  const renewed = await office.anna.command<{ address: string }>('phoneCall.renewLine', { lineId });
  expect(renewed.address).not.toBe(address);
  expect((await stored(lineId))?.path_hash).toEqual(hashOfPath(renewed.address.split('/').at(-1) ?? ''));
});

test('the template for 3CX has a new address in it', async () => {
  const { lineId } = await save({ kind: 'threecx', title: '3CX & Co' });
  const { filename, xml } = await office.anna.command<{ filename: string; xml: string }>('phoneCall.lineTemplate', {
    lineId,
  });
  expect(filename).toBe('kontor-3cx.xml');
  const [, secret = ''] = /\/phone\/threecx\/([\w-]{43})\?number/.exec(xml) ?? [];
  expect((await stored(lineId))?.path_hash).toEqual(hashOfPath(secret));
  expect(xml).toContain('3CX &amp; Co');
  expect(await codeOf('phoneCall.lineTemplate', { lineId: (await save()).lineId })).toBe('NOT_FOUND');
});

test.each<[string, object, string]>([
  ['a list that there is not', { listId: 999_999 }, 'NOT_FOUND'],
  ['somebody who is nobody', { terminals: [{ terminal: '1', userId: 999_999 }] }, 'NOT_FOUND'],
  ['a list of a terminal that there is not', { terminals: [{ terminal: '1', listId: 999_999 }] }, 'NOT_FOUND'],
  ['a system that there is not', { lineId: 999_999 }, 'NOT_FOUND'],
  ['a zone that there is not', { zone: 'Europa/Bärlin' }, 'PHONE_ZONE_UNKNOWN'],
  ['a country that there is not', { country: 'XX' }, 'PARAMETERS_INVALID'],
  ['a terminal twice', { terminals: [{ terminal: '1' }, { terminal: '1' }] }, 'PARAMETERS_INVALID'],
  ['no host', { kind: 'ami', port: 5038 }, 'PHONE_ADDRESS_INVALID'],
  ['no port', { kind: 'ari', host: 'pbx.test' }, 'PHONE_ADDRESS_INVALID'],
  ['a history that nobody is let into', { kind: 'placetel', history: {} }, 'PARAMETERS_INVALID'],
  ['a history at no address', { kind: 'yeastar', history: { user: 'a', secret: 'b' } }, 'PHONE_ADDRESS_INVALID'],
  [
    'a history at a file',
    { kind: 'yeastar', history: { url: 'file:///etc', user: 'a', secret: 'b' } },
    'PHONE_ADDRESS_INVALID',
  ],
  [
    'a history at the cloud’s own address',
    { kind: 'yeastar', history: { url: 'http://169.254.169.254/', user: 'a', secret: 'b' } },
    'PHONE_ADDRESS_INVALID',
  ],
  ['the cloud’s own address', { kind: 'ari', host: '169.254.169.254', port: 80 }, 'PHONE_ADDRESS_INVALID'],
])('%s is refused', async (_name, more, code) => {
  expect(await codeOf('phoneCall.saveLine', { kind: 'cti', title: 'x', listId: office.listId, ...more })).toBe(code);
});

test('there is an end to how many there are', async () => {
  const owner = office.server.platform.database.owner;
  const other = await office.server.instance('viele');
  await office.server.person(other, 'anna', { isAdministrator: true });
  const anna = await office.server.client(other, 'anna');
  const { rows } = await sql<{ box_id: number }>`insert into box (instance_id, module, name)
    select ${other.id}, module, 'x' from box where box_id = ${office.listId} returning box_id`.execute(owner);
  const listId = rows[0]?.box_id ?? 0;
  await sql`insert into phone_line (instance_id, kind, title, list_id) select ${other.id}, 'cti', 'x', ${listId}
    from generate_series(1, 50)`.execute(owner);
  const { body } = await anna.tryCommand('phoneCall.saveLine', { kind: 'cti', title: 'x', listId });
  expect(body).toMatchObject({ code: 'TOO_MANY_PHONE_LINES', data: { max: 50 } });
});

test('a history is asked by a secret of its own, which is sealed, kept and forgotten', async () => {
  const sealed = async (lineId: number) => {
    const { rows } = await sql<{
      sealed_history: string | null;
    }>`select sealed_history from phone_line where line_id = ${lineId}
      and instance_id = ${office.instance.id}`.execute(office.server.platform.database.owner);
    return rows[0]?.sealed_history;
  };
  const { lineId } = await save({ history: { secret: 'ganz geheim' } });
  const first = await sealed(lineId);
  expect(first).not.toContain('geheim');
  expect(JSON.stringify(await lines())).not.toContain('geheim');
  await save({ lineId, history: { user: 'egal' } });
  expect(await sealed(lineId)).toBe(first);
  // Of another kind it is another one's.
  expect(
    await codeOf('phoneCall.saveLine', { lineId, kind: 'sipgate', title: 'x', listId: office.listId, history: {} }),
  ).toBe('PARAMETERS_INVALID');
  await save({ lineId });
  expect(await sealed(lineId)).toBeNull();
  await save({ lineId, kind: 'cti', history: { secret: 'x' } });
  expect(await sealed(lineId)).toBeNull();
});

test('one that is deleted is gone, and its address with it', async () => {
  const { lineId } = await save();
  await office.anna.command('phoneCall.deleteLine', { lineId });
  expect((await lines()).some((one) => one.lineId === lineId)).toBe(false);
  expect(await codeOf('phoneCall.deleteLine', { lineId })).toBe('NOT_FOUND');
});

test('everybody who sees calls is told of systems that are silent with a fault, after a minute', async () => {
  const { lineId } = await save({ title: 'Stumm' });
  const owner = office.server.platform.database.owner;
  const since = new Date(office.server.platform.now());
  await sql`update phone_line set fault = 'away', fault_since = ${since} where line_id = ${lineId}`.execute(owner);
  expect(await office.ben.query('phoneCall.lineFaults', {})).toEqual([]);
  office.server.advance(61_000);
  expect(await office.ben.query('phoneCall.lineFaults', {})).toEqual([{ title: 'Stumm', since: since.toISOString() }]);
  // What was wrong was with what it was before.
  await save({ lineId, title: 'Stumm', isOn: false });
  expect((await lines()).find((one) => one.lineId === lineId)).toMatchObject({ fault: '', faultSince: null });
});
