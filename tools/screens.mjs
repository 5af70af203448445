// `npm run screens`: runs the journeys, which take pictures where they are asked to, and makes docs/screens/ anew of those.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runProject } from './lib/project.mjs';
import { refuse, root } from './lib/run.mjs';

const taken = join(root, 'test-results', 'pictures');
const kept = join(root, 'docs', 'screens');
/** Wide enough to read, and small enough to be kept with the code. */
const WIDTH = 1080;
const QUALITY = 72;

process.env.KONTOR_TEST_PICTURES = 'true';
process.env.KONTOR_LONG_TESTS = 'true';
rmSync(taken, { recursive: true, force: true });
const { failed } = await runProject('e2e');
if (failed > 0 || !existsSync(taken))
  refuse('The journeys did not come to their end, and took no pictures that could be kept.');
const sharp = createRequire(join(root, 'server', 'package.json'))('sharp');
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
// Newsletters are others' layouts, and looked at where they are tested.
const names = readdirSync(taken)
  .filter((file) => file.endsWith('.png') && !file.startsWith('newsletter-'))
  .map((file) => file.slice(0, -'.png'.length))
  .toSorted();
for (const name of names)
  await sharp(join(taken, `${name}.png`))
    .resize({ width: WIDTH, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toFile(join(kept, `${name}.webp`));
const lines = names.map((name) => `- [${name.replaceAll('-', ' ')}](${name}.webp)`);
writeFileSync(
  join(kept, 'README.md'),
  `# Screens\n\nAs the journeys saw them; \`npm run screens\` runs them and makes this folder anew.\n\n${lines.join('\n')}\n`,
);
console.log(`${names.length} pictures in docs/screens`);
