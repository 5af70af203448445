import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { AddOptions } from '../person.ts';
import { PASSWORD_FILE } from './password-file.ts';

const load = () => import('../person.ts');

/** `kontor person …` */
export function personCommands(program: Command, io: Io): void {
  const group = program.command('person').description('the people of an instance');
  addCommand(group, 'add <instance> <userName>', {
    about: 'add a person',
    example: 'kontor person add acme anna --first-name Anna --last-name Berger --email anna@acme.example',
  })
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--email <address>', 'mail address')
    .option('--administrator', 'may change what concerns all')
    .option('--rights <rights>', '"all", "none", or names separated by commas (default: all but colorblindMode)')
    .option('--locked', 'may not sign in yet')
    .option(...PASSWORD_FILE)
    .action(async (instance: string, userName: string, options: AddOptions) =>
      (await load()).add(io, instance, userName, options),
    );
  addCommand(group, 'list <instance>', { about: 'show the people', example: 'kontor person list acme --all' })
    .option('--all', 'those who were removed too')
    .action(async (instance: string, options: Shown & { all?: boolean }) =>
      (await load()).listPeople(io, instance, options),
    );
  addCommand(group, 'remove <instance> <person>', {
    about: 'take a person out: no sign-in, no sessions; what they did stays',
    example: 'kontor person remove acme anna',
  })
    .option('--yes', 'do not ask')
    .action(async (instance: string, person: string, options: Shown & { yes?: boolean }) =>
      (await load()).setMembership(io, [instance, person], false, options),
    );
  addCommand(group, 'restore <instance> <person>', {
    about: 'let a person who was removed back in',
    example: 'kontor person restore acme anna',
  }).action(async (instance: string, person: string, options: Shown) =>
    (await load()).setMembership(io, [instance, person], true, options),
  );
  addCommand(group, 'reset-link <instance> <person>', {
    about: 'make a link by which a person sets a new password; the old one is good until then',
    example: 'kontor person reset-link acme anna',
  }).action(async (instance: string, person: string, options: Shown) =>
    (await load()).resetLink(io, instance, person, options),
  );
}
