import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance, QueryContext } from '../../platform/operation/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { loadPerson } from '../account/index.ts';
import { lockItems } from '../activity/index.ts';
import { seedItem } from '../activity/factory.ts';
import { seedRecord } from './factory.ts';
import {
  dismissedOf,
  isRecord,
  linkItems,
  linksOf,
  recordAddressSource,
  recordFields,
  recordsOfAddresses,
  suggestable,
} from './index.ts';

let server: TestServer;
let instance: Instance;
let other: Instance;
let db: Db;
let anna: number;
let werft: { idoId: number; idoInstanceId: number };
let paul: typeof werft;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  other = await server.instance('fremd');
  anna = await server.person(instance, 'anna');
  db = server.platform.database.forInstance(instance.id);
  werft = await seedRecord(server.change, instance, {
    values: {
      name: 'Werft Neumann',
      city: 'Kiel',
      email: 'Info@Werft.example; post@werft.example',
      phone: '+49 431 1234-0',
    },
    persons: [{ name: 'Paul Neumann', email: 'paul.neumann@werft.example' }],
  });
  paul = await seedRecord(server.change, instance, {
    kind: 'Kontakte',
    values: { firstName: 'Paul', lastName: 'Neumann', company: 'Werft Neumann', email: 'paul.neumann@werft.example' },
  });
});
afterAll(() => server?.close());

const link = (items: readonly number[], recordId: number, why: Partial<Parameters<typeof linkItems>[3]> = {}) =>
  server.change(instance, async (ctx) => {
    await lockItems(ctx, items);
    await linkItems(ctx, items, recordId, { reason: 'rule', detail: 'Rechnungen', userId: 0, ...why });
  });
const asking = async (userId: number): Promise<QueryContext> => {
  const person = await loadPerson({ instance, db }, userId);
  if (person === undefined) throw new Error('Nobody');
  return { ...server.platform, instance, db, person, auditNow: async () => {} };
};

test('records are known by their addresses, and those of their contact persons, however these are written', async () => {
  const known = await recordsOfAddresses(db, instance.id, [
    'INFO@werft.example',
    'Paul.Neumann@werft.EXAMPLE',
    'niemand@werft.example',
  ]);
  expect([...known.keys()].toSorted()).toEqual(['info@werft.example', 'paul.neumann@werft.example']);
  expect(known.get('info@werft.example')).toEqual([
    {
      recordId: werft.idoId,
      kindId: werft.idoInstanceId,
      displayName: 'Werft Neumann, Kiel',
      instanceTitle: 'Kunden',
      instanceColor: '#2f6f4f',
    },
  ]);
  expect(known.get('paul.neumann@werft.example')?.map((one) => one.displayName)).toEqual([
    'Werft Neumann, Kiel',
    'Paul Neumann, Werft Neumann',
  ]);
  const there = server.platform.database.forInstance(other.id);
  expect(await recordsOfAddresses(there, other.id, ['info@werft.example'])).toEqual(new Map());
  expect([await isRecord(db, instance.id, werft.idoId), await isRecord(there, other.id, werft.idoId)]).toEqual([
    true,
    false,
  ]);
});

test('items are linked with the reason, and once only', async () => {
  const items = [
    await seedItem(server.change, instance, { userIds: [anna] }),
    await seedItem(server.change, instance, { userIds: [anna] }),
  ];
  await link(items, werft.idoId);
  await link(items.slice(0, 1), werft.idoId, { reason: 'hand', userId: anna });
  await link(items.slice(0, 1), paul.idoId, { reason: 'hand', detail: '', userId: anna });
  const links = await linksOf(db, instance.id, items);
  expect(links.get(items[0] ?? 0)).toMatchObject([
    {
      idoId: werft.idoId,
      displayName: 'Werft Neumann, Kiel',
      isSuggested: false,
      reason: 'rule',
      detail: 'Rechnungen',
    },
    { idoId: paul.idoId, isSuggested: false, reason: 'hand', detail: 'anna Test', at: expect.any(Number) },
  ]);
  expect(links.get(items[1] ?? 0)).toHaveLength(1);
  const client = await server.client(instance, 'anna');
  const entries = await client.query<{ idoButton: { idoCount: number }; archived: boolean }[]>('mail.items', {
    view: 'all',
  });
  expect(new Set(entries.map(({ idoButton, archived }) => `${idoButton.idoCount} ${archived}`))).toEqual(
    new Set(['1 false', '2 false']),
  );
  await expect(link(items, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await dismissedOf(db, instance.id, items)).toEqual(new Map());
  const given = [...(links.get(items[0] ?? 0) ?? [])];
  expect((await suggestable(db, instance.id, new Map([[items[1] ?? 0, given]]))).get(items[1] ?? 0)).toMatchObject([
    { idoId: paul.idoId, isSuggested: true, at: null },
  ]);
});

const WRITER = { id: 1, isAdministrator: false };
test('templates are told what stands in the fields', async () => {
  expect(await recordFields({ db, instance, person: WRITER }, werft.idoId)).toMatchObject({
    name: 'Werft Neumann',
    number: '',
    city: 'Kiel',
    title: 'Werft Neumann',
    kind: 'Kunden',
  });
  const project = await seedRecord(server.change, instance, {
    kind: 'Projekte',
    values: { name: 'Dock 3', begin: '2026-03-01' },
  });
  expect(await recordFields({ db, instance, person: WRITER }, project.idoId)).toMatchObject({
    begin: '01.03.2026',
    end: '',
  });
  expect(await recordFields({ db, instance, person: WRITER }, 999_999)).toEqual({});
});

test('addresses are suggested by the beginnings of name and address, with all records of them', async () => {
  const ctx = await asking(anna);
  const both = [
    { idoID: werft.idoId, instanceID: werft.idoInstanceId },
    { idoID: paul.idoId, instanceID: paul.idoInstanceId },
  ];
  expect(await recordAddressSource(ctx, ['paul', 'neu'])).toEqual([
    { email: 'paul.neumann@werft.example', name: 'Paul Neumann', score: 70, source: 'IDO', ido: both, members: [] },
  ]);
  const found = await recordAddressSource(ctx, ['werft']);
  expect(new Map(found.map(({ email, score }) => [email, score]))).toEqual(
    new Map([
      ['info@werft.example', 70],
      ['paul.neumann@werft.example', 50],
      ['post@werft.example', 70],
    ]),
  );
  expect(await recordAddressSource(ctx, ['kiel'])).toEqual([]);
  expect(await recordAddressSource(ctx, [])).toEqual([]);
  const dora = await server.person(instance, 'dora', { rights: ['mailList', 'createMail'] });
  expect(await recordAddressSource(await asking(dora), ['paul'])).toEqual([]);
});
