import type { mailCommands } from '@kontor/contract/mail';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { holdBox, requireRight, setBoxMembers, updateBox } from '../account/index.ts';
import { removeViewers } from '../activity/index.ts';
import { changeableAccount, maySendSecrets, seenAccount } from './access.ts';
import { announce, membersOf, openAccount } from './accounts.ts';
import { NO_SECRETS, requireStored, sealSecrets } from './credentials.ts';
import { enqueueShowing } from './jobs.ts';
import { keepThroughOtherBoxes } from './store/mails.ts';
import { isTaken, retireAccount, setPaused, setSecrets, updateAccount } from './store/accounts.ts';
import type { MailSupervisor } from './supervisor.ts';

type Supervisor = () => MailSupervisor | undefined;

export const commandHandlers = (supervisor: Supervisor): CommandHandlers<typeof mailCommands> => {
  const restart = (ctx: CommandContext, accountId: number) =>
    ctx.afterCommit(() => supervisor()?.refresh(ctx.instance, accountId));
  const pause = async (ctx: CommandContext, accountId: number, paused: boolean) => {
    const account = await changeableAccount(ctx, accountId);
    await setPaused(ctx.db, ctx.instance.id, accountId, paused);
    announce(ctx, [account.owner_id, ...account.member_ids]);
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
      await holdBox(ctx.db, ctx.instance.id, boxId, 'update');
      const account = await changeableAccount(ctx, accountId);
      const members = await membersOf(ctx, memberIds, account.owner_id);
      if (await isTaken(ctx.db, ctx.instance.id, fields, accountId)) return fail('MAIL_ACCOUNT_EXISTS');
      requireStored(ctx, account, fields);
      await updateAccount(ctx.db, ctx.instance.id, accountId, fields);
      // What may not be sent to the new server is not kept for it either.
      const kept = maySendSecrets(ctx.person, account, fields) ? {} : NO_SECRETS;
      const sealed = sealSecrets(ctx.secrets, ctx.instance.id, accountId, fields);
      await setSecrets(ctx.db, ctx.instance.id, accountId, { ...kept, ...sealed });
      await updateBox(ctx.db, ctx.instance.id, account.box_id, { name: fields.email, sharedState });
      await setBoxMembers(ctx.db, ctx.instance.id, account.box_id, members);
      const joined = members.filter((id) => !account.member_ids.includes(id));
      if (joined.length > 0) await enqueueShowing(ctx, account.box_id, joined);
      const left = account.member_ids.filter((id) => !members.includes(id));
      if (left.length > 0) {
        await keepThroughOtherBoxes(ctx.db, ctx.instance.id, account.box_id, left);
        await removeViewers(ctx, 'email', account.box_id, left);
      }
      announce(ctx, [...members, ...account.member_ids]);
      restart(ctx, accountId);
      return {};
    },

    async removeAccount(ctx, { accountId }) {
      const account = await changeableAccount(ctx, accountId);
      await retireAccount(ctx.db, ctx.instance.id, accountId, new Date(ctx.now()));
      announce(ctx, [account.owner_id, ...account.member_ids]);
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
  };
};
