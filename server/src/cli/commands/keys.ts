import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';

const load = () => import('../keys.ts');

/** `kontor keys …` */
export function keyCommands(program: Command, io: Io): void {
  const group = program.command('keys').description('the keys that stored passwords are sealed with');
  addCommand(group, 'list', {
    about: 'show the keys by their ids, and what they seal',
    example: 'kontor keys list',
  }).action(async (options: Shown) => (await load()).listKeys(io, options));
  addCommand(group, 'rotate', {
    about: 'make a new key and seal every stored secret anew, while the server runs',
    example: 'kontor keys rotate',
  }).action(async (options: Shown) => (await load()).rotate(io, options));
  addCommand(group, 'retire', {
    about: 'take old keys that seal nothing any more out of the key file',
    example: 'kontor keys retire',
  })
    .option('--now', 'do not wait for the hour in which signatures of the old key stay good')
    .action(async (options: Shown & { now?: boolean }) => (await load()).retire(io, options));
}
