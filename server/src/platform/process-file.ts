import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const SERVER = join(import.meta.dirname, '..', '..');
/** Where `tools/build-processes.mjs` puts the entries of small processes, as JavaScript in a few files. */
export const BUILT_FOLDER = join(SERVER, 'dist', 'processes');
const STAMPS = join(BUILT_FOLDER, 'sources.json');

/** The entries that are built: they are started often, and under a permission model that lets Node keep nothing of what it compiled. */
export const PROCESS_ENTRIES = [
  'platform/filetext/text-process.ts',
  'platform/images/image-process.ts',
  'platform/mailcheck/signature-process.ts',
  'platform/mailparse/parser-process.ts',
  'platform/preview/preview-process.ts',
].map((path) => join(SERVER, 'src', path));

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

/** What a build notes of the sources it was made of (absolute paths), for `areBuilt`. */
export const stampsOf = (sources: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(sources.map((path) => [relative(SERVER, path), stampOf(path)])));

/** Whether what was built is of the sources as they are now. Never throws. */
export function areBuilt(): boolean {
  try {
    const stamps = Object.entries(JSON.parse(readFileSync(STAMPS, 'utf8')) as Record<string, string>);
    return stamps.length > 0 && stamps.every(([path, stamp]) => stampOf(join(SERVER, path)) === stamp);
  } catch {
    // Nothing was built, or a source is gone.
    return false;
  }
}

let isBuilt: boolean | undefined;

/**
 * The file to start a process by: what was built of its entry `<folder>/<name>.ts`, else the entry itself. To take the types out at each start
 * takes as long as all the rest of it.
 */
export function processFile(folder: string, name: string): string {
  isBuilt ??= areBuilt();
  return isBuilt ? join(BUILT_FOLDER, `${name}.js`) : join(folder, `${name}.ts`);
}
