import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { identityOf, isAlive } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly identity: string | undefined;
}

/**
 * Takes `kontor.lock` in a folder for this process, over a lock whose process has ended. Returns the function that gives
 * it back. Throws a StartError when another process, or this one, holds it.
 */
export async function takeLock(folder: string): Promise<() => void> {
  const path = join(folder, 'kontor.lock');
  const mine = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (create(path, mine)) {
      // Two processes may both have removed the same stale lock, one of them the other's fresh one.
      if (attempt > 0) await sleep(50);
      if (read(path) === mine) return () => release(path, mine);
    }
    const holder = await holderOf(path);
    if (holder && holds(holder)) {
      throw new StartError(
        `Kontor is already running on this data folder (process ${holder.pid}). ` +
          `Stop it first, or choose another folder with KONTOR_DATA.`,
      );
    }
    rmSync(path, { force: true });
  }
  throw new StartError(`The lock ${path} cannot be taken, since other processes keep taking it.`);
}

/** The process that holds `kontor.lock` in a folder at the moment, or undefined. */
export async function lockHolder(folder: string): Promise<number | undefined> {
  const path = join(folder, 'kontor.lock');
  const holder = existsSync(path) ? await holderOf(path) : undefined;
  return holder && holds(holder) ? holder.pid : undefined;
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Who wrote the lock. One that is being written right now is empty for a moment. */
async function holderOf(path: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    try {
      return JSON.parse(read(path) ?? '') as Holder;
    } catch {
      await sleep(25);
    }
  }
  return undefined;
}

function holds({ pid, identity }: Holder): boolean {
  return Number.isInteger(pid) && isAlive(pid) && (identity === undefined || identity === identityOf(pid));
}

function release(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
