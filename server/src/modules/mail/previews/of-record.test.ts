import { MAILS_WITH_FILES, type previewQueries } from '@kontor/contract/mail';
import { parseAggregateId } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { seedRecord } from '../../record/factory.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';

type Answer = v.InferOutput<typeof previewQueries.attachmentsOfRecord.result>;

let fixture: Fixture;
let werft: { idoId: number; idoInstanceId: number };
beforeAll(async () => {
  fixture = await openFixture();
  werft = await seedRecord(fixture.server.change, fixture.instance, { values: { name: 'Werft' } });
});
afterAll(() => fixture?.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const ask = (by: TestClient, about: object = {}) =>
  by.query<Answer>('mail.attachmentsOfRecord', { ...werft, ...about });
const linked = async (seed: Parameters<Fixture['arrive']>[0], boxId?: number, by = fixture.anna) => {
  const aggregateId = await fixture.arrive(seed, boxId);
  await by.command('record.link', { aggregateId, ...werft });
  return aggregateId;
};

test('files of linked mails are told with who sent them, when and how large they are, the newest first', async () => {
  const old = await linked({
    subject: 'Angebot',
    from: 'Paul Neumann <paul@werft.example>',
    date: new Date('2026-03-01T10:00:00Z'),
    files: { 'angebot.pdf': bytes('%PDF'), 'plan.txt': bytes('Plan'), 'logo.png': bytes('png') },
  });
  await linked({ subject: 'Ohne Datei' });
  const young = await linked({
    subject: 'Rechnung',
    date: new Date('2026-04-01T10:00:00Z'),
    files: { 'r.pdf': bytes('12') },
  });
  await fixture.arrive({ subject: 'Nicht verknüpft', files: { 'x.pdf': bytes('x') } });
  const { mails, isMore } = await ask(fixture.anna);
  expect(isMore).toBe(false);
  expect(mails.map(({ subject, timestamp }) => [subject, new Date(timestamp * 1000).toISOString()])).toEqual([
    ['Rechnung', '2026-04-01T10:00:00.000Z'],
    ['Angebot', '2026-03-01T10:00:00.000Z'],
  ]);
  expect(mails[1]).toMatchObject({ senderAddress: 'paul@werft.example', senderRealName: 'Paul Neumann' });
  expect(mails[1]?.files.map(({ filename, fileSize, fileType }) => [filename, fileSize, fileType])).toEqual([
    ['angebot.pdf', 4, 'pdf'],
    ['plan.txt', 4, 'text'],
  ]);
  const entryOf = (aggregateId: string) => parseAggregateId(aggregateId)?.entryId;
  expect(mails.map(({ aggregateId }) => entryOf(aggregateId))).toEqual([young, old].map(entryOf));
  const [first] = mails;
  const file = first?.files[0];
  const content = await fixture.anna.tryQuery('mail.attachmentContent', {
    aggregateId: first?.aggregateId,
    storageKey: file?.storageKey,
  });
  expect(content.status).toBe(200);
});

test('mails that the person does not see are left out, and those in the trash', async () => {
  const hers = await linked(
    { subject: 'Nur Emil', files: { 'geheim.pdf': bytes('x') } },
    fixture.own.boxId,
    fixture.emil,
  );
  expect(JSON.stringify(await ask(fixture.anna))).not.toContain('geheim.pdf');
  expect(JSON.stringify(await ask(fixture.emil))).toContain('geheim.pdf');
  await fixture.emil.command('activity.delete', { aggregateIds: [hers] });
  expect(JSON.stringify(await ask(fixture.emil))).not.toContain('geheim.pdf');
});

test('it is asked by people who see mails and records, of records that are there', async () => {
  expect(await codeOf(fixture.carla.tryQuery('mail.attachmentsOfRecord', { ...werft }))).toBe('403 RIGHT_MISSING');
  const gone = { ...werft, idoId: 99_999 };
  expect(await codeOf(fixture.anna.tryQuery('mail.attachmentsOfRecord', gone))).toBe('404 NOT_FOUND');
  const other = { ...werft, idoInstanceId: werft.idoInstanceId + 1 };
  expect(await codeOf(fixture.anna.tryQuery('mail.attachmentsOfRecord', other))).toBe('404 NOT_FOUND');
});

test('of many, the rest is asked for', async () => {
  const more = await seedRecord(fixture.server.change, fixture.instance, { values: { name: 'Großkunde' } });
  for (let n = 0; n <= MAILS_WITH_FILES; n += 1) {
    const aggregateId = await fixture.arrive({ subject: `Datei ${n}`, files: { 'a.pdf': bytes('x') } });
    await fixture.anna.command('record.link', { aggregateId, ...more });
  }
  const first = await ask(fixture.anna, more);
  expect([first.mails.length, first.isMore]).toEqual([MAILS_WITH_FILES, true]);
  const rest = await ask(fixture.anna, { ...more, skip: MAILS_WITH_FILES });
  expect([rest.mails.length, rest.isMore]).toEqual([1, false]);
});
