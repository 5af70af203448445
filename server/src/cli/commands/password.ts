import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { PasswordOptions } from '../password.ts';
import { PASSWORD_FILE } from './password-file.ts';

const load = () => import('../password.ts');

/** `kontor password` */
export function passwordCommand(program: Command, io: Io): void {
  addCommand(program, 'password <instance> <person>', {
    about: 'give a person another password and end all their sessions',
    example: 'kontor password acme anna\nkontor password acme anna --password-file - < secret.txt',
  })
    .option(...PASSWORD_FILE)
    .action(async (instance: string, person: string, options: Shown & PasswordOptions) =>
      (await load()).reset(io, instance, person, options),
    );
}
