import type { ListEntry } from '@kontor/contract/activity';
import type { CallList, RunningCall } from '@kontor/contract/phonecall';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedRecord } from '../record/factory.ts';
import { sweepCalls, type SweepParts } from './sweep.ts';
import { codeOf, details, list, numberOf, openCalls, see } from './testing/fixture.ts';

let here: Awaited<ReturnType<typeof openCalls>>;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

const nobodyHears: SweepParts = {
  pushOut: async () => undefined,
  wantRinging: async () => [],
  tellTalking: async () => undefined,
};
const settings = () => here.anna.query<CallList[]>('phoneCall.listSettings');
const ago = (ms: number) => new Date(Date.now() - ms);

test('lists are made, changed and taken away by administrators', async () => {
  const about = { showsNumber: true, mayPrint: true, answeredState: 'ready', keepsDays: 30 };
  const sales = await here.saveList('Vertrieb', ['anna', 'carla'], about);
  expect((await settings()).find(({ listId }) => listId === sales)).toEqual({
    listId: sales,
    name: 'Vertrieb',
    members: [
      { userId: here.ids['anna'], fullName: 'Anna Berger' },
      { userId: here.ids['carla'], fullName: 'Carla Ernst' },
    ],
    calls: 0,
    ...about,
  });
  const names = async (by: typeof here.anna) =>
    (await by.query<{ boxes: { name: string }[] }>('phoneCall.lists')).boxes.map(({ name }) => name);
  expect([await names(here.carla), await names(here.ben)]).toEqual([['Vertrieb'], ['Zentrale']]);
  const taken = { name: 'vertrieb', memberIds: [] };
  expect(await codeOf(here.anna.tryCommand('phoneCall.saveList', taken))).toBe('409 CALL_LIST_EXISTS');
  expect(await codeOf(here.anna.tryCommand('phoneCall.saveList', { name: 'X', memberIds: [999_999] }))).toBe(
    '404 NOT_FOUND',
  );
  expect(await codeOf(here.anna.tryCommand('phoneCall.saveList', { ...taken, listId: 999_999, name: 'X' }))).toBe(
    '404 NOT_FOUND',
  );

  const id = await here.arrive({
    listId: sales,
    outcome: 'answered',
    received_by: here.ids['anna'] ?? 0,
    called: 494319900,
    called_text: '0431 9900',
  });
  expect(await details(here.anna, here.as('anna', id))).toMatchObject({ calledNumber: '+49 431 9900', mayPrint: true });
  expect(
    (await list(here.anna, { boxIds: [sales] })).map(({ status, extras }) => [status, extras['calledNumber']]),
  ).toEqual([[3, '+49 431 9900']]);
  const { status, body } = await here.anna.tryCommand('phoneCall.deleteList', { listId: sales });
  expect([status, body.code, (body as unknown as { data: object }).data]).toEqual([
    409,
    'CALL_LIST_NOT_EMPTY',
    { calls: 1, lines: 0 },
  ]);
  const empty = await here.saveList('Leer', []);
  await here.anna.command('phoneCall.deleteList', { listId: empty });
  expect((await settings()).some(({ listId }) => listId === empty)).toBe(false);
});

test('who joins a list sees its calls, and who leaves keeps what was theirs', async () => {
  const members = ['anna', 'ben'];
  const desk = await here.saveList('Werkstatt', members);
  const [bens, missed] = [
    await here.arrive({ listId: desk, outcome: 'answered', received_by: here.ids['ben'] ?? 0 }),
    await here.arrive({ listId: desk }),
  ];
  await here.saveList('Werkstatt', ['anna', 'carla'], { listId: desk });
  await expect.poll(() => see(here.carla, here.as('carla', missed))).toBe('200');
  expect([await see(here.ben, here.as('ben', bens)), await see(here.ben, here.as('ben', missed))]).toEqual([
    '200',
    '404 NOT_FOUND',
  ]);
  expect(await details(here.carla, here.as('carla', missed))).toMatchObject({ changeable: true });
});

test("a call that nobody said the end of is over after four hours, and is nobody's to answer", async () => {
  const [old, fresh] = [
    await here.arrive({ outcome: 'talking', started_at: ago(5 * 3_600_000), received_by: here.ids['ben'] ?? 0 }),
    await here.arrive({ outcome: 'ringing', started_at: ago(60_000) }),
  ];
  // Ben talks no more, and everybody is told so.
  const notified: (readonly number[])[] = [];
  await sweepCalls(here.server.change, here.instance, {
    ...nobodyHears,
    tellTalking: async (_ctx, userIds) => void notified.push(userIds),
  });
  expect(notified).toEqual([[here.ids['ben']]]);
  expect((await details(here.ben, here.as('ben', old))).outcome).toBe('unknown');
  const running = await here.ben.query<RunningCall[]>('phoneCall.running');
  expect(running.map(({ aggregateId }) => numberOf(aggregateId))).toEqual([fresh]);
});

test('a list that forgets deletes what is Done with all and old enough', async () => {
  const short = await here.saveList('Kurz', ['anna', 'ben'], { keepsDays: 10 });
  const [done, open, young] = [
    await here.arrive({ listId: short, outcome: 'blocked', started_at: ago(11 * DAY_MS) }),
    await here.arrive({ listId: short, outcome: 'missed', started_at: ago(11 * DAY_MS) }),
    await here.arrive({ listId: short, outcome: 'blocked', started_at: ago(9 * DAY_MS) }),
  ];
  const elsewhere = await here.arrive({ outcome: 'blocked', started_at: ago(400 * DAY_MS) });
  await sweepCalls(here.server.change, here.instance, nobodyHears);
  const seen = await Promise.all([done, open, young, elsewhere].map((id) => see(here.anna, here.as('anna', id))));
  expect(seen).toEqual(['404 NOT_FOUND', '200', '200', '200']);
});

test('a call is shared, linked and archived as any item, and its card says what is open', async () => {
  const record = await seedRecord(here.server.change, here.instance, {
    values: { name: 'Werft Neumann', phone: '0431 7000-0' },
  });
  const wanted = await here.create(here.anna, { callBackDesired: true, idoLinkings: [record], reason: 'Angebot' });
  const id = await here.arrive({ outcome: 'ringing', number: 4943170000, number_text: '0431 70000' });
  const card = await here.anna.query<{
    naming: { name: string };
    open: { entryId: number }[];
    openCount: number;
    lastMail: unknown;
    call: RunningCall;
  }>('phoneCall.card', { aggregateId: here.as('anna', id) });
  expect(card).toMatchObject({
    naming: { name: 'Werft Neumann' },
    openCount: 1,
    lastMail: null,
    call: { outcome: 'ringing', list: 'Zentrale' },
  });
  expect(card.open.map(({ entryId }) => entryId)).toEqual([numberOf(wanted)]);
  // Who sees no records is told of nothing that is open with them.
  expect(await here.dora.query('phoneCall.card', { aggregateId: here.as('dora', id) })).toMatchObject({
    naming: { sureness: 'none' },
    open: [],
    openCount: 0,
  });

  const entry = (await list(here.anna)).find(
    ({ aggregateId }) => numberOf(aggregateId) === numberOf(wanted),
  ) as ListEntry;
  expect(entry).toMatchObject({ idoLinked: true, archived: true });
  expect(await see(here.carla, here.as('carla', id))).toBe('404 NOT_FOUND');
  await here.anna.command('globalization.set', {
    aggregateIds: [here.as('anna', id)],
    userIds: [here.ids['carla']],
  });
  const shared = here.as('carla', id);
  expect(await details(here.carla, shared)).toMatchObject({ changeable: false });
  expect(await codeOf(here.carla.tryCommand('phoneCall.note', { aggregateId: shared, reason: 'x' }))).toBe(
    '403 RIGHT_MISSING',
  );
});
