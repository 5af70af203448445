import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { addCommand } from './add-command.ts';
import type { ExportOptions } from '../export.ts';

const load = () => import('../export.ts');

/** `kontor export` */
export function exportCommand(program: Command, io: Io): void {
  addCommand(program, 'export <instance> <mailbox> <file>', {
    about: 'write the mails of a mailbox into an mbox file, or a ZIP of a Maildir; `kontor import` takes both in again',
    example:
      'kontor export acme info@acme.example info.mbox\nkontor export acme info@acme.example info.zip --from 2026-01-01',
  })
    .option('--from <day>', 'only mails of this day and later')
    .option('--to <day>', 'only mails up to this day')
    .action(async (instance: string, mailbox: string, file: string, options: ExportOptions) =>
      (await load()).exportInto(io, instance, mailbox, file, options),
    );
}
