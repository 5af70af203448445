import type { ItemChangeEntry } from '@kontor/contract/activity';
import { faxPage, tiffOf } from '../../platform/images/testing/tiff.ts';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { upload } from '../../testing/upload.ts';
import { seedRecord } from '../record/factory.ts';
import { afterAll, describe, expect, test } from 'vitest';
import {
  openDocuments,
  NO,
  GONE,
  PDF,
  numberOf,
  codeOf,
  inline,
  details,
  see,
  content,
  list,
  edit,
} from './testing/fixture.ts';

const { server, instance, anna, ben, carla, dora, emil, there, contracts, saveBox, tryFile, file, as } =
  await openDocuments();
afterAll(() => server.close());

describe('filing', () => {
  test('a file becomes an item of all who belong to the box, In process for who filed it and New for the others', async () => {
    const stomp = await StompPeer.as(ben);
    const id = await file(anna, { title: 'Rahmenvertrag 2027', keywords: 'Werft, Wartung' });
    const detail = await details(anna, id);
    expect(detail).toMatchObject({
      title: 'Rahmenvertrag 2027',
      filename: 'Rahmenvertrag.pdf',
      filesize: PDF.length,
      contentType: 'application/pdf',
      fileType: 'pdf',
      postbox: 'Verträge',
      postboxId: contracts,
      buzzwords: 'Werft, Wartung',
      categories: [],
      isPasswordLocked: false,
      documentMayBeDeleted: true,
      changeable: true,
      links: [],
      related: [],
    });
    expect(detail.versions).toMatchObject([{ version: 1, filename: 'Rahmenvertrag.pdf', author: detail.author }]);
    const [entry] = await list(anna);
    expect(numberOf(entry?.aggregateId ?? '')).toBe(numberOf(id));
    expect(entry).toMatchObject({
      moduleName: 'document',
      information: 'Rahmenvertrag 2027',
      contact: detail.author,
      channel: 'Verträge',
      status: 2,
      direction: 'bidirectional',
      extras: {
        category: '',
        documentBoxId: contracts,
        documentMayBeDeleted: true,
        format: 'pdf',
        shouldShowTheClaimButton: false,
        version: 1,
        filename: 'Rahmenvertrag.pdf',
        filesize: PDF.length,
      },
    });
    expect((await list(ben))[0]).toMatchObject({ status: 1, extras: { documentMayBeDeleted: false } });
    expect(await stomp.event()).toMatchObject({
      type: 'activity.added',
      payload: { keys: ['list', 'list:document', `document:${numberOf(id)}`] },
    });
    stomp.close();
  });

  test('is not seen by who does not belong to the box, by who sees no documents, and by other instances', async () => {
    const id = await file(anna);
    expect([await see(carla, as('carla', id)), await see(emil, as('emil', id)), await see(there, id)]).toEqual([
      GONE,
      NO,
      GONE,
    ]);
    expect((await content(carla, as('carla', id))).status).toBe(404);
    expect((await content(there, id)).status).toBe(404);
    expect(await list(carla)).toEqual([]);
  });

  test('without a box is for oneself; without a title it is called as its file', async () => {
    const id = await file(ben, { box: 0 });
    expect(await details(ben, id)).toMatchObject({ title: 'Rahmenvertrag', postbox: '', postboxId: 0 });
    expect((await details(ben, id)).owner).toMatchObject({ fullName: 'ben Test' });
    expect(await see(anna, as('anna', id))).toBe(GONE);
  });

  test('goes where one filed last, else into the first of the boxes, else it is one’s own', async () => {
    const standard = async (by: TestClient) => (await by.query<{ boxId: number }>('document.standardBox')).boxId;
    expect([await standard(carla), await standard(dora)]).toEqual([0, contracts]);
    const plans = await saveBox('Pläne', ['anna']);
    await file(anna, { box: plans });
    expect(await standard(anna)).toBe(plans);
    const id = await file(anna, { box: null });
    expect((await details(anna, id)).postboxId).toBe(plans);
  });

  test('takes uploads by either name, and says what is wrong with a file', async () => {
    const one = await upload(anna, PDF, 'a.pdf');
    const two = await upload(anna, 'Text', 'b.txt');
    const byId = { data: { attachmentId: one.id }, size: one.size };
    const byName = { data: { uploadId: two.uploadId }, size: two.size, fileName: 'C:\\Temp\\b.txt', type: 'x' };
    expect(await details(anna, await file(anna, byId))).toMatchObject({ contentType: 'application/pdf' });
    expect(await details(anna, await file(anna, byName))).toMatchObject({ title: 'b', contentType: 'text/plain' });
    const missing = '422 DOCUMENT_FILE_MISSING';
    expect([
      await codeOf(tryFile(ben, byId)),
      await codeOf(tryFile(anna, { ...byId, size: 3 })),
      await codeOf(tryFile(anna, { size: 3 })),
      await codeOf(tryFile(anna, { data: { attachmentId: 999_999 } })),
      await codeOf(tryFile(anna, { data: 'kein base64!' })),
      await codeOf(tryFile(anna, { fileName: '  ' })),
    ]).toEqual([missing, missing, missing, missing, '422 PARAMETERS_INVALID', '422 PARAMETERS_INVALID']);
  });

  test('needs its rights, and a box of one’s own', async () => {
    const before = (await list(anna, {})).length;
    expect([
      await codeOf(tryFile(dora)),
      await codeOf(tryFile(emil)),
      await codeOf(tryFile(carla)),
      await codeOf(tryFile(anna, { box: 999 })),
    ]).toEqual([NO, NO, GONE, GONE]);
    expect(await list(anna)).toHaveLength(before);
  });

  test('twice by the same command is once', async () => {
    const processId = crypto.randomUUID();
    const send = () => ben.command<{ aggregateId: string }>('document.create', inline('x'), { processId });
    expect((await send()).aggregateId).toBe((await send()).aggregateId);
  });

  test('what another app has shared is filed at the standard place', async () => {
    const { aggregateId } = await carla.command<{ aggregateId: string }>('document.createFromSharedFile', {
      fileName: 'Notiz.txt',
      size: 5,
      type: 'text/plain',
      colour: '#2f6f4f',
      content: 'data:text/plain;base64,SGFsbG8=',
    });
    expect(await details(carla, aggregateId)).toMatchObject({ title: 'Notiz', postboxId: 0 });
    expect((await content(carla, aggregateId)).body).toBe('Hallo');
  });

  test('what another app has shared may be an upload, and goes to the box that was chosen', async () => {
    const shared = (by: TestClient, box: number, content: object) =>
      by.tryCommand<{ aggregateId: string }>('document.createFromSharedFile', {
        fileName: '../Vertrag.pdf',
        size: PDF.length,
        type: 'application/octet-stream',
        content,
        box,
      });
    const { id: attachmentId } = await upload(ben, PDF, 'Vertrag.pdf');
    const { status, body } = await shared(ben, contracts, { attachmentId });
    expect(status).toBe(200);
    expect(await details(ben, body.data.aggregateId)).toMatchObject({ title: 'Vertrag', postboxId: contracts });
    expect((await content(ben, body.data.aggregateId)).body).toBe(PDF.toString());
    // Of another person's upload, and of a box that one is not in, nothing is made.
    const { id: ofCarla } = await upload(carla, PDF, 'Vertrag.pdf');
    expect(await codeOf(shared(ben, contracts, { attachmentId: ofCarla }))).toBe('422 DOCUMENT_FILE_MISSING');
    expect(await codeOf(shared(carla, contracts, { attachmentId: ofCarla }))).toBe(GONE);
  });

  test('with records it is linked and archived at once; the last unlink brings it back', async () => {
    const record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
    const id = await file(anna, { idoLinkings: [record] });
    expect((await details(anna, id)).links).toMatchObject([{ idoId: record.idoId, reason: 'hand' }]);
    const isArchived = async () => (await details(anna, id)).entry.archived;
    expect(await isArchived()).toBe(true);
    await anna.command('record.unlink', { aggregateId: id, ...record });
    expect(await isArchived()).toBe(false);
    const unknown = { idoLinkings: [{ idoId: 99_999, idoInstanceId: record.idoInstanceId }] };
    expect(await codeOf(tryFile(anna, unknown))).toBe(GONE);
  });
});

describe('a file', () => {
  test('comes as it was brought, as a download, and in parts', async () => {
    const id = await file(anna);
    const answer = await content(anna, id);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(answer.body).toBe(PDF.toString());
    // Who takes it out is written down, with what it was.
    expect(JSON.stringify(await anna.query('account.auditLog', {}))).toContain('data.exported');
    const page = Buffer.from('<script>alert(1)</script>');
    const odd = await file(anna, { fileName: 'a.html', size: page.length, data: page.toString('base64') });
    expect((await content(anna, odd)).headers.get('content-type')).toBe('application/octet-stream');
  });

  test('is looked at as text, or why not is said', async () => {
    const text = await file(anna, { fileName: 'a.txt', type: 'text/plain' }, 'Guten Tag');
    const shown = await anna.tryQuery<string>('document.preview', { aggregateId: text });
    expect([shown.status, shown.headers.get('content-type'), shown.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'Guten Tag',
    ]);
    const scan = tiffOf([faxPage(), faxPage()]);
    const paper = await file(anna, { fileName: 'scan.tif', type: 'image/tiff' }, scan);
    const pages = await anna.tryQuery<string>('document.preview', { aggregateId: paper });
    expect([pages.status, pages.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pages.body).toContain('/Count 2');
    const torn = await file(anna, { fileName: 'torn.tif', type: 'image/tiff' }, scan.subarray(0, 5000));
    expect((await anna.tryQuery('document.preview', { aggregateId: torn })).body).toMatchObject({ detail: 'broken' });
    const odd = await file(anna, { fileName: 'a.bin', type: '' }, Buffer.from([0, 1, 2, 255]));
    const none = await anna.tryQuery('document.preview', { aggregateId: odd });
    expect([none.status, none.body.code, none.body.detail]).toEqual([422, 'PREVIEW_NOT_AVAILABLE', 'kind']);
    expect(await codeOf(carla.tryQuery('document.preview', { aggregateId: as('carla', text) }))).toBe(GONE);
  });
});

describe('a new version', () => {
  test('takes the place of the file, leaves the old one, and is New to all others', async () => {
    const id = await file(anna, { title: 'Plan' }, 'alt');
    const mine = as('ben', id);
    await ben.command('activity.setState', { aggregateIds: [mine], state: 'ready' });
    const version = await anna.command('document.createVersion', { aggregateId: id, ...inline('neu!', 'Plan2.txt') });
    expect(version).toEqual({ version: 2 });
    const detail = await details(ben, mine);
    expect(detail).toMatchObject({ title: 'Plan', filename: 'Plan2.txt', filesize: 4, entry: { status: 1 } });
    expect(detail.versions.map((one) => [one.version, one.filename])).toEqual([
      [2, 'Plan2.txt'],
      [1, 'Rahmenvertrag.pdf'],
    ]);
    expect([(await content(ben, mine)).body, (await content(ben, mine, 1)).body]).toEqual(['neu!', 'alt']);
    expect((await content(ben, mine, 3)).status).toBe(404);
    expect((await list(ben))[0]).toMatchObject({ information: 'Plan', extras: { version: 2, format: 'txt' } });
  });

  test('needs the right, and an end is to them', async () => {
    const id = await file(anna);
    const add = (by: TestClient, aggregateId: string) =>
      codeOf(by.tryCommand('document.createVersion', { aggregateId, ...inline('x') }));
    expect([await add(dora, as('dora', id)), await add(carla, as('carla', id))]).toEqual([NO, GONE]);
    await server.change(instance, async ({ db }) => {
      const documentId = numberOf(id);
      await db.updateTable('document').set({ newest: 1000 }).where('document_id', '=', documentId).execute();
      await db.updateTable('document_version').set({ version: 1000 }).where('document_id', '=', documentId).execute();
    });
    expect(await add(anna, id)).toBe('422 DOCUMENT_TOO_MANY_VERSIONS');
  });

  test('two at once are both kept', async () => {
    const id = await file(anna);
    const add = (by: TestClient, aggregateId: string) =>
      by.command<{ version: number }>('document.createVersion', { aggregateId, ...inline('x') });
    const made = await Promise.all([add(anna, id), add(ben, as('ben', id))]);
    expect(made.map(({ version }) => version).toSorted((one, other) => one - other)).toEqual([2, 3]);
  });
});

describe('an edit', () => {
  test('changes what it names, for all, and is found by it', async () => {
    const [kind] = await anna.query<{ ID: number; Name: string }[]>('record.instances');
    const id = await file(anna, { keywords: 'veraltet' });
    const before = await details(anna, id);
    const answer = await edit(anna, id, {
      title: 'Zusatzvereinbarung',
      filename: 'Zusatz.pdf',
      buzzwords: 'Schwungrad',
      categories: [kind?.ID],
    });
    expect(answer.body.data.aggregateVersion).toBe(before.aggregateVersion + 1);
    expect(await details(ben, as('ben', id))).toMatchObject({
      title: 'Zusatzvereinbarung',
      filename: 'Zusatz.pdf',
      categories: [{ title: kind?.Name }],
      entry: { extras: { category: kind?.Name } },
      timestamp: before.timestamp,
    });
    const found = async (searchTerm: string) => (await list(ben, { searchTerm })).map((one) => one.information);
    const [change] = await ben.query<ItemChangeEntry[]>('activity.history', { aggregateId: as('ben', id) });
    expect(change?.differences.map(({ field, before: was, after }) => [field, was, after])).toContainEqual([
      'title',
      before.title,
      'Zusatzvereinbarung',
    ]);
    expect(change?.differences.map(({ field }) => field)).toEqual(['title', 'filename', 'buzzwords', 'categories']);
    expect([await found('schwungrad'), await found('zusatz'), await found('veraltet')]).toEqual([
      ['Zusatzvereinbarung'],
      ['Zusatzvereinbarung'],
      [],
    ]);
  });

  test('of an older one is refused with what stands there, and nothing is lost', async () => {
    const id = await file(anna, { title: 'Alt' });
    const from = await details(ben, as('ben', id));
    await edit(anna, id, { title: 'Von Anna' });
    const refused = await edit(ben, as('ben', id), { title: 'Von Ben' }, from);
    expect([refused.status, refused.body.code]).toEqual([409, 'DOCUMENT_CONFLICT']);
    expect(refused.body.data).toMatchObject({ title: 'Von Anna', aggregateVersion: from.aggregateVersion + 1 });
    expect((await details(anna, id)).title).toBe('Von Anna');
  });

  test('into another box lets its people see it, and the others no more', async () => {
    const team = await saveBox('Team', ['anna', 'carla']);
    const id = await file(anna);
    await edit(anna, id, { postboxId: team });
    expect([await see(ben, as('ben', id)), await see(carla, as('carla', id))]).toEqual([GONE, '200']);
    expect((await list(carla))[0]).toMatchObject({ channel: 'Team', status: 1 });
    // What others see only who has filed it takes back for themselves.
    expect(await codeOf(edit(carla, as('carla', id), { postboxId: 0 }))).toBe(GONE);
    expect(await codeOf(edit(carla, as('carla', id), { postboxId: contracts }))).toBe(GONE);
    expect(await codeOf(edit(anna, id, { postboxId: 0 }))).toBe('200');
    expect(await see(carla, as('carla', id))).toBe(GONE);
  });

  test('needs its right; unknown categories and empty names are refused', async () => {
    const id = await file(anna, { title: 'Bleibt' });
    expect([
      await codeOf(edit(dora, as('dora', id))),
      await codeOf(edit(anna, id, { categories: [999] })),
      await codeOf(edit(anna, id, { filename: '' })),
      await codeOf(edit(anna, id, { title: 'x'.repeat(301) })),
    ]).toEqual([NO, GONE, '422 PARAMETERS_INVALID', '422 PARAMETERS_INVALID']);
    await edit(anna, id, { title: '', filename: '../../C:\\Temp\\a\u202efdp.exe' });
    // A name is never a way, and hides nothing.
    expect(await details(anna, id)).toMatchObject({ title: 'Bleibt', filename: 'afdp.exe' });
  });
});

test('what a file says is found, until a newer one says something else', async () => {
  const id = await file(anna, { fileName: 'a.txt', type: 'text/plain' }, 'Die Ankerwinde ist bestellt.');
  const found = async (searchTerm: string) => (await list(ben, { searchTerm })).map((one) => numberOf(one.aggregateId));
  await expect.poll(() => found('ankerwinde')).toEqual([numberOf(id)]);
  await anna.command('document.createVersion', { aggregateId: id, ...inline('Das Beiboot auch.', 'a.txt') });
  await expect.poll(() => found('beiboot')).toEqual([numberOf(id)]);
  expect(await found('ankerwinde')).toEqual([]);
});
