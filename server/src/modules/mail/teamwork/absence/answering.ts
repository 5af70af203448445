import type { ChangeContext } from '../../../../platform/operation/context.ts';
import { domainOf } from '../../senders/domains.ts';
import { knownSenders } from '../../senders/known.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { RuleFacts } from '../rules/rules.ts';
import { answerWith, type AutomaticParts } from '../rules/sending.ts';
import type { RuleMail } from '../rules/store.ts';
import { absencesOf } from './substituting.ts';
import { listedFor, type AbsenceRow } from './store.ts';

/** The absence that what comes to an account is answered for now: the account's own before a person's. */
export const answeringAbsence = async (ctx: ChangeContext, account: AccountRow): Promise<AbsenceRow | undefined> =>
  (await absencesOf(ctx, account)).find(({ answers }) => answers);

/** Whether somebody writes from within: from a domain of the instance's own addresses. */
async function isInner(ctx: ChangeContext, { people }: RuleFacts): Promise<boolean> {
  const from = domainOf((people.from[0] ?? people.sender)?.address ?? '')?.registered;
  return from !== undefined && (await knownSenders(ctx)).own.some(({ registered }) => registered === from);
}

/** Answers a mail with what an absence says. Returns why it did not; undefined where it did. */
export async function answerAway(
  ctx: ChangeContext,
  parts: AutomaticParts,
  absence: AbsenceRow,
  about: { readonly mail: RuleMail; readonly facts: RuleFacts; readonly account: AccountRow },
): Promise<string> {
  const { mail, facts, account } = about;
  // What rules have thrown away was for nobody.
  const listed = await listedFor(ctx.db, ctx.instance.id, account.member_ids, [mail.mail_id]);
  if (listed.length === 0) return 'GONE';
  const isForInner = absence.inner_content !== '' && (await isInner(ctx, facts));
  const text = {
    subject: absence.subject,
    content: isForInner ? absence.inner_content : absence.content,
    is_plain: false,
  };
  const userId = absence.user_id === 0 ? account.owner_id : absence.user_id;
  return answerWith(ctx, parts, { ...about, userId }, 'absence', text);
}
