import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';

const load = () => import('../instance.ts');

/** `kontor instance …` */
export function instanceCommands(program: Command, io: Io): void {
  const group = program.command('instance').description('instances: one for each company or department');
  addCommand(group, 'create <name>', {
    about: 'make an instance; its name stands in front of the domain',
    example: 'kontor instance create acme --title "Acme Ltd"',
  })
    .option('--title <title>', 'what people see (default: the name)')
    .action(async (name: string, options: Shown & { title?: string }) => (await load()).create(io, name, options));
  addCommand(group, 'list', { about: 'show all instances', example: 'kontor instance list --json' }).action(
    async (options: Shown) => (await load()).listAll(io, options),
  );
  addCommand(group, 'remove <name>', {
    about: 'remove an instance with everything in it, for good',
    example: 'kontor instance remove acme',
  })
    .option('--yes', 'do not ask')
    .action(async (name: string, options: Shown & { yes?: boolean }) => (await load()).remove(io, name, options));
}
