import type { MessageText } from '@kontor/contract/message';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { sweepUploads } from '../../platform/uploads/index.ts';
import type { TestClient } from '../../testing/client.ts';
import { upload } from '../../testing/upload.ts';
import { GONE, codeOf, details, entryOf, list, numberOf, openMessages, texts } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/eL9GtQAAAABJRU5ErkJggg==',
  'base64',
);

const fileOf = (by: TestClient, aggregateId: string, more: object = {}) =>
  by.tryQuery('message.file', { aggregateId, no: 0, part: 0, ...more });
const named = async (by: TestClient, content: string | Uint8Array, name?: string) => ({
  uploadId: (await upload(by, content, name)).uploadId,
});
const filesIn = (found: readonly MessageText[]) => found.map(({ files }) => files.map(({ name }) => name));
/** How many texts and drafts keep an upload of somebody from being swept; undefined where it is gone. */
async function usesOf(uploadId: string): Promise<number | undefined> {
  const { rows } = await sql<{ uses: number }>`select uses from upload where upload_id = ${uploadId}`.execute(
    fixture.server.platform.database.owner,
  );
  return rows[0]?.uses;
}

describe('the files of a text', () => {
  test('are listed in it, and read by both, in their order', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const offer = await upload(anna, 'Das Angebot', 'Angebot.txt');
    const picture = await upload(anna, PNG, 'Lage\u202egnp.exe');
    const id = await send(anna, ids.ben, 'Dazu', {
      files: [{ attachmentId: offer.id }, { uploadId: picture.uploadId.toUpperCase() }],
    });
    const expected = [
      { part: 0, name: 'Angebot.txt', type: 'text/plain', size: offer.size, fileType: 'text' },
      { part: 1, name: 'Lagegnp.exe', type: 'image/png', size: PNG.length, fileType: 'image' },
    ];
    for (const by of [anna, ben]) expect((await texts(by, id))[0]?.files).toEqual(expected);
    const brought = await fileOf(ben, id);
    expect([brought.status, brought.body]).toEqual([200, 'Das Angebot']);
    const shown = await ben.tryQuery('message.filePreview', { aggregateId: id, no: 0, part: 1 });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await answer(ben, id, '', { files: [await named(ben, 'x', 'Zurück.txt')] })).toBe(1);
    expect(filesIn(await texts(anna, id))).toEqual([['Angebot.txt', 'Lagegnp.exe'], ['Zurück.txt']]);
    expect(await entryOf(anna, id)).toMatchObject({ extras: { lastText: 'Zurück.txt' } });
    expect(await codeOf(fileOf(anna, id, { no: 1, part: 1 }))).toBe(GONE);
    expect(await codeOf(fileOf(anna, id, { no: 2 }))).toBe(GONE);
    expect(await codeOf(fileOf(anna, id, { part: 20 }))).toBe('422 PARAMETERS_INVALID');
  });

  test('may be all that it says: it is called by their names', async () => {
    const { anna, ben, ids, send } = fixture;
    const id = await send(anna, ids.ben, '', { files: [await named(anna, 'eins', 'Plan zqgrundriss.txt')] });
    expect((await texts(ben, id))[0]).toMatchObject({ message: '', takenBackAt: null });
    expect(await entryOf(ben, id)).toMatchObject({ information: 'Plan zqgrundriss.txt' });
    expect(await list(ben, { searchTerm: 'zqgrundriss' })).toHaveLength(1);
  });

  test('are found by what the first text’s say, and no more once it was taken back', async () => {
    const { anna, ben, ids, send } = fixture;
    const id = await send(anna, ids.ben, 'Siehe Datei', { files: [await named(anna, 'Darin steht zqdateiwort.')] });
    const found = async () => (await list(ben, { searchTerm: 'zqdateiwort' })).length;
    await expect.poll(found).toBe(1);
    await anna.command('message.edit', { aggregateId: id, no: 0, edit: 0, messageContent: 'Siehe dort' });
    await expect.poll(found).toBe(1);
    await anna.command('message.takeBack', { aggregateId: id, no: 0 });
    expect(await found()).toBe(0);
  });

  test('are those of its segment alone', async () => {
    const { anna, ben, carla, dora, there, ids, send, answer } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], 'An zwei', { files: [await named(anna, 'für beide')] });
    await answer(ben, id, 'Antwort', { files: [await named(ben, 'nur für Anna')] });
    expect((await fileOf(carla, id)).body).toBe('für beide');
    const own = { no: 1, communicationPartnerUserId: ids.ben };
    expect((await fileOf(anna, id, own)).body).toBe('nur für Anna');
    for (const partner of [null, ids.anna, ids.ben, ids.carla])
      expect(await codeOf(fileOf(carla, id, { no: 1, communicationPartnerUserId: partner }))).toBe(GONE);
    for (const by of [dora, there]) expect(await codeOf(fileOf(by, id))).toBe(GONE);
    await answer(carla, id, 'Meine', { files: [await named(carla, 'von Carla')] });
    expect((await fileOf(carla, id, { no: 1 })).body).toBe('von Carla');
    expect((await fileOf(ben, id, { no: 1 })).body).toBe('nur für Anna');
  });

  test('are uploads of one’s own that are there, each once, and twenty at most', async () => {
    const { anna, ben, ids, trySend, send, tryAnswer } = fixture;
    const own = await upload(anna, 'eigen');
    const strange = await named(ben, 'fremd');
    for (const files of [
      [strange],
      [{ attachmentId: 999_999 }],
      [{ uploadId: crypto.randomUUID() }],
      [{ attachmentId: own.id }, { uploadId: own.uploadId }],
    ])
      expect(await codeOf(trySend(anna, ids.ben, 'x', { files }))).toBe('422 MESSAGE_FILE_MISSING');
    const many = Array.from({ length: 21 }, () => ({ attachmentId: own.id }));
    expect(await codeOf(trySend(anna, ids.ben, 'x', { files: many }))).toBe('422 PARAMETERS_INVALID');
    const id = await send(anna, ids.ben, 'Frage?');
    expect(await codeOf(tryAnswer(anna, id, '', { files: [strange] }))).toBe('422 MESSAGE_FILE_MISSING');
    expect(await usesOf(own.uploadId)).toBe(0);
  });

  test('are gone with what is taken back, and with the last text that has them from the disk', async () => {
    const { anna, ben, carla, ids, send, server, instance } = fixture;
    const { uploadId } = await upload(anna, 'Nur kurz da');
    const id = await send(anna, ids.ben, 'Dazu', { files: [{ uploadId }] });
    const [{ blob_hash: hash }] = (await runSql(
      server.url,
      `select blob_hash from message_file where message_id = ${numberOf(id)}`,
    )) as [{ blob_hash: string }];
    const { aggregateId: passed } = await ben.command<{ aggregateId: string }>('message.forward', {
      aggregateId: id,
      no: 0,
      addressee: ids.carla,
    });
    expect(await usesOf(uploadId)).toBe(2);
    await anna.command('message.takeBack', { aggregateId: id, no: 0 });
    expect(filesIn(await texts(ben, id))).toEqual([[]]);
    expect(await codeOf(fileOf(ben, id))).toBe(GONE);
    expect((await fileOf(carla, passed)).body).toBe('Nur kurz da');
    const sweep = async () => {
      await sweepUploads(server, instance);
      await runSql(
        server.url,
        `update graphile_worker._private_jobs set run_at = now() where task_id = (
          select id from graphile_worker._private_tasks where identifier = 'upload.drop')`,
      );
    };
    server.advance(50 * 3_600_000);
    await sweep();
    expect(await usesOf(uploadId)).toBe(1);
    server.advance(-50 * 3_600_000);
    await ben.command('message.takeBack', { aggregateId: passed, no: 0 });
    expect(await usesOf(uploadId)).toBe(0);
    server.advance(50 * 3_600_000);
    await sweep();
    expect(await usesOf(uploadId)).toBeUndefined();
    const isThere = () =>
      server.platform.blobs.size(instance.id, hash).then(
        () => true,
        () => false,
      );
    await expect.poll(isThere).toBe(false);
    server.advance(-50 * 3_600_000);
  });
});

describe('a draft', () => {
  test('keeps its files on all devices until it is sent, with others in their place, or thrown away', async () => {
    const { anna, ben, ids, send, answer, server, instance } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    const [first, second] = [await upload(ben, 'eins', 'eins.txt'), await upload(ben, 'zwei', 'zwei.txt')];
    const save = (files: object[], more: object = {}) =>
      ben.command('message.saveDraft', { aggregateId: id, messageContent: 'Dazu', files, ...more });
    await save([{ uploadId: first.uploadId }, { attachmentId: second.id }]);
    await save([{ attachmentId: second.id }]);
    expect([await usesOf(first.uploadId), await usesOf(second.uploadId)]).toEqual([0, 1]);
    const other = await server.client(instance, 'ben');
    const kept = { attachmentId: second.id, name: 'zwei.txt', type: 'text/plain', size: 4, fileType: 'text' };
    expect((await details(other, id)).draft).toMatchObject({ messageContent: '<p>Dazu</p>', files: [kept] });
    const drafts = await other.query<{ aggregateId: string; files: object[] }[]>('message.drafts');
    expect(drafts.find(({ aggregateId }) => numberOf(aggregateId) === numberOf(id))?.files).toEqual([kept]);
    await answer(other, id, 'Dazu', { files: [{ attachmentId: second.id }] });
    expect(await usesOf(second.uploadId)).toBe(1);
    await save([{ attachmentId: first.id }]);
    await ben.command('message.discardDraft', { aggregateId: id });
    expect(await usesOf(first.uploadId)).toBe(0);
    const fresh = await ben.command<{ aggregateId: string }>('message.saveDraft', {
      files: [{ attachmentId: first.id }],
    });
    expect((await details(ben, fresh.aggregateId)).draft?.files).toMatchObject([{ name: 'eins.txt' }]);
    await ben.command('message.discardDraft', { aggregateId: fresh.aggregateId });
    expect(await usesOf(first.uploadId)).toBe(0);
  });
});
