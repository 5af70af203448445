import type { Naming } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { seedRecord } from '../../record/factory.ts';
import { codeOf, details, list, numberOf, openCalls } from '../testing/fixture.ts';

let here: Awaited<ReturnType<typeof openCalls>>;
let werft: { idoId: number; idoInstanceId: number };

beforeAll(async () => {
  here = await openCalls();
  werft = await seedRecord(here.server.change, here.instance, {
    values: { name: 'Werft Neumann', phone: '0431 5550-0' },
    persons: [{ name: 'Paula Kahl', mobile: '0171 3920014' }],
  });
  await seedRecord(here.server.change, here.instance, { values: { name: 'Zwei A', phone: '040 5000' } });
  await seedRecord(here.server.change, here.instance, { values: { name: 'Zwei B', phone: '040 5000' } });
});
afterAll(() => here?.server.close());

const whoIs = (number: string, by: TestClient = here.anna) => by.query<Naming>('phoneCall.whoIs', { number });
const claim = (number: string, ownerKind: string, ownerId: number, isRight = true, by = here.anna) =>
  by.tryCommand<{ claimId: number }>('phoneCall.claim', { number, ownerKind, ownerId, isRight });

test('a record and who is there are named, with why', async () => {
  expect(await whoIs('0431 55500')).toMatchObject({
    number: '+49 431 55500',
    dial: '+4943155500',
    sureness: 'sure',
    name: 'Werft Neumann',
    place: 'Kiel',
    isBlocked: false,
    candidates: [
      { ownerKind: 'record', ownerId: werft.idoId, record: werft, reasons: [{ source: 'recordField', count: 1 }] },
    ],
  });
  expect(await whoIs('+491713920014')).toMatchObject({
    name: 'Paula Kahl',
    candidates: [{ ownerKind: 'person', subtitle: 'Werft Neumann', record: { idoId: werft.idoId } }],
  });
  // An extension of the main number says so.
  expect(await whoIs('0431 555077')).toMatchObject({
    sureness: 'sure',
    name: 'Werft Neumann',
    candidates: [{ subtitle: expect.stringContaining('-77') }],
  });
  expect(await whoIs('0431 999')).toMatchObject({ sureness: 'none', name: '', candidates: [] });
  expect(await whoIs('*21#')).toMatchObject({ sureness: 'none', dial: '' });
});

test('who sees no records is told of the phone book alone', async () => {
  expect(await whoIs('0431 55500', here.dora)).toMatchObject({ sureness: 'none', candidates: [] });
  await here.anna.command('phoneBook.create', { name: 'Die Werft', number: '0431 55500' });
  expect(await whoIs('0431 55500', here.dora)).toMatchObject({ sureness: 'sure', name: 'Die Werft' });
  expect((await whoIs('0431 55500')).candidates.map(({ name }) => name)).toEqual(['Werft Neumann', 'Die Werft']);
  expect(await codeOf(claim('0431 55500', 'record', werft.idoId, true, here.dora))).toBe('403 RIGHT_MISSING');
  const id = await here.arrive({ number: 4943155500, number_text: '0431 55500' });
  expect((await details(here.dora, here.as('dora', id))).callerName).toBe('Die Werft');
  // What dora is not told she does not find out by searching for it.
  const found = async (by: TestClient) =>
    (await list(by, { searchTerm: 'Neumann' })).map(({ aggregateId }) => numberOf(aggregateId));
  expect(await found(here.dora)).not.toContain(id);
});

test('of two it is maybe either, until somebody says which; that is taken back', async () => {
  const before = await whoIs('040 5000');
  expect([before.sureness, before.name, before.candidates.length]).toEqual(['maybe', '', 2]);
  const id = await here.arrive({ number: 49405000, number_text: '040 5000' });
  const name = async () => (await details(here.anna, here.as('anna', id))).entry.extras;
  expect(await name()).toMatchObject({ isNameGuessed: true, callerName: expect.stringContaining(' / ') });
  const [first, second] = before.candidates.map(({ ownerId }) => ownerId);
  const { body } = await claim('040 5000', 'record', second ?? 0);
  expect(await whoIs('040 5000')).toMatchObject({ sureness: 'sure', name: before.candidates[1]?.name });
  expect(await name()).toMatchObject({ isNameGuessed: false, callerName: before.candidates[1]?.name });
  await here.anna.command('phoneCall.revokeClaim', { claimId: body.data.claimId });
  expect((await whoIs('040 5000')).sureness).toBe('maybe');
  const wrong = await claim('040 5000', 'record', first ?? 0, false);
  expect(await whoIs('040 5000')).toMatchObject({ sureness: 'sure', name: before.candidates[1]?.name });
  expect(
    (await here.anna.query<{ callerName: string }>('phoneCall.callerName', { callerNumber: '040 5000' })).callerName,
  ).toBe(before.candidates[1]?.name);
  await here.anna.command('phoneCall.revokeClaim', wrong.body.data);
  expect(await codeOf(here.anna.tryCommand('phoneCall.revokeClaim', wrong.body.data))).toBe('404 NOT_FOUND');
});

test('a claim names who is there, for a number that is one', async () => {
  for (const [kind, id] of [
    ['record', 999_999],
    ['person', 999_999],
    ['book', 999_999],
    ['user', 999_999],
  ] as const)
    expect(await codeOf(claim('0431 77777', kind, id))).toBe('404 NOT_FOUND');
  expect(await codeOf(claim('101', 'record', werft.idoId))).toBe('422 PHONE_NUMBER_INVALID');
  expect(await codeOf(claim('0431 77777', 'user', here.ids['ben'] ?? 0))).toBe('200');
  expect(await whoIs('0431 77777')).toMatchObject({ sureness: 'sure', name: 'Ben Vogt' });
  expect(await whoIs('0431 77777', here.there)).toMatchObject({ sureness: 'none' });
});

test('a colleague has their picture in details, card and list, as long as it is surely them', async () => {
  const ben = here.ids['ben'] ?? 0;
  await sql`update app_user set avatar = ${'a1'.repeat(32)} where instance_id = ${here.instance.id} and user_id = ${ben}`.execute(
    here.server.platform.database.owner,
  );
  const { body } = await claim('0431 77001', 'user', ben);
  const id = await here.arrive({ number: 4943177001, number_text: '0431 77001' });
  const pictures = async (by: TestClient, name: string) => {
    const aggregateId = here.as(name, id);
    const { contactPicture: onCard } = await by.query<{ contactPicture: string }>('phoneCall.card', { aggregateId });
    const shown = await details(by, aggregateId);
    const listed = (await list(by)).find((entry) => numberOf(entry.aggregateId) === id)?.contactPicture;
    return [shown.contactPicture, onCard, shown.entry.contactPicture, listed];
  };
  const address = (await here.ben.query<{ avatar: string }>('session.user')).avatar;
  expect(address).toContain('account.avatar');
  expect(await pictures(here.anna, 'anna')).toEqual([address, address, address, address]);
  // Of a number that may be somebody else's there is none.
  const other = await claim('0431 77001', 'user', here.ids['carla'] ?? 0);
  expect(await pictures(here.anna, 'anna')).toEqual(['', '', null, null]);
  await here.anna.command('phoneCall.revokeClaim', other.body.data);
  // Nor where somebody has said that this one call was another person.
  await here.anna.command('phoneCall.process', {
    aggregateId: here.as('anna', id),
    aggregateVersion: 1,
    newCallerName: 'Bens Sohn',
  });
  expect(await pictures(here.anna, 'anna')).toEqual(['', '', null, null]);
  await here.anna.command('phoneCall.revokeClaim', body.data);
});

test('calls are found by the name that their number is given later', async () => {
  const id = await here.arrive({ number: 4947155501, number_text: '0471 55501' });
  await here.anna.command('phoneBook.create', { name: 'Reederei Bruns', number: '0471 55501' });
  await expect
    .poll(async () =>
      (await list(here.ben, { searchTerm: 'Bruns' })).map(({ aggregateId, contact }) => [
        numberOf(aggregateId),
        contact,
      ]),
    )
    .toEqual([[id, 'Reederei Bruns']]);
});

test('a number is blocked, and taken again', async () => {
  await here.ben.command('phoneCall.block', { number: '0900 123456', isBlocked: true });
  expect((await whoIs('0900 123456')).isBlocked).toBe(true);
  await here.ben.command('phoneCall.block', { number: '0900 123456', isBlocked: false });
  expect((await whoIs('0900 123456')).isBlocked).toBe(false);
  expect(await codeOf(here.ben.tryCommand('phoneCall.block', { number: 'x', isBlocked: true }))).toBe(
    '422 PHONE_NUMBER_INVALID',
  );
});

test('a claim follows a record that becomes another one, and comes back when that is undone', async () => {
  const [kept, gone] = [
    await seedRecord(here.server.change, here.instance, { values: { name: 'Hof Altmann' } }),
    await seedRecord(here.server.change, here.instance, { values: { name: 'Altmann Hof' } }),
  ];
  await claim('0431 88888', 'record', gone.idoId);
  expect(await whoIs('0431 88888')).toMatchObject({ name: 'Altmann Hof' });
  const looked = async (one: typeof kept) => {
    const { jsonModel } = await here.anna.query<{ jsonModel: { lastKnownChangeTimestamp: number } }>(
      'record.model',
      one,
    );
    return { idoId: one.idoId, lastKnownChangeTimestamp: jsonModel.lastKnownChangeTimestamp };
  };
  const { mergeId } = await here.anna.command<{ mergeId: number }>('record.merge', {
    idoInstanceId: kept.idoInstanceId,
    keep: await looked(kept),
    others: [await looked(gone)],
  });
  expect(await whoIs('0431 88888')).toMatchObject({ name: 'Hof Altmann' });
  await here.anna.command('record.part', { mergeId });
  expect(await whoIs('0431 88888')).toMatchObject({ name: 'Altmann Hof' });
});
