import type { ListEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faxPage, tiffOf } from '../../platform/images/testing/tiff.ts';
import { codeOf, details, list, numberOf, openCalls, see } from './testing/fixture.ts';

const NO = '403 RIGHT_MISSING';
const GONE = '404 NOT_FOUND';
let here: Awaited<ReturnType<typeof openCalls>>;

beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

const entryOf = async (by: typeof here.anna, aggregateId: string): Promise<ListEntry | undefined> =>
  (await list(by)).find(({ aggregateId: id }) => numberOf(id) === numberOf(aggregateId));
const stateOf = async (by: typeof here.anna, aggregateId: string) => (await entryOf(by, aggregateId))?.status;
const as = (name: string, aggregateId: string) => here.as(name, numberOf(aggregateId));
const process = async (by: typeof here.anna, aggregateId: string, changes: object) =>
  by.tryCommand<{ aggregateVersion: number }>('phoneCall.process', {
    aggregateId,
    aggregateVersion: (await details(by, aggregateId)).aggregateVersion,
    ...changes,
  });

describe('a call that somebody writes down', () => {
  test('has what was written, for who sees it', async () => {
    const id = await here.create(here.anna, {
      timestamp: '2026-11-26T09:41:00.700',
      receivedBy: here.ids['anna'],
      receivedFor: here.ids['ben'],
      reason: '<p>Rückfrage zum <b>Liefertermin</b></p><p>ruft wieder an<br>um 12</p>',
      duration: '4:12',
    });
    expect(await details(here.anna, id)).toMatchObject({
      aggregateVersion: 1,
      callDate: '2026-11-26',
      callTime: '09:41:00',
      callTimestamp: Date.parse('2026-11-26T08:41:00Z') / 1000,
      callerNumber: '+49 431 123456',
      callReceivedBy: here.ids['anna'],
      callReceivedFor: here.ids['ben'],
      direction: 'incoming',
      duration: 252,
      callList: 'Zentrale',
      callListId: here.exchange,
      outcome: 'answered',
      isManual: true,
      changeable: true,
      mayCorrect: true,
    });
    const { callReason } = await details(here.anna, id);
    expect(callReason).toContain('Rückfrage zum Liefertermin\n');
    expect(callReason).toContain('ruft wieder an\num 12');
    expect(await entryOf(here.ben, id)).toMatchObject({
      contact: '+49 431 123456',
      channel: 'Zentrale',
      extras: {
        receivedByInitial: expect.any(String),
        receivedForCompleteName: 'Ben Vogt',
        duration: 252,
        isManual: true,
      },
    });
    // In process for who took it, done for the others; who is neither sees nothing.
    expect([await stateOf(here.anna, id), await stateOf(here.dora, as('dora', id))]).toEqual([2, 3]);
    expect(await see(here.carla, as('carla', id))).toBe(GONE);
    expect(await see(here.emil, as('emil', id))).toBe(NO);
    expect(await see(here.there, id)).toBe(GONE);
  });

  test.each<[string, string, string]>([
    ['2026-03-29T02:30:00', '2026-03-29', '03:30:00'],
    ['2026-10-25T02:30:00', '2026-10-25', '02:30:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25', '02:30:00'],
    ['2026-07-01T12:00:00+02:00', '2026-07-01', '12:00:00'],
    ['2026-07-01', '2026-07-01', '00:00:00'],
  ])('begun at %s is of %s, %s', async (timestamp, callDate, callTime) => {
    const id = await here.create(here.anna, { timestamp });
    expect(await details(here.anna, id)).toMatchObject({ callDate, callTime });
  });

  test.each<[object, string]>([
    [{ timestamp: 'gestern' }, '422 PHONE_TIME_INVALID'],
    [{ timestamp: '2026-02-30T10:00:00' }, '422 PHONE_TIME_INVALID'],
    [{ timestamp: '2099-01-01T10:00:00' }, '422 PHONE_TIME_INVALID'],
    [{ callerNumber: '*21*0431#' }, '422 PHONE_NUMBER_INVALID'],
    [{ callerNumber: 'Anna' }, '422 PHONE_NUMBER_INVALID'],
    [{ phoneCallListId: 999_999 }, GONE],
    [{ receivedFor: 999_999 }, GONE],
    [{ idoLinkings: [{ idoId: 999_999, idoInstanceId: 1 }] }, GONE],
    [{ duration: -1 }, '422 PARAMETERS_INVALID'],
  ])('%j is refused', async (more, expected) => {
    const code = await codeOf(here.tryCreate(here.anna, more));
    expect(expected.endsWith('PARAMETERS_INVALID') ? code.endsWith('PARAMETERS_INVALID') : code === expected).toBe(
      true,
    );
  });

  test('is for those alone who belong to its list, or whom it names', async () => {
    expect(await codeOf(here.tryCreate(here.carla))).toBe(GONE);
    expect(await codeOf(here.tryCreate(here.emil))).toBe(NO);
    const own = await here.create(here.carla, { phoneCallListId: 0, receivedFor: here.ids['ben'] });
    expect([
      await see(here.carla, own),
      await see(here.ben, as('ben', own)),
      await see(here.anna, as('anna', own)),
    ]).toEqual(['200', '200', GONE]);
  });

  test('wants one back: New for all, until it is Done for all', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const id = await here.create(here.anna, {
      callBackDesired: true,
      callbackUntil: until,
      callbackBy: here.ids['ben'],
      receivedBy: here.ids['anna'],
    });
    expect([await stateOf(here.anna, id), await stateOf(here.ben, as('ben', id))]).toEqual([1, 1]);
    const alarms = () => here.ben.query<{ id: number; type: string }[]>('alarm.unconfirmed');
    expect((await alarms()).find((one) => one.id === numberOf(id))).toMatchObject({ type: 'phonecall' });
    await here.anna.command('activity.setState', { aggregateIds: [id], state: 'ready' });
    expect([await stateOf(here.anna, id), await stateOf(here.ben, as('ben', id))]).toEqual([3, 3]);
    expect(await details(here.ben, as('ben', id))).toMatchObject({ callbackDesired: false });
    expect((await alarms()).find((one) => one.id === numberOf(id))).toBeUndefined();
    await here.anna.command('activity.setState', { aggregateIds: [id], state: 'unseen' });
    expect(await details(here.ben, as('ben', id))).toMatchObject({ callbackDesired: true });
  });
});

describe('an edit', () => {
  test('leaves what it does not name, and takes back what details answer', async () => {
    const id = await here.create(here.anna, { receivedBy: here.ids['anna'], callBackDesired: true });
    const before = await details(here.anna, id);
    const { status } = await here.anna.tryCommand('phoneCall.process', { ...before });
    expect(status).toBe(200);
    const after = await details(here.anna, id);
    expect(after).toMatchObject({
      aggregateVersion: 2,
      callReason: before.callReason,
      callReceivedBy: before.callReceivedBy,
      callTimestamp: before.callTimestamp,
      callbackDesired: true,
      callListId: here.exchange,
    });
    expect((await process(here.anna, id, { reason: 'Anders' })).status).toBe(200);
    expect(await details(here.anna, id)).toMatchObject({ callReason: 'Anders', duration: 60 });
    const history = await here.anna.query<{ differences: { field: string }[] }[]>('activity.history', {
      aggregateId: id,
    });
    expect(history[0]?.differences.map(({ field }) => field)).toEqual(['callReason']);
  });

  test('of an older one is refused with what stands there', async () => {
    const id = await here.create(here.anna);
    await process(here.anna, id, { reason: 'Erste' });
    const { status, body } = await here.anna.tryCommand('phoneCall.process', {
      aggregateId: id,
      aggregateVersion: 1,
      reason: 'Zweite',
    });
    expect([status, body.code]).toEqual([409, 'PHONECALL_CONFLICT']);
    expect((body as unknown as { data: object }).data).toMatchObject({
      aggregateVersion: 2,
      reason: 'Erste',
      phoneCallListId: here.exchange,
    });
  });

  test('corrects what a telephone system has told for administrators alone', async () => {
    const id = await here.arrive({ outcome: 'answered', duration: 30, received_by: here.ids['ben'] ?? 0 });
    const facts = [
      { duration: 10 },
      { callerNumber: '0431 999' },
      { direction: 1 },
      { timestamp: '2026-11-01T10:00:00' },
    ];
    for (const changes of facts) expect(await codeOf(process(here.ben, here.as('ben', id), changes))).toBe(NO);
    expect(await codeOf(process(here.ben, here.as('ben', id), { reason: 'Lieferung', duration: 30 }))).toBe('200');
    expect(await details(here.ben, here.as('ben', id))).toMatchObject({ mayCorrect: false, isManual: false });
    expect(await codeOf(process(here.anna, here.as('anna', id), { duration: 10, direction: 1 }))).toBe('200');
    expect(await entryOf(here.ben, here.as('ben', id))).toMatchObject({
      direction: 'outgoing',
      extras: { duration: 10 },
    });
  });

  test('moves a call to another list, for whose people it is from then on', async () => {
    const sales = await here.saveList('Vertrieb', ['anna', 'carla']);
    const id = await here.create(here.anna);
    expect(await codeOf(process(here.anna, id, { phoneCallListId: sales }))).toBe('200');
    expect([await see(here.ben, as('ben', id)), await see(here.carla, as('carla', id))]).toEqual([GONE, '200']);
    expect(await codeOf(process(here.carla, as('carla', id), { phoneCallListId: here.exchange }))).toBe(GONE);
    expect(await codeOf(process(here.carla, as('carla', id), { phoneCallListId: 0 }))).toBe(GONE);
    expect(await codeOf(process(here.anna, id, { phoneCallListId: 0 }))).toBe('200');
    expect(await see(here.carla, as('carla', id))).toBe(GONE);
  });

  test('names who it is with: another entry, a new one, or the one there was', async () => {
    const id = await here.create(here.anna, { callerNumber: '0471 95120', newCallerName: 'Dirk Sievers' });
    const first = await details(here.anna, id);
    expect(first).toMatchObject({ callerName: 'Dirk Sievers', number2nameGuid: expect.any(Number) });
    const { id: other } = await here.anna.command<{ id: number }>('phoneBook.create', {
      name: 'Dora Klein',
      number: '0471 95121',
    });
    await process(here.anna, id, { updatedCallerName: other, newCallerName: 'Niemand' });
    expect(await details(here.anna, id)).toMatchObject({ callerName: 'Dora Klein', number2nameGuid: other });
    await process(here.anna, id, {
      updatedCallerName: 'Dora Klein',
      newCallerName: '',
      number2nameGuid: `${first.number2nameGuid}`,
    });
    expect(await details(here.anna, id)).toMatchObject({ callerName: 'Dirk Sievers' });
    expect(await codeOf(process(here.anna, id, { updatedCallerName: 999_999 }))).toBe(GONE);
  });
});

describe('a call of a list', () => {
  test('that nobody took is New for all, and is found', async () => {
    const id = await here.arrive({
      system_name: 'Werkstatt Olsen',
      number: 49461777,
      number_text: '0461777',
      reason: '',
    });
    expect(await entryOf(here.ben, here.as('ben', id))).toMatchObject({
      status: 1,
      contact: 'Werkstatt Olsen',
      extras: { outcome: 'missed', callerName: 'Werkstatt Olsen', isNameGuessed: true },
    });
    const found = async (searchTerm: string) =>
      (await list(here.ben, { searchTerm })).map(({ aggregateId }) => numberOf(aggregateId));
    for (const term of [
      'Olsen',
      '0461777',
      '+49461777',
      '0461',
      'ist:verpasst nummer:0461777',
      'is:missed number:+49461777',
    ])
      expect([term, (await found(term)).includes(id)]).toEqual([term, true]);
    for (const term of ['nummer:999', 'ist:rueckruf Olsen', 'dauer:>5m Olsen'])
      expect([term, await found(term)]).toEqual([term, []]);
  });

  test('takes lines that several write, whoever else does', async () => {
    const id = await here.arrive();
    const [one, other] = await Promise.all([
      here.anna.tryCommand('phoneCall.note', { aggregateId: here.as('anna', id), reason: 'Eins' }),
      here.ben.tryCommand('phoneCall.note', { aggregateId: here.as('ben', id), reason: 'Zwei' }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await details(here.anna, here.as('anna', id))).callReason.split('\n').toSorted()).toEqual(['Eins', 'Zwei']);
  });

  test('is handed to a colleague, who sees it from then on and finds it New', async () => {
    const id = await here.arrive({ outcome: 'answered', received_by: here.ids['anna'] ?? 0 });
    expect(
      await codeOf(
        here.anna.tryCommand('phoneCall.handOver', { aggregateId: here.as('anna', id), userId: here.ids['carla'] }),
      ),
    ).toBe('200');
    expect(await entryOf(here.carla, here.as('carla', id))).toMatchObject({
      status: 1,
      extras: { receivedForCompleteName: 'Carla Ernst' },
    });
    for (const userId of [999_999, here.ids['emil']])
      expect(
        await codeOf(here.anna.tryCommand('phoneCall.handOver', { aggregateId: here.as('anna', id), userId })),
      ).toBe(GONE);
  });

  test('is thrown away by who took it, and by whoever sees it if nobody did', async () => {
    const [taken, missed] = [
      await here.arrive({ outcome: 'answered', received_by: here.ids['anna'] ?? 0 }),
      await here.arrive(),
    ];
    const remove = (by: typeof here.anna, name: string, id: number) =>
      codeOf(by.tryCommand('phoneCall.delete', { aggregateId: here.as(name, id) }));
    expect([await remove(here.ben, 'ben', taken), await remove(here.ben, 'ben', missed)]).toEqual([NO, '200']);
    expect(await entryOf(here.anna, here.as('anna', missed))).toBeUndefined();
    await here.anna.command('activity.restore', { aggregateIds: [here.as('anna', missed)] });
    expect(await entryOf(here.ben, here.as('ben', missed))).toBeDefined();
    expect(await remove(here.anna, 'anna', taken)).toBe('200');
  });

  test('that rings is on the screens of its people, but for who puts it away', async () => {
    const id = await here.arrive({ outcome: 'ringing' });
    const running = async (by: typeof here.anna) =>
      (await by.query<{ aggregateId: string }[]>('phoneCall.running')).map(({ aggregateId }) => numberOf(aggregateId));
    expect([await running(here.anna), await running(here.ben), await running(here.carla)]).toEqual([[id], [id], []]);
    await here.ben.command('phoneCall.notForMe', { aggregateId: here.as('ben', id) });
    expect([await running(here.anna), await running(here.ben)]).toEqual([[id], []]);
    expect(await codeOf(here.carla.tryCommand('phoneCall.notForMe', { aggregateId: here.as('carla', id) }))).toBe(GONE);
  });

  test('shows the calls of its number that its reader sees, and the entries of the phone book', async () => {
    const about = { number: 49431424242, number_text: '0431 424242' };
    const others = await here.saveList('Fremde', ['carla']);
    const [first, second] = [
      await here.arrive({ ...about, started_at: new Date(Date.now() - 60_000) }),
      await here.arrive(about),
    ];
    await here.arrive({ ...about, listId: others });
    const entry = await here.anna.command<{ id: number }>('phoneBook.create', {
      name: 'Kontor Kiel',
      number: '0431 424242',
    });
    const { contactCallList, availableCallers } = await details(here.anna, here.as('anna', second));
    expect(contactCallList.map(({ aggregateId }) => numberOf(aggregateId))).toEqual([first]);
    expect(availableCallers).toEqual([{ id: entry.id, name: 'Kontor Kiel' }]);
  });

  test('that is a fax in a TIFF is looked at page by page, and a torn one is not', async () => {
    const fax = async (bytes: Buffer) => {
      const hash = await here.server.platform.blobs.put(here.instance.id, bytes);
      const file = {
        file_hash: hash,
        file_name: 'fax.tiff',
        file_type: 'image/tiff',
        file_size: bytes.length,
      } as const;
      return here.arrive({ ...file, kind: 2, outcome: 'fax' });
    };
    const tiff = tiffOf([faxPage(), faxPage(), faxPage()]);
    const id = await fax(tiff);
    const shown = await here.anna.tryQuery<string>('phoneCall.preview', { aggregateId: here.as('anna', id) });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(shown.body).toContain('/Count 3');
    const torn = here.as('anna', await fax(tiff.subarray(0, 5000)));
    expect((await here.anna.tryQuery('phoneCall.preview', { aggregateId: torn })).body).toMatchObject({
      code: 'PREVIEW_NOT_AVAILABLE',
      detail: 'broken',
    });
    expect(await codeOf(here.carla.tryQuery('phoneCall.preview', { aggregateId: here.as('carla', id) }))).toBe(GONE);
    const without = here.as('anna', await here.arrive());
    expect(await codeOf(here.anna.tryQuery('phoneCall.preview', { aggregateId: without }))).toBe(GONE);
  });

  test('hands out its file as nothing that runs', async () => {
    const hash = await here.server.platform.blobs.put(here.instance.id, Buffer.from('<script>alert(1)</script>'));
    const file = {
      file_hash: hash,
      file_name: 'fax.html',
      file_type: 'text/html',
      file_size: 25,
      kind: 2,
      outcome: 'fax',
    } as const;
    const id = await here.arrive(file);
    expect(await details(here.anna, here.as('anna', id))).toMatchObject({
      isAFax: true,
      typeIsCall: false,
      file: { name: 'fax.html' },
    });
    const answer = await here.anna.tryQuery('phoneCall.file', { aggregateId: here.as('anna', id) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(await codeOf(here.carla.tryQuery('phoneCall.file', { aggregateId: here.as('carla', id) }))).toBe(GONE);
    expect(
      await codeOf(here.anna.tryQuery('phoneCall.file', { aggregateId: here.as('anna', await here.arrive()) })),
    ).toBe(GONE);
  });
});
