import { afterAll, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { openTasks } from './testing/fixture.ts';

const { server, ids, anna, ben, make } = await openTasks();
afterAll(() => server.close());

test('the words of tasks in the trash are none, and all who see one hear of that, who did it as well', async () => {
  const id = await make(anna, { tags: ['Kran'], responsibleUserId: ids.ben });
  await make(anna, { tags: ['Lager'] });
  expect(await anna.query('task.tags')).toEqual(['Kran', 'Lager']);
  const peers = await Promise.all([anna, ben].map((one) => StompPeer.as(one)));
  /** What the next event says that is about tags, and who has made it. */
  const heard = () =>
    Promise.all(
      peers.map(async (peer) => {
        for (;;) {
          const { payload } = (await peer.event()) as { payload: { keys: string[]; processIds: string[] } };
          if (payload.keys.includes('taskTags')) return payload.processIds;
        }
      }),
    );
  for (const [command, left] of [
    ['activity.delete', ['Lager']],
    ['activity.restore', ['Kran', 'Lager']],
  ] as const) {
    await anna.command(command, { aggregateIds: [id] });
    expect(await heard()).toEqual([[], []]);
    expect(await anna.query('task.tags')).toEqual(left);
  }
  for (const peer of peers) peer.close();
});
