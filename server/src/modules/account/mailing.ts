import type { LinkKind } from '@kontor/contract/account';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import type { ChangeContext, InstanceContext } from '../../platform/operation/context.ts';
import { addressOf, makeLink, type LinkParts } from './links.ts';
import { CHANGE_WORDS, changeMail, linkMail, type SecurityChange } from './mail-texts.ts';
import { findUser, findUserByName } from './store.ts';

export const MAIL_JOB = 'account.mail';
export const RESET_JOB = 'account.reset';
/** About five hours, with the job queue's growing waits. */
const ATTEMPTS = 12;

const boundTo = (instanceId: number, userId: number): string => `link ${instanceId} ${userId}`;

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
      sealed: ctx.secrets.seal(link.token, boundTo(ctx.instance.id, link.userId)),
      expiresAt: link.expires.toISOString(),
    },
    { maxAttempts: ATTEMPTS },
  );

/** Has a person told by mail that the way they sign in was changed. Nothing is sent where no mail can be. */
export const mailChange = (ctx: ChangeContext, userId: number, what: SecurityChange): Promise<void> =>
  ctx.enqueue(
    MAIL_JOB,
    { userId, kind: 'changed', what, at: new Date(ctx.now()).toISOString() },
    { maxAttempts: ATTEMPTS },
  );

/** Has a link mailed to who forgot the password. Nobody is looked for before the answer, so it tells nothing. */
export const askForReset = (ctx: ChangeContext, userName: string): Promise<void> =>
  ctx.enqueue(RESET_JOB, { userName }, { maxAttempts: ATTEMPTS });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Writes and sends one mail to one person; nothing where there is no mail server, no address, or the link is too old by now. */
const mailJob =
  (parts: LinkParts): JobHandler =>
  async (ctx, payload) => {
    const userId = Number(payload['userId']);
    const person = await findUser(ctx.db, ctx.instance.id, userId);
    if (!parts.mailer.isOn || person?.email == null) return;
    const to = { name: `${person.first_name} ${person.last_name}`.trim(), address: person.email };
    const about = {
      instance: ctx.instance.title,
      userName: person.user_name,
      origin: parts.originOf(ctx.instance),
    };
    const written = write(ctx, parts, about, payload, userId);
    if (written !== undefined) await parts.mailer.send({ to, ...written });
  };

function write(
  ctx: InstanceContext,
  parts: LinkParts,
  about: Parameters<typeof changeMail>[0],
  payload: Readonly<Record<string, unknown>>,
  userId: number,
) {
  const what = CHANGE_WORDS.find((word) => word === payload['what']);
  if (payload['kind'] === 'changed')
    return what === undefined ? undefined : changeMail(about, what, textOf(payload['at']));
  const expiresAt = textOf(payload['expiresAt']);
  if (Date.parse(expiresAt) <= ctx.now()) return undefined;
  const token = ctx.secrets.open(textOf(payload['sealed']), boundTo(ctx.instance.id, userId));
  const link = addressOf(parts, ctx.instance, token);
  return linkMail(about, payload['kind'] === 'invitation' ? 'invitation' : 'reset', link, expiresAt);
}

const resetJob =
  (parts: LinkParts): JobHandler =>
  async (ctx, payload) => {
    const person = await findUserByName(ctx.db, ctx.instance.id, textOf(payload['userName']));
    if (!parts.mailer.isOn || person?.email == null || !person.is_active) return;
    await ctx.change((inner) => makeLink(inner, parts, { userId: person.user_id, kind: 'reset', madeBy: null }));
  };

export const mailingJobs = (parts: LinkParts) => ({ [MAIL_JOB]: mailJob(parts), [RESET_JOB]: resetJob(parts) });
