import { beforeAll, expect, test } from 'vitest';
import { INVARIANTS, simulate, type Invariant } from './run.ts';

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

test('a seed leads to the same again', async () => {
  expect(await simulate(first, undefined, true)).toEqual(await simulate(first, undefined, true));
});
