import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import { signatureOf, type Contact } from '../../../platform/mailparse/index.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import { readInside, type PreviewParts } from '../../../platform/preview/index.ts';
import { attachmentsOf } from '../store/mails.ts';
import '../store/tables.ts';

/** What a mail says of how its sender can be reached. */
export interface ContactDetails {
  readonly mailId: number;
  readonly at: Date;
  /** The one address that it is from, which was confirmed. */
  readonly sender: string;
  /** The lines below its sign-off; empty where it has none. */
  readonly signature: string;
  /** The people of its contact files. */
  readonly cards: readonly Contact[];
}

/** Hears of it, in a job of its own; maybe more than once. */
export type OnContactDetails = (ctx: JobContext, details: ContactDetails) => Promise<void>;

const CONTACTS_JOB = 'mail.contactDetails';
const MAX_CARD_BYTES = 1_000_000;
const MAX_CARD_FILES = 3;

/** A mail that somebody outside has written themselves, and whose sender is confirmed; undefined for all others. */
async function confirmedMail(
  db: Db,
  instanceId: number,
  mailId: number,
): Promise<{ readonly sender: string; readonly at: Date } | undefined> {
  const { rows } = await sql<{ sender: string | null; at: Date }>`
    select m.people #>> '{from,0,address}' as sender, a.ts as at
    from mail m join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId} and not m.auto_submitted
      and m.authentication ->> 'verdict' = 'confirmed' and jsonb_array_length(m.people -> 'from') = 1`.execute(db);
  const [row] = rows;
  return row?.sender == null || row.sender === '' ? undefined : { sender: row.sender, at: row.at };
}

/** Has a mail that was checked looked through for how its sender can be reached, where it is from whom it says. */
export async function lookForContacts(ctx: JobContext, mailId: number): Promise<void> {
  if ((await confirmedMail(ctx.db, ctx.instance.id, mailId)) === undefined) return;
  const key = `${CONTACTS_JOB}:${ctx.instance.id}:${mailId}`;
  await ctx.change((change) => change.enqueue(CONTACTS_JOB, { mailId }, { key, queue: CONTACTS_JOB }));
}

async function cardsOf(ctx: JobContext, previews: PreviewParts, mailId: number): Promise<readonly Contact[]> {
  const files = (await attachmentsOf(ctx.db, ctx.instance.id, mailId)).filter(
    ({ size, content_type: type, filename }) =>
      size <= MAX_CARD_BYTES && (/^text\/(?:x-)?vcard$/.test(type) || /\.vcf$/i.test(filename)),
  );
  const cards: Contact[] = [];
  for (const { filename: name, content_type: type, size, blob_hash: hash } of files.slice(0, MAX_CARD_FILES)) {
    try {
      cards.push(...(await readInside(ctx, previews, 'contacts', { name, type, size, hash })));
    } catch (error) {
      // What is no contact file says nothing.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
  return cards;
}

export const contactJobs = (parts: {
  readonly previews: PreviewParts;
  readonly onContactDetails: OnContactDetails;
}): JobHandlers => ({
  [CONTACTS_JOB]: async (ctx, payload) => {
    const mailId = Number(payload['mailId']);
    const found = await confirmedMail(ctx.db, ctx.instance.id, mailId);
    if (found === undefined) return;
    const row = await ctx.db
      .selectFrom('mail')
      .select('html')
      .where('instance_id', '=', ctx.instance.id)
      .where('mail_id', '=', mailId)
      .executeTakeFirst();
    const signature = signatureOf(row?.html ?? '');
    const cards = await cardsOf(ctx, parts.previews, mailId);
    if (signature !== '' || cards.length > 0) await parts.onContactDetails(ctx, { mailId, ...found, signature, cards });
  },
});
