import { expect, test } from 'vitest';
import { simulate } from './run.ts';

/** One seed to be run with its trace; so many runs; the first seed. For `npm run test:full`, and to replay. */
const replay = process.env['KONTOR_SIMULATION_SEED'];
const runs = Number(process.env['KONTOR_SIMULATION_RUNS'] ?? 3000);
const first = Number(process.env['KONTOR_SIMULATION_FIRST'] ?? 1);

async function explain(seed: number): Promise<string> {
  const { violations, trace } = await simulate(seed, undefined, true);
  const what = violations.slice(0, 5).map(({ invariant, detail }) => `${invariant}: ${detail}`);
  const how = `KONTOR_SIMULATION_SEED=${seed} npx vitest run --project unit web/src/client/core/simulation/simulation.test.ts`;
  return [...trace.slice(replay === undefined ? -60 : 0), '', ...what, '', `Seed ${seed}, again by: ${how}`].join('\n');
}

test(
  `${replay === undefined ? `${runs} runs` : `seed ${replay}`}: every invariant holds`,
  { timeout: 3_600_000 },
  async () => {
    const seeds = replay === undefined ? Array.from({ length: runs }, (_, index) => first + index) : [Number(replay)];
    for (const seed of seeds) {
      const { violations } = await simulate(seed);
      if (violations.length > 0) expect.fail(await explain(seed));
    }
  },
);
