import { expect, test } from 'vitest';
import { DEFECTS } from './defects.ts';
import { simulate } from './run.ts';

/** Runs in which a defect has to show. */
const RUNS = 400;

test('each has a name of its own', () => {
  expect(new Set(DEFECTS.map(({ name }) => name)).size).toBe(DEFECTS.length);
});

test.each(DEFECTS)('“$name” turns red: $red', async ({ red, assembly }) => {
  const found = new Map<string, number>();
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const { violations } = await simulate(seed, assembly);
    for (const { invariant } of violations) found.set(invariant, (found.get(invariant) ?? 0) + 1);
    if (found.has(red)) return;
  }
  expect.fail(
    `In ${RUNS} runs only these were red: ${[...found].map(([name, count]) => `${name} (${count})`).join(', ')}`,
  );
});
