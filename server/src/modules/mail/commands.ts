import type { mailCommands } from '@kontor/contract/mail';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { holdBox, holdGroups, requireRight } from '../account/index.ts';
import { changeableAccount, maySendSecrets, seenAccount } from './mailboxes/access.ts';
import { announce, everybody, membersOf, openAccount, pauseAccount } from './mailboxes/accounts.ts';
import { addressCommandHandlers } from './mailboxes/addresses.ts';
import { changeBox } from './mailboxes/box.ts';
import { NO_SECRETS, requireStored, sealSecrets } from './mailboxes/credentials.ts';
import { unreadableCommandHandlers } from './arrival/unreadable.ts';
import { isTaken, retireAccount, setSecrets, updateAccount } from './store/accounts.ts';
import type { MailSupervisor } from './mailboxes/supervisor.ts';
import { shareWith } from './teamwork/rights.ts';

type Supervisor = () => MailSupervisor | undefined;

export const commandHandlers = (supervisor: Supervisor): CommandHandlers<typeof mailCommands> => {
  const restart = (ctx: CommandContext, accountId: number) =>
    ctx.afterCommit(() => supervisor()?.refresh(ctx.instance, accountId));
  const pause = async (ctx: CommandContext, accountId: number, paused: boolean) => {
    await pauseAccount(ctx, await changeableAccount(ctx, accountId, 'any'), paused);
    restart(ctx, accountId);
    return {};
  };
  return {
    async addAccount(ctx, account) {
      requireRight(ctx, 'mailList');
      const opened = await openAccount(ctx, ctx.person.id, account);
      restart(ctx, opened.accountId);
      return opened;
    },

    async updateAccount(ctx, { accountId, memberIds, sharedState, ...fields }) {
      const { box_id: boxId } = await changeableAccount(ctx, accountId);
      await holdGroups(ctx.db, ctx.instance.id);
      await holdBox(ctx.db, ctx.instance.id, boxId, 'update');
      const account = await changeableAccount(ctx, accountId);
      const requested = await membersOf(ctx, memberIds, account.owner_id);
      if (await isTaken(ctx.db, ctx.instance.id, fields, accountId)) return fail('MAIL_ACCOUNT_EXISTS');
      requireStored(ctx, account, fields);
      await updateAccount(ctx.db, ctx.instance.id, accountId, fields);
      // What may not be sent to the new server is not kept for it either.
      const kept = maySendSecrets(ctx.person, account, fields) ? {} : NO_SECRETS;
      const sealed = sealSecrets(ctx.secrets, ctx.instance.id, accountId, fields);
      await setSecrets(ctx.db, ctx.instance.id, accountId, { ...kept, ...sealed });
      const members = await shareWith(ctx, account, requested);
      await changeBox(ctx, account, { name: fields.email, sharedState, members });
      restart(ctx, accountId);
      return {};
    },

    async removeAccount(ctx, { accountId }) {
      const account = await changeableAccount(ctx, accountId, 'any');
      await retireAccount(ctx.db, ctx.instance.id, accountId, new Date(ctx.now()));
      announce(ctx, { email: account.email, change: 'removed', members: [], left: everybody(account) });
      restart(ctx, accountId);
      return {};
    },

    pauseAccount: (ctx, { accountId }) => pause(ctx, accountId, true),
    resumeAccount: (ctx, { accountId }) => pause(ctx, accountId, false),

    async syncAccount(ctx, { accountId }) {
      await seenAccount(ctx, accountId);
      ctx.afterCommit(() => supervisor()?.wake(ctx.instance.id, accountId));
      return {};
    },
    ...addressCommandHandlers,
    ...unreadableCommandHandlers((instanceId, accountId) => supervisor()?.wake(instanceId, accountId)),
  };
};
