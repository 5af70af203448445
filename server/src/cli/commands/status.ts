import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';

const load = () => import('../status.ts');

/** `kontor status` */
export function statusCommand(program: Command, io: Io): void {
  addCommand(program, 'status', {
    about: 'show whether the server and its database are well, and what they hold',
    example: 'kontor status --json',
  }).action(async (options: Shown) => (await load()).showStatus(io, options));
}
