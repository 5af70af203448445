// `npm run screens`: makes docs/screens/ anew, of the pictures that the journeys took when they were last run (`npm test -- e2e`).
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { refuse, root } from './lib/run.mjs';

const taken = join(root, 'test-results', 'pictures');
const kept = join(root, 'docs', 'screens');
/** Wide enough to read, and small enough to be kept with the code. */
const WIDTH = 1080;
const QUALITY = 72;

if (!existsSync(taken)) refuse('There are no pictures yet: `npm test -- e2e` takes them.');
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
  `# Screens\n\nAs the journeys saw them; \`npm run screens\` makes this folder anew of what they last took.\n\n${lines.join('\n')}\n`,
);
console.log(`${names.length} pictures in docs/screens`);
