import { MAX_MENTIONS, type MessageFilter } from '@kontor/contract/message';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { seedRecord } from '../record/factory.ts';
import { codeOf, details, entryOf, list, numberOf, openMessages, texts } from './testing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

const at = (...userIds: number[]) => userIds.map((id) => `<span data-mention="${id}">@x</span>`).join(' ');
const idsIn = async (by: TestClient, customFilter: MessageFilter) =>
  new Set((await list(by, { customFilter })).map(({ aggregateId }) => numberOf(aggregateId)));
/** Which of some messages a filter has. */
const among = async (by: TestClient, customFilter: MessageFilter, aggregateIds: readonly string[]) => {
  const found = await idsIn(by, customFilter);
  return aggregateIds.map((id) => found.has(numberOf(id)));
};
const isMentioned = async (by: TestClient, id: string) => (await entryOf(by, id))?.extras.isMentioned;

describe('who is named', () => {
  test('is told so, as far as they read it; who has written it is not', async () => {
    const { anna, ben, carla, ids, send, answer } = fixture;
    const id = await send(anna, [ids.ben, ids.carla], `Frage an ${at(ids.ben, ids.anna, ids.emil)}`);
    expect([await isMentioned(anna, id), await isMentioned(ben, id), await isMentioned(carla, id)]).toEqual([
      false,
      true,
      false,
    ]);
    // Carla reads nothing of what Ben answers.
    await answer(ben, id, `${at(ids.anna)} und ${at(ids.carla)}`);
    expect([await isMentioned(anna, id), await isMentioned(carla, id)]).toEqual([true, false]);
    expect(await entryOf(fixture.emil, id)).toBeUndefined();
  });

  test('is another after an edit, and nobody after it was taken back', async () => {
    const { anna, ben, ids, send, answer } = fixture;
    const id = await send(anna, ids.ben, 'Frage?');
    await answer(anna, id, at(ids.ben));
    expect(await isMentioned(ben, id)).toBe(true);
    await anna.command('message.edit', { aggregateId: id, no: 1, edit: 0, messageContent: 'niemand' });
    expect(await isMentioned(ben, id)).toBe(false);
    await anna.command('message.edit', { aggregateId: id, no: 1, edit: 1, messageContent: at(ids.ben) });
    expect(await isMentioned(ben, id)).toBe(true);
    await anna.command('message.takeBack', { aggregateId: id, no: 1 });
    expect(await isMentioned(ben, id)).toBe(false);
  });

  test('has an open message on top at once, where others wait, but not while it is muted', async () => {
    const { anna, ben, carla, emil, ids, send, answer, server } = fixture;
    const id = await send(anna, [ids.ben, ids.carla, ids.emil], 'Alle', { isOpen: true });
    const mutedUntil = new Date(server.platform.now() + 3_600_000).toISOString();
    await emil.command('message.mute', { aggregateId: id, until: mutedUntil });
    const before = await Promise.all([ben, carla, emil].map((by) => entryOf(by, id)));
    server.advance(60_000);
    await answer(anna, id, `${at(ids.ben, ids.emil)} schau`);
    const after = await Promise.all([ben, carla, emil].map((by) => entryOf(by, id)));
    const moved = after.map((entry, index) => entry?.timestamp !== before[index]?.timestamp);
    expect(moved).toEqual([true, false, false]);
    expect(after.map((entry) => entry?.extras.isMentioned)).toEqual([true, false, true]);
  });

  test('are found in whatever is sent, and nothing that is too long or tries to be more is', async () => {
    const { anna, ben, ids, send, trySend } = fixture;
    for (const message of ['x'.repeat(1_000_000), `<p>${'@'.repeat(200_000)}</p>`])
      expect(await codeOf(trySend(anna, ids.ben, message))).toBe('422 PARAMETERS_INVALID');
    const id = await send(
      anna,
      ids.ben,
      `\u202e\u2066<span data-mention="${ids.ben}" onclick="x()">@Ben</span><span data-mention="-1">a</span><b data-mention="${ids.ben}">b</b>`,
    );
    expect(await isMentioned(ben, id)).toBe(true);
    expect((await texts(ben, id))[0]?.message).not.toMatch(/onclick|="-1"|<b /);
    const none = await send(anna, ids.ben, `<b data-mention="${ids.ben}">b</b>@${ids.ben}`);
    expect(await isMentioned(ben, none)).toBe(false);
  });

  test('are fifty at most, and none of another instance', async () => {
    const { anna, ben, ids, send, trySend, there } = fixture;
    const many = Array.from({ length: MAX_MENTIONS + 1 }, (_, index) => index + 1);
    expect(await codeOf(trySend(anna, ids.ben, at(...many)))).toBe('422 PARAMETERS_INVALID');
    const id = await send(anna, ids.ben, at(999_999_999_999_999, ids.fritz, ids.carla));
    expect(await isMentioned(ben, id)).toBe(false);
    expect(await list(there)).toEqual([]);
  });
});

describe('a list', () => {
  test('of what is unread, of what waits for an answer, and of what one is named in', async () => {
    const { anna, ben, ids, send, answer, read, state } = fixture;
    const plain = await send(anna, ids.ben, 'Frage?');
    const named = await send(anna, [ids.ben, ids.carla], `${at(ids.ben)}?`);
    const open = await send(anna, [ids.ben, ids.carla], 'Alle', { isOpen: true });
    const all = [plain, named, open];
    expect(await among(ben, 'unread', all)).toEqual([true, true, true]);
    expect(await among(ben, 'mentioned', all)).toEqual([false, true, false]);
    expect(await among(ben, 'waiting', all)).toEqual([false, false, false]);
    expect(await among(anna, 'unread', all)).toEqual([false, false, false]);
    expect(await among(anna, 'waiting', all)).toEqual([true, true, true]);
    for (const id of all) await read(ben, id, 0);
    expect(await among(ben, 'unread', all)).toEqual([false, false, false]);
    await answer(ben, plain, 'Antwort');
    await answer(ben, open, 'Antwort an alle');
    expect(await among(ben, 'waiting', all)).toEqual([true, false, true]);
    expect(await among(anna, 'unread', all)).toEqual([true, false, true]);
    expect(await among(anna, 'waiting', all)).toEqual([false, true, false]);
    // Who has it done is not waited for.
    await state(ben, named, 'ready');
    await state(fixture.carla, named, 'ready');
    expect(await among(anna, 'waiting', all)).toEqual([false, false, false]);
    for (const filter of ['unread', 'waiting', 'mentioned'] as const)
      for (const by of [anna, ben])
        for (const { extras } of await list(by, { customFilter: filter }))
          expect(
            filter === 'unread' ? extras.unread > 0 : filter === 'waiting' ? extras.waitsForAnswer : extras.isMentioned,
          ).toBe(true);
    expect(await codeOf(anna.tryQuery('message.items', { customFilter: 'x' }))).toBe('422 PARAMETERS_INVALID');
  });
});

test('records that a text names are linked, and it stays in the open lists', async () => {
  const { anna, ben, ids, send, answer, server, instance } = fixture;
  const [first, second, third] = [
    await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } }),
    await seedRecord(server.change, instance, { values: { name: 'Kesselbau Ötting' } }),
    await seedRecord(server.change, instance, { values: { name: 'Lotsenhaus' } }),
  ];
  const naming = ({ idoId, idoInstanceId }: { idoId: number; idoInstanceId: number }) =>
    `<p>Zu <span data-record="${idoInstanceId}-${idoId}">#x</span></p>`;
  const linked = async () => (await details(anna, id)).links.map(({ displayName }) => displayName).toSorted();
  const id = await send(anna, ids.ben, `${naming(first)}${naming({ idoId: 987_654, idoInstanceId: 1 })}`);
  expect(await linked()).toEqual(['Werft Neumann']);
  for (const by of [anna, ben]) expect(await entryOf(by, id)).toMatchObject({ archived: false, idoLinked: true });
  const no = await answer(ben, id, naming(second));
  await ben.command('message.edit', { aggregateId: id, no, edit: 0, messageContent: naming(third) });
  expect(await linked()).toEqual(['Kesselbau Ötting', 'Lotsenhaus', 'Werft Neumann']);
  for (const by of [anna, ben]) expect(await entryOf(by, id)).toMatchObject({ archived: false });
  const plain = await send(anna, ids.ben, '<p>data-record="1-1"</p>');
  expect((await details(anna, plain)).links).toEqual([]);
});
