import type { mailCommands } from '@kontor/contract/mail';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { holdBox, requireRight, setBoxMembers, updateBox } from '../account/index.ts';
import { removeViewers } from '../activity/index.ts';
import { changeableAccount, maySendPassword, seenAccount } from './access.ts';
import { announce, membersOf, openAccount } from './accounts.ts';
import { enqueueShowing } from './jobs.ts';
import { keepThroughOtherBoxes } from './store/mails.ts';
import { isTaken, retireAccount, setPassword, updateAccount } from './store/accounts.ts';
import { passwordBinding, type MailSupervisor } from './supervisor.ts';

type Supervisor = () => MailSupervisor | undefined;

export const commandHandlers = (supervisor: Supervisor): CommandHandlers<typeof mailCommands> => {
  const restart = (ctx: CommandContext, accountId: number) =>
    ctx.afterCommit(() => supervisor()?.refresh(ctx.instance, accountId));
  return {
    async addAccount(ctx, account) {
      requireRight(ctx, 'mailList');
      const opened = await openAccount(ctx, ctx.person.id, account);
      restart(ctx, opened.accountId);
      return opened;
    },

    async updateAccount(ctx, { accountId, password, memberIds, sharedState, ...fields }) {
      const { box_id: boxId } = await changeableAccount(ctx, accountId);
      await holdBox(ctx.db, ctx.instance.id, boxId, 'update');
      const account = await changeableAccount(ctx, accountId);
      const members = await membersOf(ctx, memberIds, account.owner_id);
      if (await isTaken(ctx.db, ctx.instance.id, fields, accountId)) return fail('MAIL_ACCOUNT_EXISTS');
      if (password === '' && !maySendPassword(ctx.person, account, fields)) {
        return fail('PARAMETERS_INVALID', { errors: [{ path: 'password', message: 'TEXT_EMPTY' }] });
      }
      await updateAccount(ctx.db, ctx.instance.id, accountId, fields);
      if (password !== '') {
        const sealed = ctx.secrets.seal(password, passwordBinding(ctx.instance.id, accountId));
        await setPassword(ctx.db, ctx.instance.id, accountId, sealed);
      }
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

    async syncAccount(ctx, { accountId }) {
      await seenAccount(ctx, accountId);
      ctx.afterCommit(() => supervisor()?.wake(ctx.instance.id, accountId));
      return {};
    },
  };
};
