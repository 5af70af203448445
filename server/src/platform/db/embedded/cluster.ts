import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFull, StartError } from '../../start-error.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export const USER = 'kontor';

export interface Cluster {
  /** PostgreSQL's own folder. */
  readonly folder: string;
  readonly logFile: string;
  readonly password: string;
}

interface Options {
  readonly dataFolder: string;
  readonly parentFolder: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  readonly durable: boolean;
}

const passwordFileOf = (dataFolder: string) => join(dataFolder, 'postgres.password');

/** The cluster of a data folder, or undefined when there is none yet. */
export function existingCluster(dataFolder: string, parentFolder: string): Cluster | undefined {
  const folder = join(parentFolder, 'postgres');
  if (!existsSync(folder)) return undefined;
  return { folder, logFile: join(dataFolder, 'postgres.log'), password: readPassword(passwordFileOf(dataFolder)) };
}

/** The cluster of a data folder; made in 0.5 s when there is none. A creation that was cut off leaves nothing behind. */
export async function provideCluster(options: Options): Promise<Cluster> {
  const { dataFolder, parentFolder } = options;
  const known = existingCluster(dataFolder, parentFolder);
  if (known) return known;
  const folder = join(parentFolder, 'postgres');
  const passwordFile = passwordFileOf(dataFolder);
  const password = randomBytes(24).toString('base64url');
  try {
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    await initialise(options, folder, password);
  } catch (error) {
    rmSync(`${folder}.new`, { recursive: true, force: true });
    throw diskFull(error, dataFolder) ?? error;
  }
  return { folder, logFile: join(dataFolder, 'postgres.log'), password };
}

async function initialise({ parentFolder, account, binaries, durable }: Options, folder: string, password: string) {
  const fresh = `${folder}.new`;
  const passwordForInitdb = join(parentFolder, 'postgres.initdb');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  rmSync(passwordForInitdb, { force: true });
  writeFileSync(passwordForInitdb, password, { mode: 0o600 });
  if (account) {
    for (const path of [fresh, passwordForInitdb]) chownSync(path, account.uid, account.gid);
  }
  const args = ['-D', fresh, '-U', USER, `--pwfile=${passwordForInitdb}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions');
  if (!durable) args.push('--no-sync');
  try {
    await runInitdb(binaries, args, account, parentFolder);
  } finally {
    rmSync(passwordForInitdb, { force: true });
  }
  renameSync(fresh, folder);
}

function runInitdb(binaries: Binaries, args: string[], account: Account | undefined, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, args, {
      cwd,
      env: binaries.env,
      ...account,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim();
      return reject(new StartError(`The database could not be created: ${reason}`, { cause: output }));
    });
  });
}

function readPassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new StartError(`${file} is missing, without which the database beside it cannot be opened.`);
}
