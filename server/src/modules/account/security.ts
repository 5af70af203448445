import type { Passkey, securityCommands, securityQueries } from '@kontor/contract/account';
import type { Db } from '../../platform/db/database.ts';
import { actorOf } from '../../platform/operation/audit.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { readAvatar, saveAvatar, type AvatarParts } from './avatars.ts';
import { mailChange } from './mailing.ts';
import type { SecurityChange } from './mail-texts.ts';
import { revokeAppPasswords } from './app-passwords.ts';
import { acceptPassword, ownerOf } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import type { AuthParts } from './parts.ts';
import { setPasswordHash } from './people.ts';
import { securityChangesOf } from './security-changes.ts';
import { endOwnSession, endSessions, listSessions } from './sessions.ts';
import { findUser } from './store.ts';
import {
  countBackupCodes,
  dropFactor,
  enableSeed,
  findFactor,
  putBackupCodes,
  putPendingSeed,
} from './store/factors.ts';
import { dropLinksOf } from './store/links.ts';
import { changePasskey, passkeysOf, type PasskeyRow } from './store/passkeys.ts';
import { dropProofs } from './store/proofs.ts';
import { tellSignIn } from './telling.ts';
import { admitIn, wasRight } from './throttle.ts';
import { hashBackupCode, newBackupCodes, newSeed, openSeed, sealSeed, stepOf, uriOf } from './two-factor.ts';

const toPasskey = (row: PasskeyRow): Passkey => ({
  passkeyId: row.passkey_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isBackedUp: row.is_backed_up,
});

export const securityQueryHandlers: QueryHandlers<typeof securityQueries> = {
  async security({ db, instance, person }) {
    const [user, factor, backupCodesLeft, passkeys, changes] = await Promise.all([
      findUser(db, instance.id, person.id),
      findFactor(db, instance.id, person.id),
      countBackupCodes(db, instance.id, person.id),
      passkeysOf(db, instance.id, person.id),
      securityChangesOf({ db, instance }, person),
    ]);
    const since = factor?.enabled_at ?? null;
    return {
      email: user?.email ?? null,
      passwordChangedAt: user?.password_changed_at?.toISOString() ?? null,
      twoFactor: since === null ? null : { since: since.toISOString(), backupCodesLeft },
      passkeys: passkeys.map(toPasskey),
      changes,
    };
  },

  sessions: (ctx) => listSessions(ctx, ctx.person),

  avatar: (ctx, { userId, version }) => readAvatar(ctx, userId, version),
};

/** Runs a check that may be tried ten times in a quarter of an hour, whatever becomes of the command. */
const checked = async <T>(ctx: CommandContext, check: () => T): Promise<T> => {
  const { instance, person } = ctx;
  const instanceId = instance.id;
  const counted = [{ kind: 'person', key: String(person.id) }] as const;
  // The command's own transaction would take the count back with it where it fails, and what was right would stay counted as wrong.
  const beside = <R>(work: (db: Db) => Promise<R>): Promise<R> => ctx.database.apart(instanceId, work);
  const admitted = await beside((db) => admitIn({ db, instanceId, now: ctx.now() }, counted));
  const result = check();
  await beside((db) => wasRight({ db, instanceId }, admitted));
  return result;
};

/** Fails, and has it written down; not waited for, since the transaction that would be waited with is this one. */
const refuse = ({ repeats }: AuthParts, ctx: CommandContext, code: 'CODE_WRONG'): never => {
  const { person } = ctx;
  void repeats.audit(ctx.instance, {
    kind: 'session.refused',
    subject: person.userName,
    details: { by: 'confirmation', reason: code },
    by: actorOf(person),
  });
  return fail(code);
};

/** Tells the person's devices, the audit log, and the person by mail. What other sessions have proven before is nothing any more. */
const announce = async (
  ctx: CommandContext,
  change: SecurityChange,
  details: Readonly<Record<string, string>> = {},
) => {
  const { id: userId, sessionId } = ctx.person;
  await dropProofs(ctx.db, { instanceId: ctx.instance.id, userId, sessionId });
  await tellSignIn(ctx, ctx.person.id, ['security']);
  const kind = change === 'password' ? 'password.changed' : 'factor.changed';
  ctx.audit({ kind, subject: ctx.person.userName, details: { change, ...details } });
  await mailChange(ctx, ctx.person.id, change);
};

const makeBackupCodes = async (ctx: CommandContext, sealed: string): Promise<{ backupCodes: string[] }> => {
  const { instance, person } = ctx;
  const seed = openSeed(ctx.secrets, instance.id, person.id, sealed);
  const backupCodes = newBackupCodes();
  const hashes = backupCodes.map((code) => hashBackupCode(seed, code));
  await putBackupCodes(ctx.db, instance.id, person.id, hashes);
  return { backupCodes };
};

const twoFactorCommandHandlers = (parts: AuthParts) =>
  ({
    async startTwoFactor(ctx) {
      const { instance, person } = ctx;
      if ((await findFactor(ctx.db, instance.id, person.id))?.seed != null) fail('TWO_FACTOR_ON');
      const secret = newSeed();
      await putPendingSeed(ctx.db, instance.id, person.id, sealSeed(ctx.secrets, instance.id, person.id, secret));
      return { secret, uri: uriOf(secret, instance.title, person.userName) };
    },

    async confirmTwoFactor(ctx, { code }) {
      const { instance, person } = ctx;
      const factor = await findFactor(ctx.db, instance.id, person.id);
      if (factor?.seed != null) return fail('TWO_FACTOR_ON');
      const sealed = factor?.pending_seed ?? fail('TWO_FACTOR_NOT_STARTED');
      const step = await checked(ctx, () => {
        const seed = openSeed(ctx.secrets, instance.id, person.id, sealed);
        return stepOf(seed, code, ctx.now()) ?? refuse(parts, ctx, 'CODE_WRONG');
      });
      const isFirst = await enableSeed(ctx.db, instance.id, person.id, { sealed, step, now: new Date(ctx.now()) });
      if (!isFirst) fail('TWO_FACTOR_NOT_STARTED');
      const codes = await makeBackupCodes(ctx, sealed);
      await announce(ctx, 'twoFactorOn');
      return codes;
    },

    async renewBackupCodes(ctx) {
      const factor = await findFactor(ctx.db, ctx.instance.id, ctx.person.id);
      const codes = await makeBackupCodes(ctx, factor?.seed ?? fail('TWO_FACTOR_OFF'));
      await announce(ctx, 'backupCodes');
      return codes;
    },

    async stopTwoFactor(ctx) {
      const { instance, person } = ctx;
      if ((await findFactor(ctx.db, instance.id, person.id))?.seed == null) fail('TWO_FACTOR_OFF');
      await dropFactor(ctx.db, instance.id, person.id);
      await announce(ctx, 'twoFactorOff');
      return {};
    },
  }) satisfies Partial<CommandHandlers<typeof securityCommands>>;

const passkeyCommandHandlers = {
  async renamePasskey(ctx, { passkeyId, name }) {
    const key = { instanceId: ctx.instance.id, userId: ctx.person.id, passkeyId };
    if ((await changePasskey(ctx.db, key, name)) === undefined) fail('NOT_FOUND');
    await tellSignIn(ctx, ctx.person.id, ['security']);
    return {};
  },

  async removePasskey(ctx, { passkeyId }) {
    const key = { instanceId: ctx.instance.id, userId: ctx.person.id, passkeyId };
    const name = await changePasskey(ctx.db, key, null);
    await announce(ctx, 'passkeyRemoved', { name: name ?? fail('NOT_FOUND') });
    return {};
  },
} satisfies Partial<CommandHandlers<typeof securityCommands>>;

/** The commands by which people change how they sign in. */
export function securityCommandHandlers(parts: AuthParts & AvatarParts): CommandHandlers<typeof securityCommands> {
  return {
    async endSession(ctx, { sessionId }) {
      if (!(await endOwnSession(ctx, parts.bus, ctx.person, sessionId))) fail('NOT_FOUND');
      return {};
    },

    async endOtherSessions(ctx) {
      return { count: await endSessions(ctx, parts.bus, ctx.person, ctx.person.sessionId) };
    },

    async changePassword(ctx, { newPassword, endOtherSessions }) {
      const { instance, person } = ctx;
      const user = (await findUser(ctx.db, instance.id, person.id)) ?? fail('NOT_FOUND');
      const accepted = acceptPassword(newPassword, ownerOf(user), instance);
      await setPasswordHash(ctx, person.id, await hashPassword(accepted));
      await dropLinksOf(ctx.db, instance.id, person.id);
      if (endOtherSessions) {
        await endSessions(ctx, parts.bus, person, person.sessionId);
        await revokeAppPasswords(ctx, person);
      }
      await announce(ctx, 'password');
      return {};
    },

    ...twoFactorCommandHandlers(parts),
    ...passkeyCommandHandlers,

    setAvatar: (ctx, { picture }) => saveAvatar(ctx, parts, picture?.data ?? null),
  };
}
