import { rightsToBits } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import type { teamworkCommands, teamworkQueries } from '@kontor/contract/mail';
import type { ChangeContext, CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { avatarAddress, knownUserIds, requireRight } from '../../account/index.ts';
import { addViewers, lockItems, patchExtras, putNotes, readBoxIn } from '../../activity/index.ts';
import { seenMail } from '../reading/seen.ts';
import { callSubstitutes } from './absence/substituting.ts';
import { claimableMails } from './store/claims.ts';
import {
  changeComment,
  commentsOf,
  findComment,
  insertComment,
  unseeingAmong,
  type CommentRow,
} from './store/comments.ts';

type Comment = ResultOf<(typeof teamworkQueries)['comments']>[number];

const MAIL_LIST = rightsToBits(['mailList']);

const toComment = (row: CommentRow, userId: number): Comment => ({
  commentId: row.comment_id,
  userId: row.user_id,
  name: row.name,
  avatar: avatarAddress(row),
  content: row.content,
  mentions: [...row.mentions],
  at: row.at.getTime(),
  editedAt: row.edited_at?.getTime() ?? null,
  changeable: row.user_id === userId,
  version: row.version,
});

/** After the comments on a mail have changed: it is found by what they say, and shows how many they are. */
async function follow(ctx: ChangeContext, mailId: number): Promise<void> {
  const rows = await commentsOf(ctx.db, ctx.instance.id, mailId);
  const notes = rows.map((row) => ({ userId: row.user_id, boxId: row.box_id, text: row.content }));
  await putNotes(ctx, mailId, notes);
  await patchExtras(ctx, mailId, { comments: rows.length });
}

/** Lets people who are named see the mail where that is wanted. Throws COMMENT_UNSEEN for those who do not, or could not. */
async function requireSeeing(
  ctx: CommandContext,
  mailId: number,
  mentions: readonly number[],
  isShown: boolean,
): Promise<void> {
  const { db, instance } = ctx;
  if ((await knownUserIds(db, instance.id, mentions)).length < mentions.length) fail('NOT_FOUND');
  const unseeing = await unseeingAmong(db, instance.id, mailId, mentions, MAIL_LIST);
  const unable = isShown ? unseeing.filter(({ may_see: maySee }) => !maySee) : unseeing;
  if (unable.length > 0) fail('COMMENT_UNSEEN', { data: { userIds: unable.map(({ user_id: id }) => id) } });
  if (unseeing.length === 0) return;
  const viaBoxId = await readBoxIn(db, instance.id, ctx.person.id, mailId);
  const viewers = unseeing.map(({ user_id: userId }) => ({
    userId,
    boxId: 0,
    viaBoxId,
    status: 1 as const,
    mine: false,
  }));
  await addViewers(ctx, 'email', mailId, viewers);
}

/** Returns a comment on a mail that the person sees, taken for this transaction with the mail. Throws NOT_FOUND. */
async function takeComment(ctx: CommandContext, commentId: number): Promise<CommentRow> {
  requireRight(ctx, 'mailList');
  const { db, instance, person } = ctx;
  const found = (await findComment(db, instance.id, commentId)) ?? fail('NOT_FOUND');
  await lockItems(ctx, [found.mail_id]);
  const visible = await commentsOf(db, instance.id, found.mail_id, person.id);
  return visible.find((comment) => comment.comment_id === commentId) ?? fail('NOT_FOUND');
}

export const commentQueryHandlers: Pick<QueryHandlers<typeof teamworkQueries>, 'comments'> = {
  async comments(ctx, { aggregateId }) {
    const mail = await seenMail(ctx, aggregateId);
    const rows = await commentsOf(ctx.db, ctx.instance.id, mail.mail_id, ctx.person.id);
    return rows.map((row) => toComment(row, ctx.person.id));
  },
};

type CommentCommands = Pick<CommandHandlers<typeof teamworkCommands>, 'addComment' | 'editComment' | 'deleteComment'>;

export const commentCommandHandlers: CommentCommands = {
  async addComment(ctx, { aggregateId, content, mentions: named, isShown }) {
    const { db, instance, person } = ctx;
    const { mail_id: mailId } = await seenMail(ctx, aggregateId);
    await lockItems(ctx, [mailId]);
    const mentionedIds = [...new Set(named)];
    await requireSeeing(ctx, mailId, mentionedIds, isShown);
    // Who stands in for somebody who is away is meant too.
    const substituteIds = [...(await callSubstitutes(ctx, mentionedIds, mailId)).values()].filter(
      (id) => id !== person.id,
    );
    const mentions = [...new Set([...mentionedIds, ...substituteIds])];
    const comment = { mailId, userId: person.id, content, mentions, at: new Date(ctx.now()) };
    const commentId = await insertComment(db, instance.id, comment);
    await follow(ctx, mailId);
    return { commentId };
  },

  async editComment(ctx, { commentId, content, aggregateVersion }) {
    const comment = await takeComment(ctx, commentId);
    if (comment.user_id !== ctx.person.id) return fail('RIGHT_MISSING');
    if (comment.version !== aggregateVersion)
      return fail('VERSION_CONFLICT', { data: toComment(comment, ctx.person.id) });
    const edited = { content, edited_at: new Date(ctx.now()) };
    const version = await changeComment(ctx.db, ctx.instance.id, commentId, edited);
    await follow(ctx, comment.mail_id);
    return { version };
  },

  async deleteComment(ctx, { commentId }) {
    const { db, instance, person } = ctx;
    const comment = await takeComment(ctx, commentId);
    const [mail] = await claimableMails(db, instance.id, person.id, [comment.mail_id]);
    if (comment.user_id !== person.id && mail?.manages !== true) return fail('RIGHT_MISSING');
    const deleted = { content: '' as const, mentions: [], deleted_at: new Date(ctx.now()) };
    await changeComment(db, instance.id, commentId, deleted);
    await follow(ctx, comment.mail_id);
    return {};
  },
};
