import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { addCommand } from './add-command.ts';
import type { SettingsOptions } from '../settings.ts';

const load = () => import('../settings.ts');

/** `kontor settings` */
export function settingsCommand(program: Command, io: Io): void {
  addCommand(program, 'settings', {
    about: 'show all settings, with the values they have here',
    example: 'KONTOR_PORT=9000 kontor settings',
  })
    .option('--markdown', 'print the table of the documentation')
    .action(async (options: SettingsOptions) => (await load()).showSettings(io, options));
}
