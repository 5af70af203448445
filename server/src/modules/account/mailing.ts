import type { LinkKind } from '@kontor/contract/account';
import { sealForJob } from '../../platform/jobs/sealed.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { SecurityChange } from './mail-texts.ts';

export const MAIL_JOB = 'account.mail';
export const RESET_JOB = 'account.reset';
/** About five hours, with the job queue's growing waits. */
const ATTEMPTS = 12;

/** What a link's token is sealed for. */
export const boundTo = (instanceId: number, userId: number): string => `link ${instanceId} ${userId}`;

/** Has a link mailed. The token is sealed meanwhile: whoever reads the jobs cannot use it. */
export const mailLink = (
  ctx: ChangeContext,
  link: { readonly userId: number; readonly kind: LinkKind; readonly token: string; readonly expires: Date },
): Promise<void> =>
  ctx.enqueue(
    MAIL_JOB,
    {
      userId: link.userId,
      kind: link.kind,
      sealed: sealForJob(ctx, link.token, boundTo(ctx.instance.id, link.userId)),
      expiresAt: link.expires.toISOString(),
    },
    { maxAttempts: ATTEMPTS },
  );

/**
 * Has a person told by mail that the way they sign in was changed: at `address`, where it is not the one they have by now. Nothing is
 * sent where no mail can be.
 */
export const mailChange = (ctx: ChangeContext, userId: number, what: SecurityChange, address?: string): Promise<void> =>
  ctx.enqueue(
    MAIL_JOB,
    {
      userId,
      kind: 'changed',
      what,
      at: new Date(ctx.now()).toISOString(),
      ...(address === undefined ? {} : { address }),
    },
    { maxAttempts: ATTEMPTS },
  );

/** Has a link mailed to who forgot the password. Nobody is looked for before the answer, so it tells nothing. */
export const askForReset = (ctx: ChangeContext, userName: string): Promise<void> =>
  ctx.enqueue(RESET_JOB, { userName }, { maxAttempts: ATTEMPTS });
