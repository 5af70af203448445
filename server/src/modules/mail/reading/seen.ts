import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { findMail, type MailRow } from '../store/mails.ts';

/** Returns the mail if it is one and the person sees it. Throws NOT_FOUND, or RIGHT_MISSING for who may see no mails. */
export async function seenMail(ctx: QueryContext | CommandContext, id: AggregateId): Promise<MailRow> {
  requireRight(ctx, 'mailList');
  const { db, instance, person } = ctx;
  const mail = id.module === 'email' ? await findMail(db, instance.id, person.id, id.entryId) : undefined;
  return mail ?? fail('NOT_FOUND');
}
