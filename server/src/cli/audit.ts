import { AUDIT_KINDS, type AuditKind } from '@kontor/contract/kernel';
import type { Command } from 'commander';
import {
  auditFile,
  readEntriesBefore,
  timeZoneOf,
  toAuditEntry,
  verifyChain,
  type AuditFilter,
} from '../modules/account/index.ts';
import type { Instance } from '../platform/operation/context.ts';
import { dayOf } from './days.ts';
import { CliError } from './faults.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson } from './lookup.ts';
import { addCommand, dateTime, list, show, table, type Shown } from './show.ts';
import { withWork, type Work } from './work.ts';

interface Filtered extends Shown {
  readonly from?: string;
  readonly to?: string;
  readonly person?: string;
  readonly kind?: readonly string[];
  readonly search?: string;
}

const USUAL_COUNT = 50;

const kindOf = (text: string): AuditKind => {
  const kind = AUDIT_KINDS.find((known) => known === text);
  if (kind === undefined) throw new CliError(`There is no kind "${text}"; the kinds are ${AUDIT_KINDS.join(', ')}.`);
  return kind;
};

async function filterOf(work: Work, instance: Instance, options: Filtered): Promise<AuditFilter> {
  const { person } = options;
  return {
    from: dayOf(options.from),
    to: dayOf(options.to),
    userId: person === undefined ? null : (await findPerson(work, instance, person)).user_id,
    kinds: (options.kind ?? []).map(kindOf),
    search: options.search ?? '',
    timeZone: timeZoneOf(instance),
  };
}

const whole = (text: string): number => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100_000)
    throw new CliError(`"${text}" is not a number of entries.`);
  return count;
};

async function listEntries(io: Io, name: string, options: Filtered & { readonly most?: string }): Promise<void> {
  const most = options.most === undefined ? USUAL_COUNT : whole(options.most);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, name);
    const filter = await filterOf(work, instance, options);
    const db = work.store.database.forInstance(instance.id);
    const rows = (await readEntriesBefore(db, instance.id, filter, { before: null, most })).map(toAuditEntry);
    const details = (row: (typeof rows)[number]) =>
      Object.entries(row.details)
        .map(([key, text]) => `${key}: ${text}`)
        .join('; ');
    show(io, options, rows, () =>
      rows.length === 0
        ? 'Nothing was written down that fits.'
        : table(
            [
              ['Entry', (row) => row.entryId, 'right'],
              ['At', (row) => dateTime(new Date(row.at))],
              ['Kind', (row) => row.kind],
              ['By', (row) => row.userName],
              ['From', (row) => row.address || row.device],
              ['To', (row) => row.subject],
              ['Details', details],
            ],
            rows,
          ),
    );
  });
}

async function exportEntries(io: Io, name: string, options: Filtered & { readonly format: string }): Promise<void> {
  const { format } = options;
  if (format !== 'csv' && format !== 'jsonl') throw new CliError('The format must be csv or jsonl.');
  await withWork(io, async (work) => {
    const instance = await findInstance(work, name);
    const filter = await filterOf(work, instance, options);
    await work.change(instance, async (ctx) =>
      ctx.audit({ kind: 'data.exported', subject: 'audit', details: { operation: 'audit export', format } }),
    );
    const db = work.store.database.forInstance(instance.id);
    for await (const piece of auditFile(db, instance.id, filter, format)) {
      io.stop.throwIfAborted();
      await io.write(piece);
    }
  });
}

async function verify(io: Io, name: string, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, name);
    const { proven: _, ...state } = await verifyChain(work.store.database.forInstance(instance.id), instance.id);
    show(io, options, { instance: instance.name, ...state }, () =>
      list([
        ['Instance', instance.name],
        ['Entries', state.entries],
        ['Last hash', state.lastHash ?? ''],
        ['Chain', state.brokenAt === null ? 'whole' : `broken at entry ${state.brokenAt}`],
      ]),
    );
    if (state.brokenAt !== null) {
      throw new CliError(
        `Entry ${state.brokenAt} is missing or is not what was written; nothing from there on is proven.`,
      );
    }
  });
}

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
    .option('--most <count>', `how many at most (default: ${USUAL_COUNT})`)
    .action((instance: string, options: Filtered & { most?: string }) => listEntries(io, instance, options));
  filtered(
    addCommand(group, 'export <instance>', {
      about: 'print what was written down, the oldest first, as a file',
      example: 'kontor audit export acme --format jsonl > acme-audit.jsonl',
    }),
  )
    .option('--format <format>', 'csv, for spreadsheets, or jsonl, with the hashes', 'csv')
    .action((instance: string, options: Filtered & { format: string }) => exportEntries(io, instance, options));
  addCommand(group, 'verify <instance>', {
    about: 'reckon the chain of hashes again: whether an entry was altered or is missing',
    example: 'kontor audit verify acme',
  }).action((instance: string, options: Shown) => verify(io, instance, options));
}
