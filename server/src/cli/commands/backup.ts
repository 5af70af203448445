import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { KeyOptions } from '../backup.ts';

const load = () => import('../backup.ts');

/** `kontor backup`, `kontor restore`, `kontor verify-backup` */
export function backupCommands(program: Command, io: Io): void {
  addCommand(program, 'backup <folder>', {
    about: 'write everything but the key file into a new folder, while the server runs',
    example: 'kontor backup /srv/backup/kontor-2026-11-21',
  }).action(async (folder: string, options: Shown) => (await load()).backUp(io, folder, options));
  addCommand(program, 'restore <folder>', {
    about: 'put a backup into an empty data folder and an empty database, and compare',
    example: 'KONTOR_DATA=/var/lib/kontor-data kontor restore /srv/backup/kontor-2026-11-21 --key-file kontor.key',
  })
    .option('--key-file <file>', 'the key file of the time of the backup')
    .option('--without-key', 'restore all but stored passwords')
    .action(async (folder: string, options: KeyOptions) => (await load()).restore(io, folder, options));
  addCommand(program, 'verify-backup <folder>', {
    about: 'try a backup: restore it into a database of its own that is thrown away, and compare',
    example: 'kontor verify-backup /srv/backup/kontor-2026-11-21',
  })
    .option('--key-file <file>', 'try its stored passwords with this key file (default: that of the data folder)')
    .option('--scratch <folder>', 'where there is room for the database (default: the folder for temporary files)')
    .action(async (folder: string, options: KeyOptions & { scratch?: string }) =>
      (await load()).verify(io, folder, options),
    );
}
