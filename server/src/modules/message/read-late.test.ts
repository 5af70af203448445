import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { details, entryOf, nextEvent, openMessages } from './testing/fixture.ts';

// What one device has noted while it was away, and says once the person has gone on with another.
let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  fixture = await openMessages();
});
afterAll(() => fixture?.server.close());

/** Anna has begun a message to Ben with the texts 0 to 4, of which Ben has said the second. Returns its id. */
async function thread(): Promise<string> {
  const { anna, ben, ids, send, answer } = fixture;
  const id = await send(anna, ids.ben, 'eins');
  await answer(ben, id, 'zwei');
  for (const words of ['drei', 'vier', 'fünf']) await answer(anna, id, words);
  return id;
}
const unread = (id: string, no: number, readNo: number | null, partner: number | null = null) =>
  ({ aggregateId: id, no, readNo, communicationPartnerUserId: partner }) as const;

describe('a mark that comes late', () => {
  test('of reading moves nothing back, and nothing that was done meanwhile', async () => {
    const { ben, read, state } = fixture;
    const id = await thread();
    await read(ben, id, 4);
    await state(ben, id, 'ready');
    await read(ben, id, 2);
    await ben.command('activity.setState', { aggregateIds: [id], state: 'seen', onlyNew: true });
    expect(await details(ben, id)).toMatchObject({ readNo: 4, unread: 0, status: 3 });
    expect(await entryOf(ben, id)).toMatchObject({ status: 3, extras: { unread: 0 } });
  });

  test('of having something unread again does nothing where more was read since, and says how far', async () => {
    const { ben, anna, ids, read, answer, state } = fixture;
    const id = await thread();
    await read(ben, id, 2);
    await read(ben, id, 4);
    await state(ben, id, 'ready');
    const own = await StompPeer.as(ben);
    await ben.command('message.markUnread', unread(id, 1, 2));
    const reported = await nextEvent<{ readers: unknown[]; keys: string[] }>(own, 'message.read');
    // Also to the device that has asked for it, which shows it as unread.
    expect(reported.payload).toMatchObject({ processIds: [], readers: [{ userId: ids.ben, no: 4 }] });
    own.close();
    expect(await details(ben, id)).toMatchObject({ readNo: 4, unread: 0, status: 3 });
    // The same of who began it, whose pointer stands elsewhere.
    await answer(ben, id, 'sechs');
    await read(anna, id, 5, ids.ben);
    await state(anna, id, 'ready');
    await anna.command('message.markUnread', unread(id, 1, 4, ids.ben));
    expect(await details(anna, id)).toMatchObject({ readNo: 5, unread: 0, status: 3 });
  });

  test('of the same holds where nothing was read since, and where nobody says how far it was read', async () => {
    const { ben, anna, ids, read } = fixture;
    const id = await thread();
    await read(ben, id, 4);
    await ben.command('message.markUnread', unread(id, 3, 4));
    expect(await details(ben, id)).toMatchObject({ readNo: 2, unread: 2, status: 1 });
    await read(ben, id, 4);
    await ben.command('message.markUnread', unread(id, 3, null));
    expect(await details(ben, id)).toMatchObject({ readNo: 2, unread: 2, status: 1 });
    await anna.command('message.markUnread', unread(id, 1, 4, ids.ben));
    expect(await details(anna, id)).toMatchObject({ readNo: 0, status: 1 });
  });
});

test('lists of the person’s other devices hear of what was read of a message that is in process', async () => {
  const { ben, read, state } = fixture;
  const id = await thread();
  await read(ben, id, 2);
  await state(ben, id, 'seen');
  const other = await StompPeer.as(ben);
  await read(ben, id, 4);
  const { payload } = await nextEvent(other, 'message.read');
  expect(payload.keys).toEqual(expect.arrayContaining(['list:message', 'list']));
  other.close();
});
