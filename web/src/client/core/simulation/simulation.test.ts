import { beforeAll, expect, test } from 'vitest';
import { INVARIANTS, type Invariant } from './check.ts';
import { simulate } from './run.ts';

/** One seed to be run alone; so many runs; the first seed. For the thorough run, and to replay. */
const replay = process.env['KONTOR_SIMULATION_SEED'];
const runs = replay === undefined ? Number(process.env['KONTOR_SIMULATION_RUNS'] ?? 500) : 1;
const first = Number(replay ?? process.env['KONTOR_SIMULATION_FIRST'] ?? 1);

/** Lines of a trace that are printed where the whole was not asked for. */
const MAX_LINES = 60;

/** What broke an invariant first, with what led to it and how to see it again. */
async function explain(seed: number): Promise<string> {
  const { violations, trace } = await simulate(seed, undefined, true);
  return [
    ...trace.slice(replay === undefined ? -MAX_LINES : 0),
    ...violations.slice(0, 5).map(({ invariant, detail }) => `${invariant}: ${detail}`),
    `Seed ${seed}; the whole trace: KONTOR_SIMULATION_SEED=${seed} and this file alone.`,
  ].join('\n');
}

const broken = new Map<Invariant, string>();

beforeAll(async () => {
  for (let seed = first; seed < first + runs; seed += 1) {
    const { violations } = await simulate(seed);
    for (const { invariant } of violations) if (!broken.has(invariant)) broken.set(invariant, await explain(seed));
    if (broken.size > 0) return;
  }
}, 24 * 3_600_000);

test.each(INVARIANTS)(`${runs} runs: %s`, (invariant) => {
  expect(broken.get(invariant), broken.get(invariant)).toBeUndefined();
});

/** What was found wrong once, by the seed that showed it. */
test.each([
  [35_544, 'a page that slept learns what became of a command that no storage holds'],
  [70_861, 'a command that was discarded on its way and took effect all the same is news'],
  [100_650, 'a refused command that no storage holds is stored by the page that sends next'],
  [115_654, 'a command that is on its way takes the place that the storage gives it'],
  [33_593, 'a reload leaves no gap before what it has pushed out of the end'],
  [5_004_834, 'who has opened since learns what the storage has removed at last'],
  [25_310, 'a page that was to send while it slept learns what the others hold alone'],
  [11_989, 'an own event says what else has become of an item while the page slept'],
])('seed %i: %s', async (seed) => {
  expect((await simulate(seed)).violations).toEqual([]);
});

test('a seed leads to the same again', async () => {
  expect(await simulate(first, undefined, true)).toEqual(await simulate(first, undefined, true));
});
