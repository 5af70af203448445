import type { MailboxSink } from '../../../platform/mailwire/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { SinkParts } from './sink-parts.ts';
import { findAccount } from '../store/accounts.ts';
import { countLooks, dueAppends, endThere, findAppend, setAppends } from '../sending/store/appends.ts';

/** What lies between the looks that are taken after 20 and 60 seconds. */
const NEXT_LOOK_MS = 40_000;
/** A server that refuses is asked again, for as long as a mail is tried elsewhere. */
const AGAIN_MS = 15 * 60_000;
const MAX_MS = 5 * 86_400_000;

type AppendSink = Pick<
  MailboxSink,
  'appendsToPush' | 'appendBytes' | 'notThere' | 'appendsBegin' | 'appended' | 'appendRefused'
>;

/** What is to be put into the mailbox of an account, as its watcher takes it. */
export function appendSink({ change, blobs, instance, accountId }: SinkParts): AppendSink {
  const id = instance.id;
  /** Of those that were asked for last. */
  const hashes = new Map<number, string>();
  const write = <T>(work: (ctx: ChangeContext) => Promise<T>): Promise<T> => change(instance, work);
  return {
    appendsToPush: () =>
      write(async (ctx) => {
        // What lies there is not put there.
        await endThere(ctx.db, id, accountId);
        const account = await findAccount(ctx.db, id, accountId);
        const rows = await dueAppends(ctx.db, id, accountId, new Date(ctx.now()));
        hashes.clear();
        for (const row of rows) hashes.set(row.append_id, row.raw_hash);
        return rows.map((row) => ({
          id: row.append_id,
          role: row.role,
          messageId: row.message_id,
          reference: row.reference,
          flags: row.flags,
          internalDate: row.internal_date.getTime(),
          mayBeThere: row.role === 'sent' && account?.sent_copy === 'auto',
          isLookOnly: row.looks_left > 0 && row.stage === 'wanted' && account?.sent_copy === 'auto',
          begun:
            row.stage === 'begun' && row.target_path !== null
              ? { path: row.target_path, uidValidity: row.target_uid_validity ?? 0, next: row.target_next ?? 1 }
              : null,
        }));
      }),
    async appendBytes(appendId) {
      const hash = hashes.get(appendId);
      return hash === undefined ? undefined : Buffer.from(await blobs.get(id, hash));
    },
    notThere: (appendIds) => write((ctx) => countLooks(ctx.db, id, appendIds, new Date(ctx.now() + NEXT_LOOK_MS))),
    appendsBegin: (appendIds, { path, uidValidity, next }) =>
      write((ctx) =>
        setAppends(ctx.db, id, appendIds, {
          stage: 'begun',
          target_path: path,
          target_uid_validity: uidValidity,
          target_next: next,
        }),
      ),
    appended: async (appendIds) => {
      await write((ctx) => setAppends(ctx.db, id, appendIds, { stage: 'done', fault: null }));
    },
    appendRefused: (appendId, fault) =>
      write(async (ctx) => {
        const row = await findAppend(ctx.db, id, appendId);
        const isOld = row !== undefined && ctx.now() - row.internal_date.getTime() > MAX_MS;
        const not_before = new Date(ctx.now() + AGAIN_MS);
        await setAppends(ctx.db, id, [appendId], {
          stage: isOld ? 'refused' : 'wanted',
          target_path: null,
          fault,
          not_before,
        });
      }),
  };
}
