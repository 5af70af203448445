import type { Status } from '@kontor/contract/activity';
import { boxesOf, insertBox } from '../modules/account/index.ts';
import {
  activeAccounts,
  BatchedImport,
  importTarget,
  type ImportParts,
  type ImportTarget,
} from '../modules/mail/index.ts';
import { MailParser } from '../platform/mailparse/index.ts';
import type { Instance } from '../platform/operation/context.ts';
import { CliError } from './cli-error.ts';
import { faultSentence } from './faults.ts';
import type { Io } from './io.ts';
import { findInstance, findPerson } from './lookup.ts';
import { startProgress } from './progress.ts';
import { show, type Shown } from './show.ts';
import { type FaultyFile, type FileMail, readMails } from './mail-files.ts';
import { type Work, withWork } from './work.ts';

const MAX_FAULTS = 20;
const STATES: Readonly<Record<string, Status>> = { new: 1, 'in-process': 2, done: 3 };

export interface ImportOptions extends Shown {
  readonly state: string;
}

interface Outcome {
  /** Mails that nobody in the instance had. */
  imported: number;
  /** Those that were there already, each byte of them, or by the same Message-ID with the same content. */
  known: number;
  leftOut: number;
  readonly failed: { source: string; reason: string }[];
}

/** A mailbox by its address, else a person's own box for imported mails, which is made when it is missing. */
async function targetOf(work: Work, parts: ImportParts, instance: Instance, name: string): Promise<ImportTarget> {
  const db = work.store.database.forInstance(instance.id);
  const accounts = await activeAccounts(db, instance.id);
  const account = accounts.find((it) => it.email.toLowerCase() === name.trim().toLowerCase());
  if (account !== undefined) {
    const target = await importTarget(parts, instance, account.box_id);
    if (target !== undefined) return target;
  }
  if (name.includes('@')) throw new CliError(`There is no mailbox "${name}" in "${instance.name}".`);
  const person = await findPerson(work, instance, name);
  const channel = `Import ${person.user_name}`;
  const memberIds = [person.user_id];
  const known = (await boxesOf(db, instance.id, person.user_id, 'email')).find((box) => box.name === channel);
  const boxId =
    known?.boxId ??
    (await work.change(instance, (ctx) =>
      insertBox(ctx.db, instance.id, { module: 'email', name: channel, sharedState: false, memberIds }),
    ));
  return { boxId, channel, memberIds };
}

/** Imports mails, many in one transaction. One that fails is noted; many in a row end the work. */
async function importAll(
  mails: AsyncIterable<FileMail | FaultyFile>,
  importing: BatchedImport<FileMail>,
  outcome: Outcome,
  stop: AbortSignal,
): Promise<void> {
  for await (const mail of mails) {
    if (stop.aborted || outcome.failed.length >= MAX_FAULTS) break;
    if ('fault' in mail) {
      outcome.failed.push({ source: mail.source, reason: mail.fault });
      continue;
    }
    if (mail.isLeftOut) {
      outcome.leftOut += 1;
      continue;
    }
    await importing.add(mail);
  }
  await importing.end();
}

export async function importInto(
  io: Io,
  { instanceName, name, paths }: { instanceName: string; name: string; paths: readonly string[] },
  options: ImportOptions,
): Promise<void> {
  const defaultValue = STATES[options.state];
  if (defaultValue === undefined)
    throw new CliError(`The state must be new, in-process or done; "${options.state}" is not.`);
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const parser = new MailParser({ processes: work.config.parserProcesses });
    const outcome: Outcome = { imported: 0, known: 0, leftOut: 0, failed: [] };
    const progress = startProgress(io, () => `${outcome.imported + outcome.known} mails read …`);
    try {
      const parts: ImportParts = { platform: work.platform, change: work.change, parser };
      const target = await targetOf(work, parts, instance, name);
      const importing = new BatchedImport<FileMail>(parts, instance, target, {
        onListed(_mail, { isNew }) {
          if (isNew) outcome.imported += 1;
          else outcome.known += 1;
        },
        onFault: ({ source }, error) =>
          void outcome.failed.push({ source, reason: faultSentence(error) ?? String(error) }),
        isOver: () => outcome.failed.length >= MAX_FAULTS,
      });
      await importAll(readMails(paths, defaultValue), importing, outcome, io.stop);
      report(io, options, { instance: instance.name, mailbox: target.channel, ...outcome });
    } finally {
      progress.end();
      await parser.close();
    }
  });
}

function report(
  io: Io,
  options: Shown,
  answer: Outcome & { readonly instance: string; readonly mailbox: string },
): void {
  const { imported, known, leftOut, failed, mailbox } = answer;
  show(io, options, answer, () => {
    const there = known === 0 ? '' : ` ${known} were there already.`;
    const skipped = leftOut === 0 ? '' : ` ${leftOut} drafts or deleted mails were left out.`;
    return `${imported} mails are new in "${mailbox}".${there}${skipped}`;
  });
  if (io.stop.aborted) throw new CliError('The import was stopped. The same command goes on with the rest.');
  if (failed.length === 0) return;
  for (const { source, reason } of failed) io.err(`${source}: ${reason}`);
  throw new CliError(
    failed.length >= MAX_FAULTS
      ? `The import was ended after ${failed.length} mails that could not be imported.`
      : `${failed.length} mails could not be imported.`,
  );
}
