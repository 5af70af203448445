import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { type Account, isReachable, letPass } from './account.ts';

/** Where root keeps what the unprivileged user must reach and cannot reach where it belongs. */
export const SHARED_FOLDER = '/var/lib/kontor';

/**
 * The folder that the cluster lies in: the data folder itself, or, when root runs Kontor below a folder that is closed to
 * others (such as /root), a folder in SHARED_FOLDER whose path stands in `postgres.place` in the data folder.
 */
export function parentFolderOf(dataFolder: string, account: Account | undefined): string {
  if (existsSync(pointerOf(dataFolder)) || !account) return knownParentFolder(dataFolder);
  letPass(dataFolder);
  if (existsSync(join(dataFolder, 'postgres')) || isReachable(dirname(dataFolder))) return dataFolder;
  mkdirSync(SHARED_FOLDER, { recursive: true });
  letPass(SHARED_FOLDER);
  if (!isReachable(SHARED_FOLDER)) {
    throw new StartError(
      `PostgreSQL does not run as root, and no other user may enter ${dataFolder}; ` +
        `choose a folder with KONTOR_DATA that others may enter, or start Kontor as an ordinary user.`,
    );
  }
  const folder = join(SHARED_FOLDER, randomBytes(8).toString('hex'));
  mkdirSync(folder);
  letPass(folder);
  writeFileSync(pointerOf(dataFolder), `${folder}\n`);
  return folder;
}

const pointerOf = (dataFolder: string) => join(dataFolder, 'postgres.place');

/** The same for a data folder that is in use already; changes nothing. */
export function knownParentFolder(dataFolder: string): string {
  const pointer = pointerOf(dataFolder);
  return existsSync(pointer) ? existing(readFileSync(pointer, 'utf8').trim(), dataFolder) : dataFolder;
}

function existing(folder: string, dataFolder: string): string {
  if (existsSync(folder)) return folder;
  throw new StartError(
    `The database of the data folder ${dataFolder} lay in ${folder}, which does not exist any more.`,
  );
}
