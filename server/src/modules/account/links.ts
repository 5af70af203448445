import type { LinkInfo, LinkKind } from '@kontor/contract/account';
import type { Mailer } from '../../platform/mailsend/index.ts';
import type { ChangeContext, Instance, InstanceContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { mailLink } from './mailing.ts';
import { findUser, type UserRow } from './store.ts';
import { dropLinksOf, findLink, putLink, takeLink } from './store/links.ts';
import { hashToken, newLinkToken } from './tokens.ts';

const MINUTE = 60_000;
/** How long a link can be used. */
export const LINK_MS = { reset: 60 * MINUTE, invitation: 7 * 24 * 60 * MINUTE } as const satisfies Record<
  LinkKind,
  number
>;

/** What links need to be made and to reach somebody. */
export interface LinkParts {
  readonly mailer: Mailer;
  /** Where an instance's people reach the web app: scheme, host, port. Never taken from a request. */
  readonly originOf: (instance: Instance) => string;
}

export interface LinkMade {
  /** Whether it is on its way to the person by mail. */
  readonly mailed: boolean;
  /** The link, for who has to hand it over; null where it was mailed. */
  readonly link: string | null;
  /** ISO instant. */
  readonly expiresAt: string;
}

/**
 * Makes a link by which a person of the instance sets a password, once. It replaces an open one of the same kind. It is mailed where there
 * is a mail server and the person has an address, else answered. `madeBy` is the administrator, null for the
 * person's own wish or the command line. The caller checks that the person exists.
 */
export async function makeLink(
  ctx: ChangeContext,
  parts: LinkParts,
  link: { readonly userId: number; readonly kind: LinkKind; readonly madeBy: number | null },
): Promise<LinkMade> {
  const { instance } = ctx;
  const person = (await findUser(ctx.db, instance.id, link.userId)) ?? fail('NOT_FOUND');
  const token = newLinkToken(instance.id);
  const expires = new Date(ctx.now() + LINK_MS[link.kind]);
  await putLink(ctx.db, {
    instance_id: instance.id,
    user_id: link.userId,
    kind: link.kind,
    token_hash: hashToken(token),
    made_by: link.madeBy,
    created_at: new Date(ctx.now()),
    expires_at: expires,
  });
  const mailed = parts.mailer.isOn && person.email !== null;
  if (mailed) await mailLink(ctx, { userId: link.userId, kind: link.kind, token, expires });
  return { mailed, link: mailed ? null : addressOf(parts, instance, token), expiresAt: expires.toISOString() };
}

/** The token stands behind `#`, so that no server and no log on the way sees it. */
export const addressOf = (parts: LinkParts, instance: Instance, token: string): string =>
  `${parts.originOf(instance)}/login#link=${token}`;

const isUsable = (person: UserRow | undefined): person is UserRow => person?.is_active === true;

/** Whose link a token is of. Fails with LINK_INVALID. */
export async function readLink(ctx: InstanceContext, token: string): Promise<LinkInfo> {
  const { instance, db } = ctx;
  const link = (await findLink(db, instance.id, hashToken(token), new Date(ctx.now()))) ?? fail('LINK_INVALID');
  const person = await findUser(db, instance.id, link.user_id);
  if (!isUsable(person)) return fail('LINK_INVALID');
  return {
    kind: link.kind,
    instance: { name: instance.name, title: instance.title },
    userName: person.user_name,
    fullName: `${person.first_name} ${person.last_name}`.trim(),
    expiresAt: link.expires_at.toISOString(),
  };
}

/** Takes a link for good and answers whose it was; all others of the person are void with it. Fails with LINK_INVALID. */
export async function spendLink(ctx: ChangeContext, token: string): Promise<{ person: UserRow; kind: LinkKind }> {
  const { instance, db } = ctx;
  const link = (await takeLink(db, instance.id, hashToken(token), new Date(ctx.now()))) ?? fail('LINK_INVALID');
  const person = await findUser(db, instance.id, link.user_id);
  if (!isUsable(person)) return fail('LINK_INVALID');
  await dropLinksOf(db, instance.id, person.user_id);
  return { person, kind: link.kind };
}
