import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MARKS } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { upload } from '../../testing/upload.ts';
import { seedRecord } from '../record/factory.ts';
import { GONE, codeOf, numberOf, openMessages } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

type Name = 'anna' | 'ben' | 'carla' | 'dora' | 'emil';
const NAMES: readonly Name[] = ['anna', 'ben', 'carla', 'dora', 'emil'];

interface Entry {
  readonly aggregateId: string;
}
interface Found {
  readonly found: readonly { readonly no: number; readonly text: string }[];
  readonly before: number | null;
}

/** The lists that somebody finds a message in by some words: of messages, and of all kinds. */
async function listsWith(
  by: TestClient,
  aggregateId: string,
  searchTerm: string,
  more: object = {},
): Promise<string[]> {
  const lists: string[] = [];
  for (const query of ['message.items', 'filter.items']) {
    const entries = await by.query<Entry[]>(query, { view: 'all', searchTerm, ...more });
    if (entries.some((entry) => numberOf(entry.aggregateId) === numberOf(aggregateId))) lists.push(query);
  }
  return lists;
}
const BOTH = ['message.items', 'filter.items'];

const whoFinds = async (aggregateId: string, searchTerm: string): Promise<Name[]> => {
  const found: Name[] = [];
  for (const name of NAMES) {
    const lists = await listsWith(fixture[name], aggregateId, searchTerm);
    if (lists.length > 0) {
      expect(lists).toEqual(BOTH);
      found.push(name);
    }
  }
  return found;
};

const find = (by: TestClient, aggregateId: string, searchTerm: string, more: object = {}): Promise<Found> =>
  by.query<Found>('message.find', { aggregateId, searchTerm, ...more });
const nos = ({ found }: Found): number[] => found.map(({ no }) => no);

/** A word that stands nowhere else. */
let words = 0;
const newWord = (): string => `zqwort${String.fromCharCode(97 + (words % 26))}${(words += 1)}x`;

describe('what was answered', () => {
  test('is found by those of its segment, and with whom these share it, by no one else', async () => {
    const { anna, ben, carla, emil, ids, send, answer } = fixture;
    const [first, inBens, inCarlas] = [newWord(), newWord(), newWord()];
    const id = await send(anna, [ids.ben, ids.carla, ids.dora], `<p>Frage ${first}</p>`);
    await answer(ben, id, `Antwort ${inBens}`);
    await answer(anna, id, `Antwort ${inCarlas}`, { communicationPartnerUserId: ids.carla });
    expect(await whoFinds(id, first)).toEqual(['anna', 'ben', 'carla', 'dora']);
    expect(await whoFinds(id, inBens)).toEqual(['anna', 'ben']);
    expect(await whoFinds(id, inCarlas)).toEqual(['anna', 'carla']);

    const share = (by: TestClient, on: boolean) =>
      on
        ? by.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' })
        : by.command('globalization.remove', { aggregateIds: [id], userIds: [ids.emil] });
    await share(ben, true);
    expect(await whoFinds(id, inBens)).toEqual(['anna', 'ben', 'emil']);
    expect(await whoFinds(id, inCarlas)).toEqual(['anna', 'carla']);
    expect(nos(await find(emil, id, inBens))).toEqual([1]);
    expect(nos(await find(emil, id, inCarlas))).toEqual([]);
    await share(ben, false);
    expect(await whoFinds(id, inBens)).toEqual(['anna', 'ben']);
    // Who sees all threads gives nobody more than what all of them have.
    await share(anna, true);
    expect(await whoFinds(id, inBens)).toEqual(['anna', 'ben']);
    expect(await whoFinds(id, first)).toEqual([...NAMES]);
    await share(anna, false);
    await carla.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
    expect(await whoFinds(id, inCarlas)).toEqual(['anna', 'carla', 'emil']);
  });

  test('is found in an open message by everybody who reads it', async () => {
    const { anna, dora, ids, send, answer } = fixture;
    const word = newWord();
    const id = await send(anna, [ids.ben, ids.dora], 'Alle lesen alles', { isOpen: true });
    await answer(dora, id, `Auch ${word}`);
    expect(await whoFinds(id, word)).toEqual(['anna', 'ben', 'dora']);
  });

  test('is shown around the word, and found together with what the message is called and who has said it', async () => {
    const { anna, ben, carla, ids, send, answer } = fixture;
    const [title, word] = [newWord(), newWord()];
    const id = await send(anna, [ids.ben, ids.carla], `<p>Frage ${title}</p><p>mit mehr</p>`);
    await answer(ben, id, `<p>Das kostet <strong>${word}</strong> ohne Steuer</p>`);
    for (const searchTerm of [`${title} ${word}`, `von:ben ${word}`, `"kostet ${word}"`])
      expect(await listsWith(anna, id, searchTerm), searchTerm).toEqual(BOTH);
    expect(await listsWith(anna, id, `von:carla ${word}`)).toEqual([]);
    expect(await listsWith(carla, id, `${title} ${word}`)).toEqual([]);
    const { matches } = await anna.envelope('message.items', { view: 'all', searchTerm: word });
    expect(matches).toEqual([
      {
        entryId: numberOf(id),
        field: 'body',
        text: expect.stringContaining(`kostet ${MARKS.from}${word}${MARKS.to} ohne`),
      },
    ]);
  });

  test('is found by what it says now: edited, taken back, and after the first text became another', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const [title, before, after, later, newTitle] = [newWord(), newWord(), newWord(), newWord(), newWord()];
    const id = await send(anna, ids.ben, `Frage ${title}`);
    await answer(ben, id, before);
    await answer(anna, id, later);
    await ben.command('message.edit', { aggregateId: id, no: 1, edit: 0, messageContent: after });
    expect(await listsWith(anna, id, before)).toEqual([]);
    for (const word of [after, later]) expect(await listsWith(anna, id, word)).toEqual(BOTH);
    await anna.command('message.edit', { aggregateId: id, no: 0, edit: 0, messageContent: `Frage ${newTitle}` });
    expect(await listsWith(ben, id, `${title} ${after}`)).toEqual([]);
    expect(await listsWith(ben, id, `${newTitle} ${after}`)).toEqual(BOTH);
    await ben.command('message.takeBack', { aggregateId: id, no: 1 });
    expect(await listsWith(anna, id, after)).toEqual([]);
    expect(await listsWith(anna, id, later)).toEqual(BOTH);
    expect(nos(await find(anna, id, after))).toEqual([]);
    await anna.command('message.takeBack', { aggregateId: id, no: 0 });
    expect(await listsWith(ben, id, `${newTitle} ${later}`)).toEqual([]);
    expect(nos(await find(ben, id, newTitle))).toEqual([]);
  });

  test('is found by the names of its files, until it is taken back', async () => {
    const { server, anna, ben, carla, ids, send, answer } = fixture;
    const { owner } = server.platform.database;
    const [said, beside] = [newWord(), newWord()];
    const id = await send(anna, [ids.ben, ids.carla], 'Die Unterlagen');
    const file = async (name: string) => ({ uploadId: (await upload(ben, 'Plan', name)).uploadId });
    await answer(ben, id, said, { files: [await file(`Angebot_${beside}-4711.pdf`)] });
    await answer(ben, id, '', { files: [await file(`${beside}allein.pdf`)] });
    const everywhere = async (): Promise<void> => {
      for (const word of [beside, `${beside}-4711`, `angebot ${beside}`, `${said} ${beside}`])
        expect(await listsWith(anna, id, word), word).toEqual(BOTH);
      expect(await listsWith(carla, id, beside)).toEqual([]);
      expect(nos(await find(ben, id, beside))).toEqual([2, 1]);
    };
    await everywhere();
    const { found } = await find(ben, id, `${beside}-4711`);
    expect(found).toEqual([{ no: 1, text: expect.stringContaining(`Angebot_${MARKS.from}${beside}`) }]);
    await sql`delete from activity_part`.execute(owner);
    for (const name of ['0197_message_search', '0202_message_search_files'])
      await sql.raw(await readFile(join(import.meta.dirname, `migrations/${name}.sql`), 'utf8')).execute(owner);
    await everywhere();
    await ben.command('message.takeBack', { aggregateId: id, no: 1 });
    expect(nos(await find(ben, id, beside))).toEqual([2]);
  });

  test('is found in what there is with a record', async () => {
    const { server, instance, anna, ben, carla, ids, send, answer } = fixture;
    const [word, other] = [newWord(), newWord()];
    const record = await seedRecord(server.change, instance, { values: { name: 'Werft Suche' } });
    const id = await send(anna, [ids.ben, ids.carla], 'Zur Werft', { idoLinkings: [record] });
    await answer(ben, id, word);
    await answer(carla, id, other);
    const about = { idoId: record.idoId, instanceId: record.idoInstanceId, date: 'all' };
    const inRecord = async (by: TestClient, searchTerm: string) =>
      (await by.query<Entry[]>('record.activities', { ...about, search: searchTerm })).length;
    expect(await inRecord(anna, word)).toBe(1);
    expect(await inRecord(anna, other)).toBe(1);
    expect(await inRecord(ben, word)).toBe(1);
    expect(await inRecord(carla, word)).toBe(0);
  });

  test('is found, too, where it was said before answers were searched', async () => {
    const { server, anna, ben, carla, ids, send, answer } = fixture;
    const { owner } = server.platform.database;
    const [word, bold] = [newWord(), newWord()];
    const id = await send(anna, [ids.ben, ids.carla], 'Von früher');
    await answer(ben, id, `<p>Was ${word} ist &amp; <strong>${bold}</strong></p>`);
    await sql`delete from activity_part`.execute(owner);
    const migration = await readFile(join(import.meta.dirname, 'migrations/0197_message_search.sql'), 'utf8');
    await sql.raw(migration).execute(owner);
    for (const one of [word, bold, `von:ben ${word}`]) expect(await listsWith(anna, id, one), one).toEqual(BOTH);
    expect(await listsWith(carla, id, word)).toEqual([]);
    expect(nos(await find(ben, id, word))).toEqual([1]);
    await answer(ben, id, `Danach ${word}`);
    expect(nos(await find(ben, id, word))).toEqual([2, 1]);
  });

  test('can be as long and as strange as a text may be', async () => {
    const { anna, ben, carla, ids, send, answer } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'Lang');
    const long = Array.from({ length: 9000 }, (_, index) => `w${index}ü`).join(' ');
    const last = newWord();
    for (let n = 0; n < 3; n += 1) await answer(ben, id, `${long} ${last}${n}`);
    await answer(
      ben,
      id,
      `<script>${last}script</script><p>'); drop table activity_part; -- ${last}sql \u202e ${last}bidi</p>`,
    );
    for (const word of [`${last}0`, `${last}2`, 'w8999ü', `${last}sql`, `${last}bidi`])
      expect(await listsWith(anna, id, word), word).toEqual(BOTH);
    expect(await listsWith(anna, id, `${last}script`)).toEqual([]);
    expect(await listsWith(carla, id, 'w8999ü')).toEqual([]);
    expect(nos(await find(anna, id, 'w8999ü', { communicationPartnerUserId: ids.ben }))).toEqual([3, 2, 1]);
  });
});

describe('a thread', () => {
  test('is searched from its end to its first text, in pages', async () => {
    const { anna, ben, carla, dora, there, ids, send, answer } = fixture;
    const word = newWord();
    const id = await send(anna, [ids.ben, ids.carla], `Der Anfang ${word}`);
    const having = new Set([3, 31, 32, 33, 64, 70]);
    for (let no = 1; no <= 70; no += 1)
      await answer(no % 2 === 0 ? anna : ben, id, having.has(no) ? `Text ${no} mit ${word}` : `Text ${no}`, {
        communicationPartnerUserId: no % 2 === 0 ? ids.ben : ids.anna,
      });
    const partner = { communicationPartnerUserId: ids.ben };
    const whole = await find(anna, id, word, partner);
    expect(whole.before).toBeNull();
    expect(nos(whole)).toEqual([70, 64, 33, 32, 31, 3, 0]);
    expect(whole.found[0]?.text).toBe(`Text 70 mit ${MARKS.from}${word}${MARKS.to}`);
    expect(whole.found.at(-1)?.text).toBe(`Der Anfang ${MARKS.from}${word}${MARKS.to}`);
    expect(nos(await find(ben, id, word))).toEqual(nos(whole));

    const paged: number[] = [];
    for (let before: number | null = null, pages = 0; pages < 9; pages += 1) {
      const page: Found = await find(anna, id, word, { ...partner, before, limit: 2 });
      paged.push(...nos(page));
      before = page.before;
      if (before === null) break;
    }
    expect(paged).toEqual(nos(whole));
    expect(nos(await find(anna, id, word, { ...partner, before: 33 }))).toEqual([32, 31, 3, 0]);
    expect(nos(await find(anna, id, `${word} 33`, partner))).toEqual([33]);
    expect(nos(await find(anna, id, `von:ben ${word}`, partner))).toEqual([33, 31, 3]);
    expect(await find(anna, id, ' ', partner)).toEqual({ found: [], before: null });
    // In the middle of a row of the index one text becomes another.
    await anna.command('message.edit', { aggregateId: id, ...partner, no: 32, edit: 0, messageContent: 'Anders' });
    expect(nos(await find(anna, id, word, partner))).toEqual([70, 64, 33, 31, 3, 0]);

    expect(nos(await find(anna, id, word))).toEqual([0]);
    expect(nos(await find(carla, id, word))).toEqual([0]);
    for (const by of [dora, there, fixture.fritz])
      expect(await codeOf(by.tryQuery('message.find', { aggregateId: id, searchTerm: word }))).toBe(GONE);
    expect(
      await codeOf(
        ben.tryQuery('message.find', { aggregateId: id, searchTerm: word, communicationPartnerUserId: ids.carla }),
      ),
    ).toBe(GONE);
    expect((await anna.tryQuery('message.find', { aggregateId: id, searchTerm: word, limit: 51 })).status).toBe(422);
  });
});

test('who came later, or has left, finds what they may read, and nothing else', async () => {
  const { server, instance, anna, ben, carla, emil, ids, send, answer } = fixture;
  const record = await seedRecord(server.change, instance, { values: { name: 'Werft Offen' } });
  const about = { idoId: record.idoId, instanceId: record.idoInstanceId, date: 'all' };
  const id = await send(anna, [ids.ben, ids.carla], 'zqanfang', { isOpen: true, idoLinkings: [record] });
  await answer(ben, id, 'zqvorher');
  await anna.command('message.addPeople', { aggregateId: id, addressee: [ids.emil] });
  // As many as one row of the index holds, so that the next one begins after who came.
  for (let n = 0; n < 32; n++) await answer(ben, id, `zqdazwischen ${n}`);
  await carla.command('message.leave', { aggregateId: id });
  for (let n = 0; n < 32; n++) await answer(anna, id, `zqnachher ${n}`);
  /** In lists of messages, of all kinds, and of the record: everywhere or nowhere. */
  const found = async (by: TestClient, searchTerm: string): Promise<number> => {
    const lists = (await listsWith(by, id, searchTerm)).length;
    const inRecord = (await by.query<Entry[]>('record.activities', { ...about, search: searchTerm })).length;
    expect([0, 3], `${lists} lists, ${inRecord} in the record`).toContain(lists + inRecord);
    return inRecord;
  };
  const inside = async (by: TestClient, searchTerm: string) =>
    (await by.query<{ found: { no: number }[] }>('message.find', { aggregateId: id, searchTerm, limit: 3 })).found
      .length;
  for (const by of [anna, ben]) {
    expect([await found(by, 'zqvorher'), await found(by, 'zqnachher')]).toEqual([1, 1]);
    expect([await inside(by, 'zqvorher'), await inside(by, 'zqnachher')]).toEqual([1, 3]);
  }
  expect([await found(emil, 'zqvorher'), await found(emil, 'zqnachher')]).toEqual([0, 1]);
  expect([await inside(emil, 'zqvorher'), await inside(emil, 'zqdazwischen')]).toEqual([0, 3]);
  expect([await found(carla, 'zqvorher'), await found(carla, 'zqnachher')]).toEqual([1, 0]);
  expect([await inside(carla, 'zqvorher'), await inside(carla, 'zqnachher')]).toEqual([1, 0]);
  await anna.command('message.edit', { aggregateId: id, no: 40, edit: 0, messageContent: 'zqgeheim' });
  expect([await found(carla, 'zqgeheim'), await inside(carla, 'zqgeheim')]).toEqual([0, 0]);
  expect(await found(emil, 'zqgeheim')).toBe(1);
});
