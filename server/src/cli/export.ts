import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { activeAccounts, daysOf, maildirFile, mboxFile } from '../modules/mail/index.ts';
import { timeZoneOf } from '../modules/account/index.ts';
import { dayOf } from './days.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance } from './lookup.ts';
import { startProgress } from './progress.ts';
import { show, type Shown } from './show.ts';
import { withWork } from './work.ts';

export interface ExportOptions extends Shown {
  readonly from?: string;
  readonly to?: string;
}

export async function exportInto(
  io: Io,
  name: string,
  email: string,
  path: string,
  options: ExportOptions,
): Promise<void> {
  const format = /\.zip$/i.test(path) ? 'maildir' : /\.mbox$/i.test(path) ? 'mbox' : undefined;
  if (format === undefined) throw new CliError('The file must end with .mbox or, for a Maildir, with .zip.');
  const [from, until] = [dayOf(options.from), dayOf(options.to)];
  await withWork(io, async (work) => {
    const instance = await findInstance(work, name);
    const db = work.store.database.forInstance(instance.id);
    const account = (await activeAccounts(db, instance.id)).find((it) => it.email === email.trim().toLowerCase());
    if (account === undefined) throw new CliError(`There is no mailbox "${email}" in "${instance.name}".`);
    await work.change(instance, async (ctx) =>
      ctx.audit({ kind: 'data.exported', subject: account.email, details: { format } }),
    );
    const parts = { blobs: work.platform.blobs, db, instance };
    const what = { account, viewerId: account.owner_id, ...daysOf({ from, until }, timeZoneOf(instance)) };
    const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const progress = startProgress(io, () => `${out.bytesWritten} bytes written …`);
    try {
      await pipeline(format === 'mbox' ? mboxFile(parts, what) : maildirFile(parts, what), out, { signal: io.stop });
    } catch (error) {
      if ((error as { code?: unknown }).code === 'EEXIST') throw new CliError(`${path} is there already.`);
      throw error;
    } finally {
      progress.end();
    }
    const answer = { instance: instance.name, mailbox: account.email, format, file: path, bytes: out.bytesWritten };
    show(io, options, answer, () => `The mails of ${account.email} are in ${path}.`);
  });
}
