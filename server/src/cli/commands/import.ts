import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { addCommand } from './add-command.ts';
import type { ImportOptions } from '../import.ts';

const load = () => import('../import.ts');

/** `kontor import` */
export function importCommand(program: Command, io: Io): void {
  addCommand(program, 'import <instance> <mailbox-or-person> <paths...>', {
    about:
      'import mails from .eml files, mbox files, Maildirs, ZIP archives, and folders of them; doing it twice changes nothing',
    example: 'kontor import acme anna ~/old-mails archive.mbox\nkontor import acme info@acme.example /var/mail/Maildir',
  })
    .option('--state <state>', 'new, in-process or done, for mails whose files do not tell', 'done')
    .action(async (instanceName: string, name: string, paths: string[], options: ImportOptions) =>
      (await load()).importInto(io, { instanceName, name, paths }, options),
    );
}
