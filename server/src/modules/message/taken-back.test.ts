import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../platform/log/logger.ts';
import { sweepUploads } from '../../platform/uploads/index.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { upload } from '../../testing/upload.ts';
import { answersTo, heardIn, tablesWith } from './testing/canaries.ts';
import { GONE, codeOf, list, numberOf, openMessages } from './testing/fixture.ts';

/** What was taken back is in nothing any more that leaves the server, and in no table: whoever looks for it, and wherever. */

const lines: string[] = [];
let fixture: Awaited<ReturnType<typeof openMessages>>;
beforeAll(async () => {
  const log = createLogger('trace', 'json', { write: (line) => void lines.push(line) });
  // What is logged, and swept, is that of one process.
  fixture = await openMessages({ log, alone: true }, { KONTOR_LOG_SLOW_SQL: '1' });
});
afterAll(() => fixture?.server.close());

const ROOT = 'zqzurueck';
const WORDS = {
  first: `${ROOT}eins`,
  answer: `${ROOT}zwei`,
  edited: `${ROOT}drei`,
  fileName: `${ROOT}vier`,
  fileText: `${ROOT}fuenf`,
};
const answers = (by: (typeof fixture)['anna'], aggregateId: string) =>
  answersTo(by, aggregateId, { words: Object.values(WORDS), userIds: Object.values(fixture.ids) });

/** Anna asks Ben and Carla with a file, Ben answers and has shared it with Emil, and both have changed what they said. */
async function said(): Promise<string> {
  const { anna, ben, ids, send, answer } = fixture;
  const file = await upload(anna, `Darin steht ${WORDS.fileText}.`, `${WORDS.fileName}.txt`);
  const files = [{ attachmentId: file.id }];
  const id = await send(anna, [ids.ben, ids.carla], WORDS.first, { files, confirm: true });
  await anna.command('message.edit', { aggregateId: id, no: 0, edit: 0, messageContent: `${WORDS.first} neu` });
  await answer(ben, id, WORDS.edited);
  await ben.command('message.edit', { aggregateId: id, no: 1, edit: 0, messageContent: WORDS.answer });
  await ben.command('globalization.set', { aggregateIds: [id], userIds: [ids.emil], message: '' });
  await expect.poll(async () => (await list(ben, { searchTerm: WORDS.fileText })).length).toBe(1);
  return id;
}

test('a text that was taken back is in no answer, event, line of the log, or table', async () => {
  const { anna, ben, carla, emil, ids, send, server, instance } = fixture;
  const id = await said();
  // It can be seen here: without that, nothing would be proved by not seeing it.
  const whole = [WORDS.first, WORDS.answer, WORDS.edited, WORDS.fileName];
  for (const by of [anna, ben, emil])
    expect(heardIn(await answers(by, id), Object.values(WORDS))).toEqual(expect.arrayContaining(whole));
  const { owner } = server.platform.database;
  expect((await tablesWith(owner, ROOT)).length).toBeGreaterThan(4);

  const peers = [await StompPeer.as(ben), await StompPeer.as(carla), await StompPeer.as(emil)];
  await anna.command('message.takeBack', { aggregateId: id, no: 0 });
  await ben.command('message.takeBack', { aggregateId: id, no: 1 });
  const forwarding = { aggregateId: id, addressee: [ids.carla], message: 'Siehe unten' };
  for (const no of [0, 1])
    expect(await codeOf(ben.tryCommand<object>('message.forward', { ...forwarding, no }))).toBe(GONE);
  const last = numberOf(await send(anna, [ids.ben, ids.carla, ids.emil], 'Ende der Reihe'));
  for (const peer of peers) {
    const heard: string[] = [];
    const isEnd = ({ aggregateIds }: { readonly aggregateIds: readonly string[] }) =>
      aggregateIds.some((aggregateId) => numberOf(aggregateId) === last);
    for (let event = await peer.event(); !isEnd(event.payload); event = await peer.event())
      heard.push(JSON.stringify(event));
    expect(heard.filter((text) => text.includes(ROOT))).toEqual([]);
    peer.close();
  }

  for (const by of [anna, ben, carla, emil]) expect(heardIn(await answers(by, id), Object.values(WORDS))).toEqual([]);
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => line.includes(ROOT))).toEqual([]);

  // What was uploaded, and what people were told then, stands there for a day, and is asked for by nobody.
  server.advance(50 * 3_600_000);
  await sweepUploads(server, instance);
  server.advance(-50 * 3_600_000);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(owner);
  await sql`delete from event_outbox`.execute(owner);
  await expect.poll(() => tablesWith(owner, ROOT)).toEqual([]);
});
