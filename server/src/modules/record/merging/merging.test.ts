import type { MergePreview, RecordModel, SimilarRecord } from '@kontor/contract/record';
import { RIGHTS } from '@kontor/contract/account';
import type { AddressSuggestion } from '@kontor/contract/mail';
import { formatAggregateId } from '@kontor/contract/kernel';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedItem } from '../../activity/factory.ts';
import { seedRecord, type RecordSeed } from '../factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let kindId = 0;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  annaId = await server.person(instance, 'anna');
  await server.person(instance, 'carla', { rights: RIGHTS.filter((right) => right !== 'createIdo') });
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

const seed = async (values: RecordSeed['values'], persons: RecordSeed['persons'] = []) => {
  const { idoId, idoInstanceId } = await seedRecord(server.change, instance, { values, persons });
  kindId = idoInstanceId;
  return idoId;
};
const item = async () =>
  formatAggregateId({
    module: 'email',
    entryId: await seedItem(server.change, instance, { userIds: [annaId] }),
    userId: annaId,
  });
const named = (idoId: number) => ({ idoId, idoInstanceId: kindId });
const link = (aggregateId: string, idoId: number) => anna.command('record.link', { aggregateId, ...named(idoId) });
const linked = async (aggregateId: string) =>
  (await anna.query<{ idoId: number; isSuggested: boolean }[]>('record.links', { aggregateId }))
    .filter(({ isSuggested }) => !isSuggested)
    .map(({ idoId }) => idoId);
const model = (idoId: number) => anna.query<RecordModel>('record.model', named(idoId));
const preview = (idoIds: readonly number[]) =>
  anna.query<MergePreview>('record.mergePreview', { idoInstanceId: kindId, idoIds });
async function looked(...ids: number[]) {
  const { records } = await preview(ids);
  const each = ids.map((idoId) => ({
    idoId,
    lastKnownChangeTimestamp: records.find((one) => one.idoId === idoId)?.lastKnownChangeTimestamp ?? 0,
  }));
  return { idoInstanceId: kindId, keep: each[0], others: each.slice(1), values: {} };
}
interface Merged {
  readonly mergeId: number;
  readonly links: number;
  readonly contactPersons: number;
}
const merge = async (ids: readonly number[], values: object = {}) =>
  anna.command<Merged>('record.merge', { ...(await looked(...ids)), values });
const part = (mergeId: number) => anna.tryCommand('record.part', { mergeId });
const valuesOf = async (idoId: number) => {
  const { jsonModel } = await model(idoId);
  const fields = [...(jsonModel?.model.leftColumn ?? []), ...(jsonModel?.model.rightColumn ?? [])];
  return Object.fromEntries(
    fields.flatMap(({ key, value, selectedValue }) => {
      const text = value ?? selectedValue ?? '';
      return text === '' ? [] : [[key, text]];
    }),
  );
};
const personsOf = async (idoId: number) =>
  ((await model(idoId)).jsonModel?.model.contactPersons ?? []).map(({ contactPersonId, fields }) => [
    contactPersonId,
    Object.fromEntries(fields.flatMap(({ key, value }) => (value ? [[key, value]] : []))),
  ]);
const save = (idoId: number, key: string, before: string, value: string) =>
  anna.tryCommand('record.save', {
    ...named(idoId),
    jsonPayload: { changes: [{ key, before, value }] },
    lastKnownChangeTimestamp: 1,
  });

test('records become one with their links and contact persons, and are parted again', async () => {
  const keep = await seed({ name: 'Werft Neumann' }, [{ name: 'Paul Neumann' }]);
  const other = await seed({ name: 'Werft Neuman', city: 'Kiel', phone: '0431 123456' }, [
    { name: 'Neumann, Paul', email: 'paul@werft.example' },
    { name: 'Paula Kahl' },
  ]);
  const [both, alone] = [await item(), await item()];
  await link(both, keep);
  await link(both, other);
  await link(alone, other);
  const [[paulId]] = (await personsOf(other)) as [[number]];
  const memo = await anna.command<{ aggregateId: string }>('memo.create', { idoId: other, instanceId: kindId });
  const written = {
    ...memo,
    aggregateVersion: 1,
    title: 'Gespräch',
    content: '',
    alarm: null,
    communicationTypeId: 1,
    contactPersonId: paulId,
    duration: 0,
    timestamp: 1_795_219_200,
  };
  await anna.command('memo.save', written);
  expect(await preview([keep, other])).toMatchObject({
    links: 3,
    contactPersons: expect.arrayContaining([
      { name: expect.stringContaining('Paul'), idoIds: expect.arrayContaining([keep, other]) },
      { name: 'Paula Kahl', idoIds: [other] },
    ]),
  });
  const was = [await valuesOf(keep), await personsOf(keep), await valuesOf(other), await personsOf(other)];
  const merged = await merge([keep, other]);
  expect(merged).toMatchObject({ links: 3, contactPersons: 1 });
  expect(await valuesOf(keep)).toEqual({ name: 'Werft Neumann', city: 'Kiel', phone: '0431 123456' });
  expect((await personsOf(keep)).map(([, values]) => values)).toEqual([
    { name: 'Paul Neumann', email: 'paul@werft.example' },
    { name: 'Paula Kahl' },
  ]);
  expect([await linked(both), await linked(alone)]).toEqual([[keep], [keep]]);
  const [[keptPaul]] = (await personsOf(keep)) as [[number]];
  expect(await anna.query('memo.details', memo)).toMatchObject({ contactPersonId: keptPaul });
  // What was gone leads to where it is now.
  expect(await model(other)).toMatchObject({
    jsonModel: null,
    mergedInto: { idoId: keep, displayName: 'Werft Neumann, Kiel' },
  });
  expect((await anna.query<{ idoId: number }[]>('record.search', { query: String(other) }))[0]?.idoId).toBe(keep);
  expect(await anna.query('phoneCall.callerName', { callerNumber: '+49431123456' })).toEqual({
    callerName: 'Werft Neumann',
  });
  const { body } = await save(other, 'city', 'Kiel', 'Rostock');
  expect([body.code, (body.data as { idoId: number }).idoId]).toEqual(['RECORD_MERGED', keep]);
  const late = await item();
  await link(late, other);
  expect(await linked(late)).toEqual([keep]);
  expect(await anna.query('record.merges', named(keep))).toMatchObject([
    { mergeId: merged.mergeId, records: [{ idoId: other, displayName: 'Werft Neuman, Kiel' }] },
  ]);

  expect((await part(merged.mergeId)).status).toBe(200);
  expect([await valuesOf(keep), await personsOf(keep), await valuesOf(other), await personsOf(other)]).toEqual(was);
  expect(new Set(await linked(both))).toEqual(new Set([keep, other]));
  expect([await linked(alone), await linked(late)]).toEqual([[other], [keep]]);
  expect(await anna.query('memo.details', memo)).toMatchObject({ contactPersonId: paulId });
  expect((await part(merged.mergeId)).body.code).toBe('NOT_FOUND');
});

test('whom an address or a number is of is said of the one that they became, and of each once they are parted', async () => {
  const keep = await seed({ name: 'Quarzhof', email: 'post@quarzhof.example', phone: '0461 700100' });
  const other = await seed({ name: 'Quarzhof Nord', email: 'nord@quarzhof.example', phone: '0461 700200' }, [
    { name: 'Quirin Quast', email: 'quirin@quarzhof.example', mobile: '0171 7003003' },
  ]);
  const [[quirin]] = (await personsOf(other)) as [[number]];
  const suggested = async (searchTerm: string) =>
    (await anna.query<AddressSuggestion[]>('mail.addressSuggestions', { searchTerm }))
      .filter(({ source }) => source === 'IDO')
      .toSorted((one, two) => one.email.localeCompare(two.email))
      .map(({ email, ido }) => [email, ido.map(({ idoID }) => idoID)]);
  const caller = async (params: object) =>
    (await anna.query<{ callerName: string }>('phoneCall.callerName', params)).callerName;
  const callers = () =>
    Promise.all(['0461 700100', '0461 700200', '+491717003003'].map((callerNumber) => caller({ callerNumber })));
  const parted = {
    suggested: [
      ['nord@quarzhof.example', [other]],
      ['post@quarzhof.example', [keep]],
      ['quirin@quarzhof.example', [other]],
    ],
    callers: ['Quarzhof', 'Quarzhof Nord', 'Quirin Quast'],
  };
  expect([await suggested('quarzhof'), await callers()]).toEqual([parted.suggested, parted.callers]);

  // Where both had something it is the kept one's that is left: the other's is nobody's until they are parted.
  const { mergeId } = await merge([keep, other]);
  expect([await suggested('quarzhof'), await callers()]).toEqual([
    [
      ['post@quarzhof.example', [keep]],
      ['quirin@quarzhof.example', [keep]],
    ],
    ['Quarzhof', '', 'Quirin Quast'],
  ]);
  expect(await caller({ ...named(other), contactPersonId: null, callerNumber: '' })).toBe('Quarzhof');
  expect(await caller({ ...named(other), contactPersonId: quirin, callerNumber: '' })).toBe('Quirin Quast');

  expect((await part(mergeId)).status).toBe(200);
  expect([await suggested('quarzhof'), await callers()]).toEqual([parted.suggested, parted.callers]);
  expect(await caller({ ...named(other), contactPersonId: null, callerNumber: '' })).toBe('Quarzhof Nord');
  expect(await caller({ ...named(other), contactPersonId: quirin, callerNumber: '' })).toBe('Quirin Quast');
});

test('what was added or taken away since stays so when they are parted', async () => {
  const [keep, other] = [await seed({ name: 'Eins' }), await seed({ name: 'Eins', city: 'Kiel', zip: '24103' })];
  const [gone, kept] = [await item(), await item()];
  await link(gone, other);
  await link(kept, other);
  const { mergeId } = await merge([keep, other]);
  await save(keep, 'city', 'Kiel', 'Rostock');
  await anna.command('record.unlink', { aggregateId: gone, ...named(keep) });
  expect((await part(mergeId)).body.data).toMatchObject({ notBack: { links: 1, contactPersons: 0 } });
  expect([await valuesOf(keep), await valuesOf(other)]).toEqual([
    { name: 'Eins', city: 'Rostock' },
    { name: 'Eins', city: 'Kiel', zip: '24103' },
  ]);
  expect([await linked(gone), await linked(kept)]).toEqual([[], [other]]);
});

test('merging and parting leaves records as they were', async () => {
  const word = fc.constantFrom('', 'Werft', 'Werft Neumann', 'Kiel');
  const record = fc.record({
    city: word,
    notes: word,
    persons: fc.array(fc.constantFrom('Paul', 'Paula Kahl'), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 2, maxLength: 3 }), fc.boolean(), async (records, all) => {
      const ids: number[] = [];
      for (const { persons, ...values } of records)
        ids.push(
          await seed(
            { name: 'Gleich', ...values },
            persons.map((name) => ({ name })),
          ),
        );
      const mail = await item();
      for (const id of ids) await link(mail, id);
      const stand = async () => [
        await Promise.all(ids.map(valuesOf)),
        await Promise.all(ids.map(personsOf)),
        new Set(await linked(mail)),
      ];
      const before = await stand();
      const { mergeId } = await merge(ids, all ? { notes: 'all' } : {});
      expect(await linked(mail)).toEqual([ids[0]]);
      await part(mergeId);
      expect(await stand()).toEqual(before);
    }),
    { numRuns: 12 },
  );
});

test('of two merges at once one is told where the record is, and nothing is lost', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [one, other] = [await seed({ name: `Wettlauf ${round}` }), await seed({ name: `Wettlauf ${round}` })];
    const mail = await item();
    await link(mail, one);
    const [ab, ba] = [await looked(one, other), await looked(other, one)];
    const late = await item();
    const answers = await Promise.all([
      anna.tryCommand('record.merge', ab),
      anna.tryCommand('record.merge', ba),
      anna.tryCommand('record.link', { aggregateId: late, ...named(one) }),
      anna.tryCommand('record.link', { aggregateId: late, ...named(other) }),
    ]);
    expect(
      answers
        .slice(0, 2)
        .map(({ body }) => body.code ?? 'done')
        .toSorted(),
    ).toEqual(['RECORD_MERGED', 'done']);
    expect(answers.slice(2).map(({ status }) => status)).toEqual([200, 200]);
    const there = (await model(one)).isAnDeletedIdo ? other : one;
    expect([await linked(mail), await linked(late)]).toEqual([[there], [there]]);
  }
});

test('a record that was changed since it was looked at is not merged, and a chain is parted from its end', async () => {
  const [a, b, c] = [await seed({ name: 'Kette A' }), await seed({ name: 'Kette B' }), await seed({ name: 'Kette C' })];
  const stale = await looked(a, b);
  await save(b, 'city', '', 'Kiel');
  expect((await anna.tryCommand('record.merge', stale)).body.code).toBe('RECORD_CONFLICT');
  const first = await merge([b, a]);
  const second = await merge([c, b]);
  expect(await model(a)).toMatchObject({ mergedInto: { idoId: c } });
  expect((await part(first.mergeId)).body).toMatchObject({
    code: 'RECORD_PART_LATER',
    data: { mergeId: second.mergeId },
  });
  await part(second.mergeId);
  await part(first.mergeId);
  expect((await valuesOf(a))['name']).toBe('Kette A');
});

test('bad merges are refused, and who may not change records merges none', async () => {
  const [a, b] = [await seed({ name: 'Nein A' }), await seed({ name: 'Nein B' })];
  const good = await looked(a, b);
  const code = async (params: object, by = anna) => (await by.tryCommand('record.merge', params)).body.code;
  expect(await code({ ...good, others: [good.keep] })).toBe('NOT_FOUND');
  expect(await code({ ...good, others: [] })).toBe('PARAMETERS_INVALID');
  expect(await code({ ...good, values: { strange: a } })).toBe('RECORD_INVALID');
  expect(await code({ ...good, values: { name: 999_999 } })).toBe('RECORD_INVALID');
  expect(await code({ ...good, idoInstanceId: kindId + 1 })).toBe('NOT_FOUND');
  const carla = await server.client(instance, 'carla');
  expect(await code(good, carla)).toBe('RIGHT_MISSING');
  expect((await carla.tryCommand('record.part', { mergeId: 1 })).body.code).toBe('RIGHT_MISSING');
  expect((await valuesOf(b))['name']).toBe('Nein B');
});

test('records that may be the one that is written are told, by what is the same', async () => {
  const known = await seed({ name: 'Reederei Voss', email: 'info@voss.example', phone: '0431 / 99 88 77' }, [
    { name: 'Vera Voss', email: 'vera@voss.example' },
  ]);
  const similar = (values: object, idoId: number | null = null) =>
    anna.query<SimilarRecord[]>('record.similar', { idoInstanceId: kindId, idoId, values });
  const found = async (values: object) => (await similar(values)).map(({ idoId, why, key }) => [idoId, why, key]);
  expect(await found({ name: 'Voss Rederei' })).toEqual([[known, 'title', 'name']]);
  expect(await found({ name: 'X', email: 'VERA@voss.example' })).toEqual([[known, 'address', 'email']]);
  expect(await found({ name: 'X', phone: '+49 431 998877' })).toEqual([[known, 'number', 'phone']]);
  expect(await found({ name: 'Reederei', email: 'kein', phone: '' })).toEqual([]);
  expect(await found({})).toEqual([]);
  const toldOfPerson = async (values: object, idoId: number | null = null) => {
    const params = { idoInstanceId: kindId, idoId, values, isOfContactPerson: true };
    return (await anna.query<SimilarRecord[]>('record.similar', params)).map((one) => [one.idoId, one.why, one.key]);
  };
  expect(await toldOfPerson({ name: 'Vera', email: 'vera@voss.example' })).toEqual([[known, 'address', 'email']]);
  expect(await toldOfPerson({ name: 'X', email: 'info@voss.example' })).toEqual([[known, 'address', 'email']]);
  expect(await toldOfPerson({ name: 'X', mobile: '0431 998877' })).toEqual([[known, 'number', 'mobile']]);
  expect(await toldOfPerson({ name: 'Reederei Voss', city: 'Kiel' })).toEqual([]);
  expect(await toldOfPerson({ email: 'vera@voss.example' }, known)).toEqual([]);
  expect(await similar({ name: 'Reederei Voss' }, known)).toEqual([]);
  const other = await seed({ name: 'Reederei Voss' });
  await anna.command('record.markDifferent', { idoInstanceId: kindId, idoIds: [known, other], isDifferent: true });
  expect(await similar({ name: 'Reederei Voss' }, known)).toEqual([]);
});

test('duplicates of a kind are found by a job, and are called different or the same', async () => {
  const own = await server.instance('dubletten');
  await server.person(own, 'anna');
  const there = await server.client(own, 'anna');
  const put = async (values: Record<string, string>) => seedRecord(server.change, own, { values });
  const first = await put({ name: 'Werft Neumann', email: 'info@werft.example' });
  const second = await put({ name: 'Werft Neuman' });
  const third = await put({ name: 'Anders', email: 'info@werft.example' });
  await put({ name: 'Projekt 12' });
  await put({ name: 'Projekt 13' });
  const idoInstanceId = first.idoInstanceId;
  const read = () =>
    there.query<{ searchedAt: number | null; isSearching: boolean; pairs: number; groups: object[] }>(
      'record.duplicates',
      { idoInstanceId },
    );
  expect(await read()).toMatchObject({ searchedAt: null, isSearching: false, groups: [] });
  await there.command('record.findDuplicates', { idoInstanceId });
  await expect.poll(async () => (await read()).searchedAt).not.toBeNull();
  const ids = [first, second, third].map(({ idoId }) => ({ idoId }));
  expect(await read()).toMatchObject({ pairs: 2, groups: [{ why: ['address', 'title'], records: ids }] });
  const pair = { idoInstanceId, idoIds: [first.idoId, third.idoId] };
  await there.command('record.markDifferent', { ...pair, isDifferent: true });
  expect(await read()).toMatchObject({ pairs: 1, groups: [{ why: ['title'] }] });
  await there.command('record.markDifferent', { ...pair, isDifferent: false });
  expect(await read()).toMatchObject({ pairs: 2 });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from record_duplicate`.execute(
    server.platform.database.forInstance(own.id),
  );
  expect(rows[0]?.count).toBe(2);
});
