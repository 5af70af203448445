import { RIGHTS } from '@kontor/contract/account';
import { MAX_FAVOURITES, type Favourite, type RecordModel } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { seedRecord } from '../factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let dora: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  [anna, ben, dora] = (await Promise.all(['anna', 'ben', 'dora'].map((name) => server.client(instance, name)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
});
afterAll(() => server?.close());

type Named = { readonly idoId: number; readonly idoInstanceId: number };
const seed = (name: string) => seedRecord(server.change, instance, { values: { name } });
const titles = (all: readonly Favourite[]) => all.map(({ title, position }) => `${position} ${title}`);
const mine = async (by = anna) => titles(await by.query<Favourite[]>('record.favourites'));
const add = async (named: Named, by = anna) => titles(await by.command<Favourite[]>('record.addFavourite', named));
const remove = async (named: Named, by = anna) =>
  titles(await by.command<Favourite[]>('record.removeFavourite', named));
const order = async (...favourites: Named[]) =>
  titles(await anna.command<Favourite[]>('record.orderFavourites', { favourites }));
const isMarked = async (named: Named, by = anna) =>
  (await by.query<RecordModel>('record.model', named)).isAnFavoriteIdo;

test('each has their own, in their order, with the name that the record has', async () => {
  const [a, b, c] = (await Promise.all(['Albatros', 'Bussard', 'Condor'].map(seed))) as [Named, Named, Named];
  expect(await add(a)).toEqual(['1 Albatros']);
  await add(b);
  expect(await add(c)).toEqual(['1 Albatros', '2 Bussard', '3 Condor']);
  expect(await add(a)).toEqual(['1 Albatros', '2 Bussard', '3 Condor']);
  expect([await isMarked(a), await isMarked(a, ben), await mine(ben)]).toEqual([true, false, []]);

  expect(await order(c, a)).toEqual(['1 Condor', '2 Albatros', '3 Bussard']);
  expect(await order({ ...c, idoId: 999_999 }, b, b)).toEqual(['1 Bussard', '2 Condor', '3 Albatros']);
  expect(await order()).toEqual(['1 Bussard', '2 Condor', '3 Albatros']);

  const jsonPayload = { changes: [{ key: 'name', before: 'Condor', value: 'Kondor' }] };
  const { lastKnownChangeTimestamp } = await anna.command<{ lastKnownChangeTimestamp: number }>('record.save', {
    ...c,
    jsonPayload,
    lastKnownChangeTimestamp: 1,
  });
  expect(await mine()).toEqual(['1 Bussard', '2 Kondor', '3 Albatros']);
  await ben.command('record.delete', { ...c, lastKnownChangeTimestamp });
  expect(await mine()).toEqual(['1 Bussard', '2 Albatros']);
  expect(await order(a)).toEqual(['1 Albatros', '2 Bussard']);
  expect(await remove(c)).toEqual(['1 Albatros', '2 Bussard']);
  expect(await remove(a)).toEqual(['1 Bussard']);
  expect(await remove(a)).toEqual(['1 Bussard']);
  expect(await isMarked(a)).toBe(false);
  await remove(b);
});

test('all devices of the person are told, and nobody else', async () => {
  const record = await seed('Dohle');
  const [device, colleague] = await Promise.all([anna, ben].map((client) => StompPeer.as(client)));
  const expected = { type: 'record.favouritesChanged', payload: { keys: ['favourites'] } };
  const processIds = [randomUUID(), randomUUID()] as const;
  await anna.tryCommand('record.addFavourite', record, { processId: processIds[0] });
  await ben.tryCommand('record.addFavourite', record, { processId: processIds[1] });
  for (const [index, peer] of [device, colleague].entries()) {
    expect(await peer?.event()).toMatchObject(expected);
    // Events come in the order of the commits: what the other has done was told before, or never.
    expect(JSON.stringify(peer?.frames)).not.toContain(processIds[1 - index]);
  }
  for (const peer of [device, colleague]) peer?.close();
  await remove(record);
  await remove(record, ben);
});

test('what cannot be one is refused, and changes nothing', async () => {
  const record = await seed('Elster');
  const codeOf = async (params: object, by = anna) => {
    const { status, body } = await by.tryCommand('record.addFavourite', params);
    return `${status} ${body.code ?? ''}`.trim();
  };
  expect(await codeOf({ ...record, idoId: 999_999 })).toBe('404 NOT_FOUND');
  expect(await codeOf({ ...record, idoInstanceId: record.idoInstanceId + 1 })).toBe('404 NOT_FOUND');
  expect(await codeOf({ idoId: record.idoId })).toBe('422 PARAMETERS_INVALID');
  expect(await codeOf(record, dora)).toBe('403 RIGHT_MISSING');
  expect(await mine()).toEqual([]);
});

test('added at once by two devices all of them are there, and no more than so many', async () => {
  const all = await Promise.all(Array.from({ length: MAX_FAVOURITES + 2 }, (_, n) => seed(`Vogel ${n}`)));
  // As many at once as the server lets one person wait for, however slow it is.
  const answers: Awaited<ReturnType<typeof anna.tryCommand>>[] = [];
  while (all.length > 0)
    answers.push(
      ...(await Promise.all(all.splice(0, 25).map((record) => anna.tryCommand('record.addFavourite', record)))),
    );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_FAVOURITES);
  expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(['TOO_MANY_FAVOURITES', 'TOO_MANY_FAVOURITES']);
  const there = await anna.query<Favourite[]>('record.favourites');
  expect(there.map(({ position }) => position)).toEqual(Array.from({ length: MAX_FAVOURITES }, (_, n) => n + 1));
});
