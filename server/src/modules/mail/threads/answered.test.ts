import type { ListEntry } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail, type MailSeed } from '../testing/factory.ts';
import { importMail, type ImportedMail } from '../arrival/import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ids: number[];
let own: number;
let others: number;
let round = 0;
const parser = new MailParser({ processes: 1 });
const DAY_MS = 86_400_000;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('answers');
  ids = [await server.person(instance, 'anna'), await server.person(instance, 'ben')];
  anna = await server.client(instance, 'anna');
  own = await seedBox(server.change, instance, ids.slice(0, 1));
  others = await seedBox(server.change, instance, ids.slice(1));
});
beforeEach(() => void (round += 1));
afterAll(async () => {
  await parser.close();
  await server?.close();
});

/** Puts a mail into Anna's box, or into one that she does not see. Returns its number. */
async function come(
  seed: MailSeed,
  more: Partial<ImportedMail> & { readonly isElsewhere?: boolean } = {},
): Promise<number> {
  const { isElsewhere = false, ...mail } = more;
  const target = isElsewhere
    ? { boxId: others, channel: 'lager@nordwerk.example', memberIds: ids.slice(1) }
    : { boxId: own, channel: 'info@nordwerk.example', memberIds: ids.slice(0, 1) };
  const raw = Buffer.from(rawMail({ date: new Date(), subject: `Kran ${round}`, ...seed }));
  const parts = { platform: server.platform, change: server.change, parser };
  return (await importMail(parts, instance, target, { raw, status: 1, ...mail })).mailId;
}
const question = () => come({ messageId: `frage.${round}@t`, date: new Date(Date.now() - 3 * DAY_MS) }, { status: 2 });
const answerTo = (seed: MailSeed = {}) => ({ headers: `In-Reply-To: <frage.${round}@t>`, ...seed });
const idOf = (entryId: number) => formatAggregateId({ module: 'email', entryId, userId: ids[0] ?? 0 });
const snooze = (entryId: number, end: object = {}) =>
  anna.command('activity.snooze', { aggregateIds: [idOf(entryId)], untilAnswered: true, ...end });
const entryOf = async (entryId: number): Promise<ListEntry | undefined> =>
  (await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json', limit: 1000 })).find(
    ({ aggregateId }) => (JSON.parse(aggregateId) as { entryId: number }).entryId === entryId,
  );
const isAway = async (entryId: number) => (await entryOf(entryId))?.extras['snoozedUntil'] !== null;

test('a mail of the thread that comes in brings back what waits for an answer, and says whose it is', async () => {
  const id = await question();
  const until = new Date(Date.now() + DAY_MS).toISOString();
  await snooze(id, { until });
  await come(answerTo({ from: 'Paula Neumann <paula@werft.example>' }));
  await expect.poll(() => isAway(id)).toBe(false);
  const entry = await entryOf(id);
  expect(entry).toMatchObject({ status: 1, timeFrame: 'today' });
  expect(entry?.extras).toMatchObject({ wokenAt: entry?.timestamp, wokenBy: 'Paula Neumann' });
  const details = await anna.query<MailDetail>('mail.details', { aggregateId: idOf(id) });
  expect(details.extras).toMatchObject({ snoozedUntil: null, wokenBy: 'Paula Neumann' });
  // When it was written is another matter.
  expect(details.timestamp).toBeLessThan(Date.now() / 1000 - 2 * 86_400);
});

test.each<[string, () => Promise<number>]>([
  ['a mail of another thread', () => come({ subject: `Anderes ${round}` })],
  ['a mail of theirs', () => come(answerTo(), { direction: 'outgoing' })],
  ['one that they do not see', () => come(answerTo(), { isElsewhere: true })],
  ['spam', () => come(answerTo(), { location: 'junk' })],
  ['an old mail that was only brought here', () => come(answerTo({ date: new Date(Date.now() - 2 * DAY_MS) }))],
])('%s is no answer', async (_name, other) => {
  const [id, waiting] = [await question(), await come({ subject: `Bote ${round}`, messageId: `bote.${round}@t` })];
  await snooze(id);
  await snooze(waiting);
  await other();
  // What brings this one back has been looked at after the other.
  await come({ subject: `Bote ${round}`, headers: `In-Reply-To: <bote.${round}@t>` });
  await expect.poll(() => isAway(waiting)).toBe(false);
  expect(await isAway(id)).toBe(true);
  const details = await anna.query<MailDetail>('mail.details', { aggregateId: idOf(id) });
  expect(details.extras).toMatchObject({ snoozedUntil: -1, wokenAt: null, wokenBy: null });
});

test('what was answered before it was put off waits for the next answer, and for a time alone nothing else counts', async () => {
  const [id, timed] = [await question(), await come({ subject: `Zeit ${round}`, messageId: `zeit.${round}@t` })];
  await come(answerTo());
  await snooze(id);
  await snooze(timed, { untilAnswered: false, until: new Date(Date.now() + DAY_MS).toISOString() });
  await come({ subject: `Zeit ${round}`, headers: `In-Reply-To: <zeit.${round}@t>` });
  expect(await isAway(id)).toBe(true);
  await come(answerTo({ subject: `AW: Kran ${round}` }));
  await expect.poll(() => isAway(id)).toBe(false);
  expect(await isAway(timed)).toBe(true);
});
