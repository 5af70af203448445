import type { JobHandler, JobHandlers } from '../../platform/jobs/jobs.ts';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { addressOf, makeLink, type LinkParts } from './links.ts';
import { CHANGE_WORDS, changeMail, linkMail } from './mail-texts.ts';
import { MAIL_JOB, RESET_JOB, boundTo } from './mailing.ts';
import { findUser, findUserByName } from './store.ts';
import { tellAdministrators } from './telling.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Writes and sends one mail to one person; nothing where there is no mail server, no address, or the link is too old by now. */
const mailJob =
  (parts: LinkParts): JobHandler =>
  async (ctx, payload) => {
    const userId = Number(payload['userId']);
    const person = await findUser(ctx.db, ctx.instance.id, userId);
    const address = textOf(payload['address']) || person?.email;
    if (!parts.mailer.isOn || person === undefined || !address) return;
    const to = { name: `${person.first_name} ${person.last_name}`.trim(), address };
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
    await ctx.change(async (inner) => {
      await makeLink(inner, parts, { userId: person.user_id, kind: 'reset', madeBy: null });
      await tellAdministrators(inner);
      inner.audit({ kind: 'link.made', subject: person.user_name, details: { link: 'reset', mailed: 'yes' } });
    });
  };

/** The jobs that write and send the product's own mails. */
export const mailingJobs = (parts: LinkParts): JobHandlers => ({
  [MAIL_JOB]: mailJob(parts),
  [RESET_JOB]: resetJob(parts),
});
