import { isDeepStrictEqual } from 'node:util';
import { isDatabaseAway } from '../../../platform/db/away.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { lockItems, rewriteItem } from '../../activity/index.ts';
import {
  factsOf,
  fieldsOf,
  foundIn,
  itemOf,
  prepareMail,
  TryAgainError,
  warningsOf,
  type Facts,
  type PreparedMail,
} from './prepare.ts';
import { contentKeyOf } from './list.ts';
import { enqueueFurtherTry } from './reread.ts';
import { addFound, findForm, loneAnswers, oldForms, renameContent, type OldForm } from '../store/forms.ts';
import { rewriteMail } from '../store/quarantine.ts';
import { threadAnew } from '../threads/threading.ts';
import { rereadUnreadable, type RereadParts } from './unreadable.ts';

const READ_JOB = 'mail.readForms';
/** Few enough that load is given way to every few seconds. */
const AT_ONCE = 20;
const LANES = 2;

/** One at a time on all servers: new mails are taken apart beside it, and nobody waits for it. */
const enqueueRereadingOlder = (ctx: ChangeContext): Promise<void> =>
  ctx.enqueue(READ_JOB, {}, { key: `${READ_JOB}:${ctx.instance.id}`, queue: READ_JOB });

/**
 * Mails that an older form of the parser read are read anew from their bytes: what it took for something else is put right, what is
 * found beside is added, and what it could not read gets another try.
 */
export const rereadingJobs = (parts: RereadParts): JobHandlers => ({
  [READ_JOB]: async (ctx, payload) => {
    if (payload['mailId'] !== undefined)
      return void (await readOne(ctx, parts, Number(payload['mailId']), Number(payload['failedTries'] ?? 0)));
    const queue = [...(await oldForms(ctx.db, ctx.instance.id, AT_ONCE))];
    const isMore = queue.length === AT_ONCE;
    const alone: number[] = [];
    const lane = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift())
        if (await readOne(ctx, parts, id)) alone.push(id);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    // Two that were read at once did not see each other.
    if (alone.length > 1) await ctx.change((change) => threadAnew(change, alone));
    if (isMore) await ctx.change(enqueueRereadingOlder);
  },
});

/** True for a mail that its subject alone may tie to others. */
async function readOne(ctx: JobContext, parts: RereadParts, mailId: number, failedTries = 0): Promise<boolean> {
  try {
    return await rereadOlder(ctx, parts, mailId, failedTries);
  } catch (error) {
    if (error instanceof TryAgainError || isDatabaseAway(error)) throw error;
    // What it says is known already: it is not tried for ever for the little that is new.
    ctx.log.warn({ err: error, mailId }, 'mail not read anew');
    await ctx.change((change) => addFound(change.db, ctx.instance.id, mailId, {}));
    return false;
  }
}

/** Whether the parser of today reads something else than what stands there. */
const isOther = (old: OldForm, { attachments }: PreparedMail, { subject, people, html }: Facts): boolean =>
  old.subject !== subject ||
  // Its words were taken for parts of words.
  /\p{Cf}/u.test(html) ||
  old.html !== html ||
  !isDeepStrictEqual(old.people, people) ||
  !isDeepStrictEqual(
    old.files,
    attachments.map(({ filename, blob_hash }) => [filename, blob_hash]),
  );

/** Of what was looked at since the mail came, that which is about the same as now: it stays, with what came of it. */
function checkedBefore({ signature, unsubscribe }: OldForm, { parsed }: PreparedMail) {
  return {
    ...(signature !== null && signature.kind === parsed?.signed ? { signature: JSON.stringify(signature) } : {}),
    ...(unsubscribe !== null && unsubscribe.url === parsed?.unsubscribe?.url
      ? { unsubscribe: JSON.stringify(unsubscribe) }
      : {}),
  };
}

/** Puts what the parser of today reads in place of that. Whose the mail is, and how it stands with them, stays. */
async function rewrite(change: ChangeContext, mailId: number, old: OldForm, mail: PreparedMail, facts: Facts) {
  // What was found when the mail came (whether it is signed well, whether its sender may send it) is of the same bytes.
  const isOfOther = !isDeepStrictEqual(old.people, facts.people);
  const warnings = isOfOther ? await warningsOf(change, facts, old.direction) : old.warnings;
  const placement = { direction: old.direction, internalDate: old.ts, answered: old.answered };
  const fields = { ...fieldsOf(mail, facts, warnings), ...checkedBefore(old, mail) };
  await rewriteMail(change.db, change.instance.id, mailId, fields, mail.attachments);
  await rewriteItem(change, 'email', mailId, itemOf(mail, facts, placement, warnings));
}

async function rereadOlder(ctx: JobContext, parts: RereadParts, mailId: number, failedTries: number): Promise<boolean> {
  const old = await findForm(ctx.db, ctx.instance.id, mailId);
  if (old === undefined) return false;
  if (old.unreadable !== null) {
    await rereadUnreadable(ctx, parts, mailId);
    return false;
  }
  const raw = { hash: old.raw_hash, size: old.raw_size };
  const tools = { blobs: ctx.blobs, parser: parts.patientParser };
  const mail = await prepareMail(tools, ctx.instance.id, raw, { mayRetry: false });
  const { parsed } = mail;
  const isAlone = parsed !== null && parsed.references.length === 0 && parsed.inReplyTo === null;
  await ctx.change(async (change) => {
    await lockItems(change, [mailId]);
    if (parsed === null) {
      // What it said is known already. On a machine that is busy just now the rest is not lost: it is tried again after a pause.
      await enqueueFurtherTry(change, READ_JOB, mailId, mail.failure, failedTries);
      return addFound(change.db, ctx.instance.id, mailId, {});
    }
    await renameContent(change.db, ctx.instance.id, mailId, contentKeyOf(mail, old.direction));
    const facts = factsOf(mail);
    if (isOther(old, mail, facts)) await rewrite(change, mailId, old, mail, facts);
    else await addFound(change.db, ctx.instance.id, mailId, { ...foundIn(mail, facts), ...checkedBefore(old, mail) });
    // Only now is it known what its subject may tie it to, and what was read before it and may answer it.
    const tied = [...(isAlone ? [mailId] : []), ...(await loneAnswers(change.db, change.instance.id, mailId))];
    if (tied.length > 0) await threadAnew(change, tied);
  });
  return isAlone;
}

/** Goes on with what is not read yet. */
export const startRereadingOlder: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all()) {
    const old = await oldForms(database.forInstance(instance.id), instance.id, 1);
    if (old.length > 0) await change(instance, enqueueRereadingOlder);
  }
  return { close: () => Promise.resolve() };
};
