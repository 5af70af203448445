import { AUDIT_KINDS } from '@kontor/contract/kernel';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Shown } from '../show.ts';
import { addCommand } from './add-command.ts';
import type { Filtered } from '../audit.ts';

const load = () => import('../audit.ts');

/** So many are shown where nobody says how many. */
const DEFAULT_COUNT = '50';

const filtered = (command: Command): Command =>
  command
    .option('--from <day>', 'from this day on')
    .option('--to <day>', 'up to this day')
    .option('--person <person>', 'what this person did')
    .option('--kind <kind...>', `of these kinds: ${AUDIT_KINDS.join(', ')}`)
    .option('--search <words>', 'with these words');

/** `kontor audit …` */
export function auditCommands(program: Command, io: Io): void {
  const group = program.command('audit').description('who did what, from where');
  filtered(
    addCommand(group, 'list <instance>', {
      about: 'show what was written down, the newest first',
      example: 'kontor audit list acme --from 2026-11-01 --kind rights.changed',
    }),
  )
    .option('--most <count>', `how many at most (default: ${DEFAULT_COUNT})`)
    .action(async (instance: string, options: Filtered & { most?: string }) =>
      (await load()).listEntries(io, instance, { most: DEFAULT_COUNT, ...options }),
    );
  filtered(
    addCommand(group, 'export <instance>', {
      about: 'print what was written down, the oldest first, as a file',
      example: 'kontor audit export acme --format jsonl > acme-audit.jsonl',
    }),
  )
    .option('--format <format>', 'csv, for spreadsheets, or jsonl, with the hashes', 'csv')
    .action(async (instance: string, options: Filtered & { format: string }) =>
      (await load()).exportEntries(io, instance, options),
    );
  addCommand(group, 'verify <instance>', {
    about: 'reckon the chain of hashes again: whether an entry was altered or is missing',
    example: 'kontor audit verify acme',
  }).action(async (instance: string, options: Shown) => (await load()).verify(io, instance, options));
}
