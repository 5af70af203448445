import { afterAll, beforeAll, expect, test } from 'vitest';
import { details, list, numberOf, openCalls } from './testing/fixture.ts';

let here: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

const [NEW, DONE] = [1, 3];
let count = 0;
/** A number of its own, as people write it and as it is kept. */
function newNumber() {
  count += 1;
  return { text: `0431 ${200_000 + count}`, number: 49_431_200_000 + count };
}
const statusOf = async (by: typeof here.anna, entryId: number) =>
  (await list(by)).find(({ aggregateId }) => numberOf(aggregateId) === entryId)?.status;
/** By whom the list says that somebody was called back. */
const extraOf = async (by: typeof here.anna, entryId: number) =>
  (await list(by)).find(({ aggregateId }) => numberOf(aggregateId) === entryId)?.extras['calledBackBy'];
const backOf = async (name: 'anna' | 'ben', entryId: number) =>
  (await details(here[name], here.as(name, entryId))).doneByCall;

test('a call out that is noted by hand finishes what was missed of its number, which says so until it is opened again', async () => {
  const { text, number } = newNumber();
  const missed = await here.arrive({ number });
  const other = await here.arrive({ number: newNumber().number });
  expect(await backOf('anna', missed)).toBeNull();
  const out = await here.create(here.ben, {
    direction: 1,
    callerNumber: text,
    duration: 10,
    receivedBy: here.ids['ben'],
  });
  expect([await statusOf(here.anna, missed), await statusOf(here.ben, missed)]).toEqual([DONE, DONE]);
  expect(await statusOf(here.anna, other)).toBe(NEW);
  expect([await extraOf(here.anna, missed), await extraOf(here.anna, other)]).toEqual(['Ben Vogt', '']);
  const { callTimestamp } = await details(here.ben, out);
  expect(await backOf('anna', missed)).toEqual({
    aggregateId: here.as('anna', numberOf(out)),
    name: 'Ben Vogt',
    at: callTimestamp,
  });
  await here.anna.command('activity.setState', { aggregateIds: [here.as('anna', missed)], state: 'unseen' });
  expect(await statusOf(here.anna, missed)).toBe(NEW);
  expect(await backOf('anna', missed)).toBeNull();
  expect(await extraOf(here.anna, missed)).toBe('');
});

test('a callback that was wanted is done by it', async () => {
  const { text, number } = newNumber();
  const wanted = await here.arrive({ number, outcome: 'answered', callback: 1 });
  await here.create(here.ben, { direction: 1, callerNumber: text, duration: 60 });
  expect(await details(here.ben, here.as('ben', wanted))).toMatchObject({ callbackDesired: false });
  // Nobody was said to have called: who has written it down has.
  expect(await backOf('ben', wanted)).toMatchObject({ name: 'Ben Vogt' });
});

test.each<[string, object]>([
  ['is shorter than ten seconds', { duration: 9 }],
  ['came in', { direction: 0 }],
  ['was made before', { timestamp: '2026-01-01T10:00:00' }],
])('nothing is finished by a call that %s', async (_name, more) => {
  const { text, number } = newNumber();
  const missed = await here.arrive({ number });
  await here.create(here.ben, { direction: 1, callerNumber: text, duration: 60, ...more });
  expect(await statusOf(here.anna, missed)).toBe(NEW);
  expect(await backOf('anna', missed)).toBeNull();
});

test('nothing is that who writes the call down does not see, whoever is said to have made it', async () => {
  const { text, number } = newNumber();
  const missed = await here.arrive({ number });
  await here.create(here.carla, {
    direction: 1,
    callerNumber: text,
    duration: 60,
    phoneCallListId: 0,
    receivedBy: here.ids['ben'],
  });
  expect(await backOf('anna', missed)).toBeNull();
});

test('a call that somebody does not see is named to them, and leads nowhere', async () => {
  const { text, number } = newNumber();
  const missed = await here.arrive({ number });
  await here.create(here.ben, { direction: 1, callerNumber: text, duration: 60, phoneCallListId: 0 });
  expect(await backOf('anna', missed)).toMatchObject({ aggregateId: '', name: 'Ben Vogt' });
  expect((await backOf('ben', missed))?.aggregateId).not.toBe('');
});
