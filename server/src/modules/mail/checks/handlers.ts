import type { originCommands, originQueries } from '@kontor/contract/mail';
import { readAuthority } from '../../../platform/mailcheck/index.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireAdministrator } from '../../account/index.ts';
import { seenMail } from '../reading/seen.ts';
import { checkSoon } from './checking.ts';
import { dropAuthority, putAuthority, readAuthorities, signedMails } from './store.ts';

/** Signed mails that are checked again when other authorities are believed. */
const MAX_AGAIN = 1000;

export const originQueryHandlers: QueryHandlers<typeof originQueries> = {
  async authorities(ctx) {
    requireAdministrator(ctx);
    const rows = await readAuthorities(ctx.db, ctx.instance.id);
    return rows.map(({ fingerprint, name, valid_until: until }) => ({
      fingerprint,
      name,
      validUntil: until.toISOString(),
    }));
  },
};

const checkSigned = async (ctx: CommandContext): Promise<void> =>
  checkSoon(ctx, await signedMails(ctx.db, ctx.instance.id, MAX_AGAIN));

export const originCommandHandlers: CommandHandlers<typeof originCommands> = {
  async checkAgain(ctx, { aggregateId }) {
    const mail = await seenMail(ctx, aggregateId);
    await checkSoon(ctx, [mail.mail_id]);
    return {};
  },

  async addAuthority(ctx, { name, pem }) {
    requireAdministrator(ctx);
    const authority = readAuthority(pem, ctx.now()) ?? fail('CERTIFICATE_INVALID');
    const { fingerprint, validUntil } = authority;
    await putAuthority(ctx.db, ctx.instance.id, {
      fingerprint,
      name: name.trim(),
      pem: authority.pem,
      valid_until: validUntil,
      addedBy: ctx.person.id,
    });
    await checkSigned(ctx);
    return { fingerprint };
  },

  async removeAuthority(ctx, { fingerprint }) {
    requireAdministrator(ctx);
    if (!(await dropAuthority(ctx.db, ctx.instance.id, fingerprint))) return fail('NOT_FOUND');
    await checkSigned(ctx);
    return {};
  },
};
