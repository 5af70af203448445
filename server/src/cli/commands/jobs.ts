import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { ChosenJobs } from '../jobs.ts';

const load = () => import('../jobs.ts');

/** `kontor jobs …` */
export function jobsCommands(program: Command, io: Io): void {
  const group = program.command('jobs').description('work that was tried as often as it may be, and given up');
  addCommand(group, 'list <instance>', {
    about: 'show what was given up, the newest first',
    example: 'kontor jobs list acme --json',
  }).action(async (instance: string, options: Shown) => (await load()).listJobs(io, instance, options));
  for (const [way, about] of [
    ['retry', 'try given-up jobs again, from the beginning'],
    ['discard', 'forget given-up jobs'],
  ] as const) {
    addCommand(group, `${way} <instance> [jobs...]`, {
      about,
      example: `kontor jobs ${way} acme 812 813\nkontor jobs ${way} acme --all`,
    })
      .option('--all', 'all of them')
      .action(async (instanceName: string, named: string[], options: ChosenJobs) =>
        (await load()).decide(io, way, { instanceName, named }, options),
      );
  }
}
