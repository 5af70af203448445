import { withoutQuotes, type DeliveryReport } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { namedByReport } from '../sending/evidence.ts';
import type { NewFile } from '../sending/store/outgoing.ts';
import { accountsOfMail, findAnyAccount, type AccountRow } from '../store/accounts.ts';
import { answeringAmong, readHtml } from '../store/answering.ts';
import { attachmentsOf } from '../store/mails.ts';

/** A mail that has just come and answers others, or tells what became of them. */
export interface AnsweringMail {
  readonly mailId: number;
  /** Its Message-ID without brackets; null where it has none. */
  readonly mailRef: string | null;
  /** Message-IDs of the mails that it answers, that which it does first of all first. */
  readonly answers: readonly string[];
  /** Empty where nobody is said to have written it. */
  readonly from: string;
  /** No person has written it. */
  readonly isAutomatic: boolean;
  /** Whose mailbox it came to. */
  readonly memberIds: readonly number[];
  /** Lines of the outbox that it says of that they did not reach somebody. */
  readonly failed: readonly number[];
  /** What its writer says in it, as HTML without what it quotes, and its files but for pictures that stand in its text. */
  content(): Promise<{
    readonly html: string;
    readonly files: readonly Pick<NewFile, 'filename' | 'size' | 'content_type' | 'blob_hash'>[];
  }>;
}

/** Hears of such mails, in the transaction that lists them. */
export type OnAnswers = (ctx: ChangeContext, mails: readonly AnsweringMail[]) => Promise<void>;

/** The mails of ours that a report says of that they did not reach somebody. */
async function failedBy(ctx: ChangeContext, report: DeliveryReport | null): Promise<readonly number[]> {
  if (report === null || !report.receivers.some(({ action }) => action === 'failed')) return [];
  const named = await namedByReport(ctx, report);
  return named.map((row) => row.outgoing_id);
}

async function contentOf(ctx: ChangeContext, mailId: number) {
  const { db, instance } = ctx;
  const html = await readHtml(db, instance.id, mailId);
  const files = await attachmentsOf(db, instance.id, mailId);
  return {
    // One that is a quote alone says that.
    html: withoutQuotes(html) || html,
    files: files.filter(({ disposition }) => disposition === 'attachment'),
  };
}

/** Tells of those of some mails that have just come to an account which answer others. */
export async function tellAnswers(
  ctx: ChangeContext,
  onAnswers: OnAnswers,
  account: Pick<AccountRow, 'member_ids'>,
  mailIds: readonly number[],
): Promise<void> {
  if (mailIds.length === 0) return;
  const rows = await answeringAmong(ctx.db, ctx.instance.id, mailIds);
  if (rows.length === 0) return;
  const mails = await Promise.all(
    rows.map(async (row): Promise<AnsweringMail> => ({
      mailId: row.mail_id,
      mailRef: row.message_id,
      answers: [...new Set([...(row.in_reply_to === null ? [] : [row.in_reply_to]), ...row.refs.toReversed()])],
      from: row.people.from[0]?.address ?? '',
      isAutomatic: row.auto_submitted || row.report !== null,
      memberIds: account.member_ids,
      failed: await failedBy(ctx, row.report),
      content: () => contentOf(ctx, row.mail_id),
    })),
  );
  await onAnswers(ctx, mails);
}

/** The same of one that could not be taken apart when it came, in all accounts that it has come to. */
export async function tellLateAnswer(ctx: ChangeContext, onAnswers: OnAnswers, mailId: number): Promise<void> {
  const { db, instance } = ctx;
  for (const accountId of await accountsOfMail(db, instance.id, mailId)) {
    const account = await findAnyAccount(db, instance.id, accountId);
    if (account !== undefined) await tellAnswers(ctx, onAnswers, account, [mailId]);
  }
}
