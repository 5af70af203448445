import { AUDIT_KINDS, type AuditKind } from '@kontor/contract/kernel';
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
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson } from './lookup.ts';
import { dateTime, list, show, table, type Shown } from './show.ts';
import { withWork, type Work } from './work.ts';

export interface Filtered extends Shown {
  readonly from?: string;
  readonly to?: string;
  readonly person?: string;
  readonly kind?: readonly string[];
  readonly search?: string;
}

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

export async function listEntries(io: Io, name: string, options: Filtered & { readonly most: string }): Promise<void> {
  const most = whole(options.most);
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

export async function exportEntries(
  io: Io,
  name: string,
  options: Filtered & { readonly format: string },
): Promise<void> {
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

export async function verify(io: Io, name: string, options: Shown): Promise<void> {
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
