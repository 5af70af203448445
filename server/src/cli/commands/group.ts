import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';

const load = () => import('../group.ts');

/** `kontor group …` */
export function groupCommandsOf(program: Command, io: Io): void {
  const group = program.command('group').description('groups of people, for filters and for sharing');
  addCommand(group, 'list <instance>', { about: 'show the groups', example: 'kontor group list acme' }).action(
    async (instance: string, options: Shown) => (await load()).listGroups(io, instance, options),
  );
  addCommand(group, 'create <instance> <name> [people...]', {
    about: 'make a group',
    example: 'kontor group create acme Service anna ben',
  }).action(async (instance: string, name: string, people: string[], options: Shown) =>
    (await load()).create(io, instance, name, people, options),
  );
  addCommand(group, 'add <instance> <group> <people...>', {
    about: 'put people into a group',
    example: 'kontor group add acme Service chris',
  }).action(async (instance: string, name: string, people: string[], options: Shown) =>
    (await load()).setMembers(io, [instance, name, people], 'in', options),
  );
  addCommand(group, 'remove <instance> <group> <people...>', {
    about: 'take people out of a group',
    example: 'kontor group remove acme Service ben',
  }).action(async (instance: string, name: string, people: string[], options: Shown) =>
    (await load()).setMembers(io, [instance, name, people], 'out', options),
  );
  addCommand(group, 'delete <instance> <group>', {
    about: 'delete a group; filters are as without it',
    example: 'kontor group delete acme Service',
  })
    .option('--yes', 'do not ask')
    .action(async (instance: string, name: string, options: Shown & { yes?: boolean }) =>
      (await load()).remove(io, instance, name, options),
    );
}
