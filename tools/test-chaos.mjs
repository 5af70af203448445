// `npm run test:chaos`: the long run against the real thing, until 100,000 commands are answered, and before it a look whether it would
// notice mistakes made on purpose. KONTOR_CHAOS_SEED repeats a run alone. See docs/faults.md.
import { join } from 'node:path';
import { broughtNode, refuse, root, run } from './lib/run.mjs';

const node = broughtNode();
if (!node) refuse('Kontor is not set up yet: run `npm test` once in this folder, then try again.');

async function defects() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'chaos', '-t', 'is found'];
  const { code } = await run(node, args, { show: true, env: { ...process.env, KONTOR_CHAOS_DEFECTS: 'true' } });
  return code;
}

const repeats = process.env.KONTOR_CHAOS_SEED !== undefined;
const found = repeats || process.argv.includes('--run-only') ? 0 : await defects();
const { code } = await run(node, [join(root, 'chaos', 'src', 'main.ts')], { show: true });
process.exitCode = found || code;
