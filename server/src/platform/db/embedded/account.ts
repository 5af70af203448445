import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';

/** The user that PostgreSQL runs as when Kontor runs as root, which PostgreSQL refuses. Ids are numeric. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The existing unprivileged user to run PostgreSQL as, or undefined when it runs as the present user. A cluster that an
 * ordinary user made keeps its owner.
 */
export function databaseAccount(dataFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(join(dataFolder, 'postgres'), { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  if (uid !== 0) return { uid, gid };
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) {
    throw new StartError(
      'PostgreSQL does not run as root and this system has no user "nobody"; start Kontor as an ordinary user.',
    );
  }
  // macOS writes -2 for what the kernel takes as an unsigned number.
  return { uid: Number(line[1]) >>> 0, gid: Number(line[2]) >>> 0 };
}

/** Whether any user may pass through the folder and all folders above it. */
export function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Lets any user pass through one folder of ours, without listing it. */
export function letPass(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & 0o001) === 0) chmodSync(folder, mode | 0o011);
}
