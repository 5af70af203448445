import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFECTS } from './preload/defects.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const DEFECT = join(import.meta.dirname, 'preload', 'defect.ts');
const isLong = process.env['KONTOR_FULL_TESTS'] === 'true' || process.env['KONTOR_CHAOS_DEFECTS'] === 'true';

/** Runs chaos in a process of its own, as `npm run test:chaos` does. Returns how it ended and what it said. */
async function chaos(
  env: Record<string, string>,
  imports: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const args = [...imports.flatMap((path) => ['--import', path]), MAIN];
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NODE_OPTIONS|VITEST)/.test(name));
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}

/** Lets things go wrong, and once more in the same way where something was found. */
async function expectWell(more: Record<string, string> = {}): Promise<void> {
  const env = { KONTOR_CHAOS_SECONDS: process.env['KONTOR_CHAOS_SECONDS'] ?? '20', ...more };
  const first = await chaos(env);
  if (first.output.includes('are left out')) console.warn(first.output);
  if (first.code === 0) return;
  // The same goes wrong again, at the same moments: what only a machine did that was busy with other tests does not come back.
  console.warn(first.output);
  const seed = /with the seed (\d+)/.exec(first.output)?.[1] ?? '';
  const second = await chaos({ ...env, KONTOR_CHAOS_SEED: seed });
  expect(second.code, `${first.output}\n${second.output}`).toBe(0);
}

test('nothing is lost, done twice or told to the wrong person, whatever goes wrong', () => expectWell());

// Where the services are not there a run says so, and is left out.
test.runIf(isLong)('the same of two servers on one database, with RabbitMQ', () =>
  expectWell({ KONTOR_CHAOS_SERVERS: '2' }),
);

// Each of them takes half a minute: `npm run test:full` and `npm run test:chaos` have them.
test.runIf(isLong).each(Object.entries(DEFECTS))('%s is found', async (name, { of, breaks }) => {
  const env = { KONTOR_CHAOS_DEFECT: name, KONTOR_CHAOS_SECONDS: '15' };
  const { code, output } = await chaos(env, of === 'client' ? [DEFECT] : []);
  expect(code, output).toBe(1);
  expect(output).toContain(`Not so: ${breaks} (`);
});
