import { RIGHTS } from '@kontor/contract/account';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { ListEntry } from '@kontor/contract/activity';
import type { Naming, PhonecallDetail } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedRecord } from '../../record/factory.ts';
import { callsOf, openLine } from '../testing/calls.ts';
import { codeOf, numberOf } from '../testing/fixture.ts';
import { openOffice, type Office } from '../testing/office.ts';
import { MAX_SAID_NAMES, forgetSaidNames } from './said-store.ts';

let office: Office;
let line: Awaited<ReturnType<typeof openLine>>;
beforeAll(async () => {
  office = await openOffice('namen');
  line = await openLine(office, 'template', { terminals: [{ terminal: '12', userId: office.ids.ben }] });
});
afterAll(() => office?.server.close());

let count = 0;
/** A call that somebody takes. Returns its id. */
async function call(from: string, name: string): Promise<number> {
  count += 1;
  for (const event of ['ring', 'answer', 'end']) {
    const said = { event, callid: `n${count}`, callfrom: from, displayname: name, direction: '1', terminal: '12' };
    expect((await line.post(said)).status).toBe(200);
  }
  return (await callsOf(office)).at(-1)?.id ?? 0;
}
const whoIs = (number: string) => office.anna.query<Naming>('phoneCall.whoIs', { number });
const idOf = (entryId: number) => formatAggregateId({ module: 'phonecall', entryId, userId: office.ids.anna });
const nameOf = async (entryId: number) =>
  (await office.anna.query<PhonecallDetail>('phoneCall.details', { aggregateId: idOf(entryId) })).callerName;
const claim = (number: string, ownerId: number, isRight: boolean) =>
  office.anna.tryCommand<{ claimId: number }>('phoneCall.claim', { number, ownerKind: 'caller', ownerId, isRight });
const revoke = (claimId: number) => office.anna.command('phoneCall.revokeClaim', { claimId });
const keptOf = async (number: number) =>
  (
    await sql<{ name: string }>`select name from number_said
      where instance_id = ${office.instance.id} and number = ${number} order by last_at, said_id`.execute(
      office.server.platform.database.owner,
    )
  ).rows.map(({ name }) => name);

test('what callers call themselves is offered with why, is confirmed or denied for all calls, and that is taken back', async () => {
  const number = '0461 7001';
  const silent = await call('04617001', '');
  expect(await whoIs(number)).toMatchObject({ sureness: 'none', candidates: [] });
  await call('04617001', 'Praxis Holm');
  const said = await call('04617001', ' PRAXIS  Holm');
  const before = await whoIs(number);
  expect(before).toMatchObject({
    sureness: 'theirs',
    name: 'PRAXIS Holm',
    candidates: [{ ownerKind: 'caller', record: null, reasons: [{ source: 'system', count: 2 }] }],
  });
  expect(Date.parse(before.candidates[0]?.reasons[0]?.lastAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
  // It is the number's, and so that of the call with which it was not said, and that is found by it.
  expect([await nameOf(silent), await nameOf(said)]).toEqual(['PRAXIS Holm', 'PRAXIS Holm']);
  await expect
    .poll(async () =>
      (await office.anna.query<ListEntry[]>('phoneCall.items', { view: 'all', searchTerm: 'Holm' })).map(
        ({ aggregateId }) => numberOf(aggregateId),
      ),
    )
    .toContain(silent);

  const ownerId = before.candidates[0]?.ownerId ?? 0;
  const right = await claim(number, ownerId, true);
  expect(await whoIs(number)).toMatchObject({
    sureness: 'sure',
    name: 'PRAXIS Holm',
    candidates: [{ reasons: [{ source: 'hand' }, { source: 'system' }] }],
  });
  await revoke(right.body.data.claimId);
  expect((await whoIs(number)).sureness).toBe('theirs');
  const wrong = await claim(number, ownerId, false);
  expect(await whoIs(number)).toMatchObject({ sureness: 'none', name: '', candidates: [] });
  expect([await nameOf(silent), await nameOf(said)]).toEqual(['', '']);
  await call('04617001', 'Praxis Holm');
  expect((await whoIs(number)).sureness).toBe('none');
  await revoke(wrong.body.data.claimId);
  expect((await whoIs(number)).candidates).toMatchObject([{ reasons: [{ source: 'system', count: 3 }] }]);
  expect(await codeOf(claim('0461 7999', ownerId, true))).toBe('404 NOT_FOUND');
});

test('a record is named by its own, and what it is called is not told by calls to who sees no records', async () => {
  await office.server.person(office.instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  const dora = await office.server.client(office.instance, 'dora');
  const record = await seedRecord(office.server.change, office.instance, {
    values: { name: 'Werft Neumann', phone: '0431 5550-0' },
    persons: [{ name: 'Paula Kahl', mobile: '0171 3920014' }],
  });
  await call('043155500', 'Irgendwer');
  await call('043155500', 'werft neumann');
  await call('01713920014', 'Kahl, Paula (Werft Neumann)');
  const naming = await whoIs('0431 55500');
  expect(naming).toMatchObject({ sureness: 'sure', name: 'Werft Neumann' });
  expect(
    naming.candidates.map(({ ownerKind, ownerId, reasons }) => [ownerKind, ownerId, reasons.map((it) => it.source)]),
  ).toEqual([
    ['record', record.idoId, ['recordField']],
    ['caller', expect.any(Number), ['system']],
  ]);
  expect(await dora.query('phoneCall.whoIs', { number: '0431 55500' })).toMatchObject({
    sureness: 'theirs',
    candidates: [{ name: 'Irgendwer' }],
  });
  expect(await dora.query('phoneCall.whoIs', { number: '0171 3920014' })).toMatchObject({ sureness: 'none' });
});

test('a number in the place of a name, and a word for none, say nothing', async () => {
  for (const name of ['+49 461 7002', 'Unknown', 'anonymous', ' \u200b ']) await call('04617002', name);
  expect(await keptOf(494617002)).toEqual([]);
});

test('of one number the last names alone are kept, and those that somebody has judged', async () => {
  await call('04617003', 'Erster');
  const [first] = (await whoIs('0461 7003')).candidates;
  await claim('0461 7003', first?.ownerId ?? 0, false);
  for (let index = 0; index < MAX_SAID_NAMES + 4; index += 1) {
    // Times of calls are whole seconds, and a line says so much a second.
    office.server.advance(1000);
    await call('04617003', `Name ${String.fromCodePoint(65 + index)}`);
  }
  expect(await keptOf(494617003)).toEqual(['Erster', 'Name E', 'Name F', 'Name G', 'Name H', 'Name I']);
  expect(await whoIs('0461 7003')).toMatchObject({ sureness: 'theirs', name: 'Name I' });
});

test('of an instance those are forgotten that were not said for long, and the oldest beyond what is kept', async () => {
  const { server, instance } = office;
  const db = server.platform.database.forInstance(instance.id);
  const forget = (before: number, most: number, kept?: number) =>
    forgetSaidNames(db, instance.id, new Date(before), most, kept);
  const now = server.platform.now();
  expect(await forget(now - 86_400_000, 100)).toBe(0);
  const all = (await keptOf(494617003)).length;
  expect(await forget(now - 86_400_000, 2, 1)).toBe(2);
  expect(await forget(now - 86_400_000, 100, 1)).toBeGreaterThan(0);
  // The newest, and the one of which somebody has said that it is wrong.
  expect(all).toBe(6);
  expect(await keptOf(494617003)).toEqual(['Erster', 'Name I']);
  expect(await forget(now + 1000, 100)).toBe(1);
  expect(await keptOf(494617003)).toEqual(['Erster']);
});
