import type { DocumentBox } from '@kontor/contract/document';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { openDocuments, NO, GONE, numberOf, codeOf, see, list } from './testing/fixture.ts';

const { server, ids, anna, ben, carla, dora, there, contracts, saveBox, file, as } = await openDocuments();
afterAll(() => server.close());

describe('deleting', () => {
  test('is for who has filed it and for administrators, for all who share the box, and can be undone', async () => {
    const id = await file(ben);
    const remove = (by: TestClient, name: string) =>
      codeOf(by.tryCommand('document.delete', { aggregateId: as(name, id) }));
    expect([await remove(dora, 'dora'), await remove(carla, 'carla')]).toEqual([NO, GONE]);
    expect(await codeOf(dora.tryCommand('activity.delete', { aggregateIds: [as('dora', id)] }))).toBe(GONE);
    expect(await remove(ben, 'ben')).toBe('200');
    const shows = async (by: TestClient) => (await list(by)).some((one) => numberOf(one.aggregateId) === numberOf(id));
    expect([await shows(ben), await shows(anna)]).toEqual([false, false]);
    await ben.command('activity.restore', { aggregateIds: [as('ben', id)] });
    expect([await shows(ben), await shows(anna)]).toEqual([true, true]);
    expect(await remove(anna, 'anna')).toBe('200');
  });
});

describe('boxes', () => {
  test('are the administrators’', async () => {
    const save = (by: TestClient) => codeOf(by.tryCommand('document.saveBox', { name: 'Neu', memberIds: [] }));
    expect([await save(ben), await codeOf(ben.tryQuery('document.boxSettings'))]).toEqual([NO, NO]);
    expect(await codeOf(anna.tryCommand('document.saveBox', { name: 'verträge', memberIds: [] }))).toBe(
      '409 DOCUMENT_BOX_EXISTS',
    );
    expect(await codeOf(anna.tryCommand('document.saveBox', { name: 'Neu', memberIds: [999_999] }))).toBe(GONE);
    expect(await codeOf(there.tryCommand('document.saveBox', { boxId: contracts, name: 'x', memberIds: [] }))).toBe(
      GONE,
    );
    const boxes = await ben.query<{ boxes: { boxId: number }[] }>('document.boxes');
    expect(boxes.boxes.map(({ boxId }) => boxId)).toContain(contracts);
  });

  test('show their documents to who joins, and take them from who leaves but for their own', async () => {
    const boxId = await saveBox('Eingang', ['anna', 'ben']);
    const [hers, his] = [await file(anna, { box: boxId }), await file(ben, { box: boxId })];
    await saveBox('Posteingang', ['anna', 'carla'], boxId);
    await expect
      .poll(async () => [await see(carla, as('carla', hers)), await see(carla, as('carla', his))])
      .toEqual(['200', '200']);
    expect([await see(ben, as('ben', hers)), await see(ben, his)]).toEqual([GONE, '200']);
    const settings = await anna.query<DocumentBox[]>('document.boxSettings');
    expect(settings.find((box) => box.boxId === boxId)).toMatchObject({
      name: 'Posteingang',
      members: [{ userId: ids['anna'] }, { userId: ids['carla'] }],
      documents: 2,
    });
    const remove = (id: number) => codeOf(anna.tryCommand('document.deleteBox', { boxId: id }));
    expect([await remove(boxId), await remove(await saveBox('Leer', [])), await remove(999)]).toEqual([
      '409 DOCUMENT_BOX_NOT_EMPTY',
      '200',
      GONE,
    ]);
  });
});
