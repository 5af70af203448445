import { DIRECTIONS } from '@kontor/contract/activity';
import { buffer } from 'node:stream/consumers';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { maildirName, mboxEntry, mboxFields, type KeptState } from '../../../platform/mailfiles/index.ts';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import type { AccountRow } from '../store/accounts.ts';
import { maildirFolder } from './rules.ts';
import { mailsOfAccount, type ExportedMail } from './store/exports.ts';

const LF = 10;

/** What is taken out: an account, as it stands with a person, and the times of its mails. */
export interface Export {
  readonly account: AccountRow;
  readonly viewerId: number;
  readonly from: Date | null;
  readonly until: Date | null;
}

type Parts = Pick<InstanceContext, 'blobs' | 'db' | 'instance'>;

const mailsOf = ({ db }: Parts, { account, viewerId, ...time }: Export) => mailsOfAccount(db, account, viewerId, time);

const stateOf = (mail: ExportedMail): KeptState => ({
  status: mail.status,
  direction: DIRECTIONS[mail.direction] === 'outgoing' ? 'outgoing' : 'incoming',
  location: mail.spam ? 'junk' : mail.trashed ? 'trash' : 'inbox',
  archived: mail.archived,
  answered: mail.answered,
});

async function* mboxOf(parts: Parts, what: Export): AsyncGenerator<Buffer> {
  for await (const mails of mailsOf(parts, what))
    for (const mail of mails) {
      const raw = await buffer(parts.blobs.stream(parts.instance.id, mail.raw_hash));
      const fields = mboxFields(stateOf(mail), raw.at(-1) === LF);
      yield mboxEntry(raw, { sender: mail.sender ?? '', at: mail.ts, fields });
    }
}

/** All mails of an account as an mbox file, byte for byte. Nothing is read for those who leave early. */
export const mboxFile = (parts: Parts, what: Export): Readable =>
  Readable.from(mboxOf(parts, what), { objectMode: false });

/** Files of an archive that wait to be written; more are looked for when these are. */
const MAX_WAITING = 500;

/** The same as a ZIP of a Maildir++: `cur/`, `.Sent/cur/`, and so on. */
export function maildirFile(parts: Parts, what: Export): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  pipeline(zip.outputStream, out, () => {});
  fill(zip, out, parts, what).catch((error: unknown) => out.destroy(error as Error));
  return out;
}

async function fill(zip: ZipFile, out: PassThrough, parts: Parts, what: Export): Promise<void> {
  const waiting = new Set<number>();
  let onRoom = Promise.withResolvers<void>();
  out.on('close', () => onRoom.resolve());
  for (const folder of ['cur/', 'new/', 'tmp/']) zip.addEmptyDirectory(folder);
  for await (const mails of mailsOf(parts, what))
    for (const mail of mails) {
      const state = stateOf(mail);
      const name = `${maildirFolder(state, mail.path)}cur/${maildirName(state, { at: mail.ts, id: mail.mail_id })}`;
      waiting.add(mail.mail_id);
      zip.addReadStreamLazy(name, { mtime: mail.ts, size: mail.raw_size }, (done) => {
        waiting.delete(mail.mail_id);
        onRoom.resolve();
        done(null, parts.blobs.stream(parts.instance.id, mail.raw_hash));
      });
      if (waiting.size >= MAX_WAITING && !out.destroyed) {
        onRoom = Promise.withResolvers();
        await onRoom.promise;
      }
      if (out.destroyed) return;
    }
  zip.end();
}
