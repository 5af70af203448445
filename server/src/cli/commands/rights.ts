import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { RightsOptions, Way } from '../rights.ts';

const load = () => import('../rights.ts');

const ABOUT: Readonly<Record<Way, readonly [about: string, example: string]>> = {
  set: ['make these the rights of a person, and no others', 'kontor rights set acme anna mailList createMail'],
  grant: ['add rights to those a person has', 'kontor rights grant acme anna taskList --administrator'],
  revoke: ['take rights from a person', 'kontor rights revoke acme anna createMail'],
};

/** `kontor rights …`, `kontor unlock`, `kontor lock` */
export function rightsCommands(program: Command, io: Io): void {
  const group = program.command('rights').description('what a person may do');
  addCommand(group, 'show <instance> <person>', {
    about: 'show what a person may do',
    example: 'kontor rights show acme anna',
  }).action(async (instance: string, person: string, options: Shown) =>
    (await load()).showRights(io, instance, person, options),
  );
  for (const way of ['set', 'grant', 'revoke'] as const) {
    const [about, example] = ABOUT[way];
    addCommand(group, `${way} <instance> <person> [rights...]`, { about, example })
      .option('--all', 'all rights')
      .option('--none', 'no rights')
      .option('--administrator', 'make the person an administrator')
      .option('--no-administrator', 'make the person no administrator')
      .action(async (instanceName: string, userName: string, names: string[], options: RightsOptions) =>
        (await load()).change(io, way, { instanceName, userName, names }, options),
      );
  }
  addCommand(program, 'unlock <instance> <person>', {
    about: 'unlock a person for the app',
    example: 'kontor unlock acme anna',
  }).action(async (instance: string, person: string, options: Shown) =>
    (await load()).setLock(io, [instance, person], true, options),
  );
  addCommand(program, 'lock <instance> <person>', {
    about: 'lock a person out of the app and end all their sessions',
    example: 'kontor lock acme anna',
  }).action(async (instance: string, person: string, options: Shown) =>
    (await load()).setLock(io, [instance, person], false, options),
  );
}
