// Builds the web app when its sources, the contract or the packages changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { npm, refuse, root, seconds } from './run.mjs';

const stampFile = join(root, 'node_modules', '.cache', 'kontor', 'web-build.json');
const skipped = new Set(['node_modules', 'dist', 'test-results']);

function* files(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (entry.isFile()) yield path;
  }
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of [...files(join(root, 'web')), ...files(join(root, 'contract')), join(root, 'package-lock.json')]) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function lastBuild() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8')).sources;
  } catch {
    return undefined;
  }
}

export async function buildWeb() {
  if (!['vite.config.ts', 'vite.config.js', 'vite.config.mjs'].some((name) => existsSync(join(root, 'web', name)))) {
    console.log('The web app is not built: web/ has no Vite configuration yet.');
    return;
  }
  const sources = sourcesHash();
  if (existsSync(join(root, 'web', 'dist', 'index.html')) && lastBuild() === sources) return;
  const began = performance.now();
  console.log('Building the web app …');
  rmSync(stampFile, { force: true });
  const { code, output } = await npm(['run', 'build', '-w', 'web', '--silent']);
  if (code !== 0) refuse(`The web app could not be built:\n${output.trim()}`);
  mkdirSync(join(stampFile, '..'), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ sources }));
  console.log(`Web app built in ${seconds(began)}.`);
}
