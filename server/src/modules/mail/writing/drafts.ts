import { tidyName, type ParamsOf } from '@kontor/contract/kernel';
import { writingEvents, type WrittenMail, type writingCommands } from '@kontor/contract/mail';
import type { ChangeContext, CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { releaseUploads, takeUploads } from '../../../platform/uploads/index.ts';
import { requireRight } from '../../account/index.ts';
import type { ItemKinds } from '../../activity/index.ts';
import { draftViewer, peopleOf, seesDraft, usableSender } from './access.ts';
import { cleanWritten } from './clean.ts';
import { resolveFiles } from './files.ts';
import {
  countDrafts,
  findDraft,
  findDraftByKey,
  insertDraft,
  lockDraft,
  updateDraft,
  type DraftKind,
  type DraftRow,
} from './store/drafts.ts';
import { filesOfDraft, writeFiles, type WrittenFile } from './store/files.ts';
import { findSender } from './store/senders.ts';
import { seesMail } from './store/mails.ts';
import { KEPT_MS } from './sweep.ts';
import { toDraftContent } from './views.ts';

/** Drafts and templates that one person may have. */
export const MAX_DRAFTS = 2000;

type Saved = ParamsOf<typeof writingCommands.saveDraft>;

/** Returns a draft that the person sees, locked in this transaction; one in the trash too. Throws NOT_FOUND if it is not theirs. */
async function takeDraft(ctx: CommandContext, found: DraftRow | undefined): Promise<DraftRow | undefined> {
  if (found === undefined) return undefined;
  await lockDraft(ctx.db, ctx.instance.id, found.draft_id);
  const draft = await findDraft(ctx.db, ctx.instance.id, found.draft_id);
  if (draft === undefined) return undefined;
  return seesDraft(await draftViewer(ctx), draft) ? draft : fail('NOT_FOUND');
}

/** Whether a person may change a draft that they see: global templates of others only administrators. */
const mayChange = ({ person }: CommandContext, draft: DraftRow): boolean =>
  draft.kind !== 'template' || draft.owner_id === person.id || person.isAdministrator;

/** Who sees a draft or template; of a global template without an account that is everybody, and its owner alone here. */
export async function viewersOfDraft(ctx: ChangeContext, draft: DraftRow): Promise<readonly number[]> {
  const sender =
    draft.is_global && draft.sender_id !== null
      ? await findSender(ctx.db, ctx.instance.id, draft.sender_id)
      : undefined;
  return [draft.owner_id, ...(sender === undefined ? [] : peopleOf(sender))];
}

/** Tells those who see a draft, as it was or as it is, that it is another. */
export async function tellDraft(ctx: CommandContext, rows: readonly (DraftRow | undefined)[]): Promise<void> {
  const drafts = rows.filter((row) => row !== undefined);
  const last = drafts.at(-1);
  if (last === undefined) return;
  const users: number[] = [];
  for (const draft of drafts) users.push(ctx.person.id, ...(await viewersOfDraft(ctx, draft)));
  const payload = {
    keys: ['mailDrafts', `draft:${last.draft_id}`],
    processIds: [...ctx.processIds],
    aggregateIds: [],
    draftId: last.draft_id,
    version: last.version,
    byUserId: ctx.person.id,
  };
  // A global template without an account is everybody's.
  const isEverybodys = drafts.some((draft) => draft.is_global && draft.kind === 'template' && draft.sender_id === null);
  ctx.emit(writingEvents.draftChanged, isEverybodys ? 'instance' : { users: [...new Set(users)] }, payload);
}

/** What the mail is about has to be the person's own to see, unless the draft has it already. */
async function requireParts(ctx: CommandContext, written: WrittenMail, known: DraftRow | undefined): Promise<void> {
  const { senderAccountId, replyOrForwardMailAggregateId: original } = written;
  if (senderAccountId !== null && senderAccountId !== known?.sender_id)
    await usableSender(ctx, senderAccountId, original?.entryId);
  if (original === null || (original.module === 'email' && original.entryId === known?.answer_mail_id)) return;
  const isSeen =
    original.module === 'email' && (await seesMail(ctx.db, ctx.instance.id, ctx.person.id, original.entryId));
  if (!isSeen) fail('NOT_FOUND');
}

const columnsOf = (ctx: CommandContext, written: WrittenMail) => ({
  sender_id: written.senderAccountId,
  signature_id: written.signatureId,
  subject: written.subject,
  content: written.isPlain ? written.content : cleanWritten(written.content),
  is_plain: written.isPlain,
  receivers: JSON.stringify({
    to: written.receiversTo,
    cc: written.receiversCC,
    bcc: written.receiversBCC,
  }),
  template_id: written.templateId,
  saved_at: new Date(ctx.now()),
  saved_by: ctx.person.id,
});

const answerOf = ({ replyOrForwardMailAggregateId: original, replyOrForwardType }: WrittenMail) => ({
  answer_type: original === null ? null : (replyOrForwardType ?? 'reply'),
  answer_mail_id: original?.entryId ?? null,
});

const uploadsIn = (files: readonly WrittenFile[]): number[] =>
  files.flatMap(({ source, attachmentId }) => (source === 'upload' && attachmentId !== null ? [attachmentId] : []));

/** Gives a draft its files, and counts what it names for the first time, or no more. */
async function keepFiles(ctx: CommandContext, draftId: number, files: readonly WrittenFile[]): Promise<void> {
  const before = new Set(uploadsIn(await filesOfDraft(ctx.db, ctx.instance.id, draftId)));
  const now = new Set(uploadsIn(files));
  const isKept = await takeUploads(
    ctx,
    [...now].filter((id) => !before.has(id)),
  );
  if (!isKept) fail('MAIL_ATTACHMENT_MISSING');
  await releaseUploads(
    ctx,
    [...before].filter((id) => !now.has(id)),
  );
  await writeFiles(ctx.db, ctx.instance.id, draftId, files);
}

/** Saves what is written over `known`, or as a new draft of this key. */
async function save(
  ctx: CommandContext,
  written: Saved,
  about: {
    readonly known: DraftRow | undefined;
    readonly key: string;
    readonly kind: DraftKind;
    readonly name: string;
    readonly itemKinds: ItemKinds;
  },
): Promise<DraftRow> {
  const { db, instance, person } = ctx;
  const { known, key, kind, name } = about;
  if (known?.outgoing_id) return fail('MAIL_ALREADY_SENT');
  if (known !== undefined && !mayChange(ctx, known)) return fail('RIGHT_MISSING');
  if (known !== undefined && known.version !== written.aggregateVersion)
    return fail('VERSION_CONFLICT', { data: await toDraftContent(ctx, known) });
  await requireParts(ctx, written, known);
  const isMore = known === undefined || known.deleted_at !== null;
  if (isMore && (await countDrafts(db, instance.id, known?.owner_id ?? person.id)) >= MAX_DRAFTS)
    return fail('MAIL_DRAFT_TOO_MANY');
  const ref = known === undefined ? {} : { draftId: known.draft_id, draftKey: null };
  const files = await resolveFiles(ctx, about.itemKinds, { ...written, ...ref });
  const columns = {
    ...columnsOf(ctx, written),
    ...(kind === 'template' ? { answer_type: null, answer_mail_id: null } : answerOf(written)),
    kind,
    name,
    // Whose it is decides whether others have it too.
    is_global: known === undefined || known.owner_id === person.id ? written.isGlobal : known.is_global,
    deleted_at: null,
  };
  let draftId = known?.draft_id;
  if (draftId === undefined)
    draftId = await insertDraft(db, { instance_id: instance.id, draft_key: key, owner_id: person.id, ...columns });
  else await updateDraft(db, instance.id, draftId, columns);
  // Somebody has made one of this key meanwhile: it is the draft, and this is an edit that began before it.
  if (draftId === undefined) return saveOver(ctx, written, about);
  await keepFiles(ctx, draftId, files);
  const now = (await findDraft(db, instance.id, draftId)) ?? fail('NOT_FOUND');
  await tellDraft(ctx, [known, now]);
  return now;
}

async function saveOver(
  ctx: CommandContext,
  written: Saved,
  about: Omit<Parameters<typeof save>[2], 'known'>,
): Promise<DraftRow> {
  const known = await takeDraft(ctx, await findDraftByKey(ctx.db, ctx.instance.id, about.key));
  return save(ctx, written, { ...about, known: known ?? fail('NOT_FOUND') });
}

/** Returns the draft that is being saved if there is one. Throws NOT_FOUND if the id or the key is of something else. */
async function draftToSave(ctx: CommandContext, { draftId, draftKey }: Saved): Promise<DraftRow | undefined> {
  const { db, instance } = ctx;
  const byKey = draftKey === null ? undefined : await findDraftByKey(db, instance.id, draftKey);
  const byId = byKey === undefined && draftId !== null ? await findDraft(db, instance.id, draftId) : undefined;
  // An id that names nothing any more is no reason to lose what was written, where the key says which draft it is.
  if (byKey === undefined && byId === undefined)
    return draftId !== null && draftKey === null ? fail('NOT_FOUND') : undefined;
  const draft = await takeDraft(ctx, byKey ?? byId);
  return draft?.kind === 'template' ? fail('NOT_FOUND') : draft;
}

/** The template that is edited: one whose key it is, or whose id is given without a key; else a new one is made. */
async function templateToSave(ctx: CommandContext, { templateId, draftKey }: Saved): Promise<DraftRow | undefined> {
  const { db, instance } = ctx;
  const byKey = draftKey === null ? undefined : await findDraftByKey(db, instance.id, draftKey);
  if (byKey?.kind === 'template') return takeDraft(ctx, byKey);
  if (draftKey !== null || templateId === null) return undefined;
  const template = await takeDraft(ctx, await findDraft(db, instance.id, templateId));
  return template?.kind === 'template' ? template : fail('NOT_FOUND');
}

type DraftCommands = Pick<
  CommandHandlers<typeof writingCommands>,
  'saveDraft' | 'saveTemplate' | 'deleteDraftOrTemplate' | 'restoreDraft'
>;

export const draftCommandHandlers = (itemKinds: () => ItemKinds): DraftCommands => ({
  async saveDraft(ctx, written) {
    requireRight(ctx, 'createMail');
    const known = await draftToSave(ctx, written);
    const kind = written.autoSave ? (known?.kind ?? 'auto') : 'draft';
    const key = known?.draft_key ?? written.draftKey ?? ctx.newId();
    const row = await save(ctx, written, { known, key, kind, name: written.draftName, itemKinds: itemKinds() });
    return { draftId: row.draft_id, version: row.version, savedAt: row.saved_at.toISOString() };
  },

  async saveTemplate(ctx, written) {
    requireRight(ctx, 'createMail');
    const name = tidyName(written.templateName);
    if (name === '') return fail('MAIL_TEMPLATE_NAME_MISSING');
    const known = await templateToSave(ctx, written);
    const isTaken =
      written.draftKey !== null && (await findDraftByKey(ctx.db, ctx.instance.id, written.draftKey)) !== undefined;
    // The key of a draft that becomes a template besides stays the draft's.
    const key = known?.draft_key ?? (isTaken ? ctx.newId() : (written.draftKey ?? ctx.newId()));
    const row = await save(
      ctx,
      { ...written, templateId: null },
      { known, key, kind: 'template', name, itemKinds: itemKinds() },
    );
    return { templateId: row.draft_id, version: row.version, savedAt: row.saved_at.toISOString() };
  },

  async deleteDraftOrTemplate(ctx, { draftOrTemplateId, type }) {
    requireRight(ctx, 'createMail');
    const { db, instance } = ctx;
    const draft = await takeDraft(ctx, await findDraft(db, instance.id, draftOrTemplateId));
    const isThere = draft !== undefined && draft.deleted_at === null && draft.outgoing_id === null;
    if (!isThere || (draft.kind === 'template') !== (type === 'template')) return fail('NOT_FOUND');
    if (!mayChange(ctx, draft)) return fail('RIGHT_MISSING');
    const version = await updateDraft(db, instance.id, draft.draft_id, { deleted_at: new Date(ctx.now()) });
    await tellDraft(ctx, [{ ...draft, version }]);
    return {};
  },

  async restoreDraft(ctx, { draftOrTemplateId }) {
    requireRight(ctx, 'createMail');
    const { db, instance } = ctx;
    const draft = await takeDraft(ctx, await findDraft(db, instance.id, draftOrTemplateId));
    const isOver = draft?.deleted_at !== null && Number(draft?.deleted_at) < ctx.now() - KEPT_MS;
    if (draft === undefined || isOver || !mayChange(ctx, draft)) return fail('NOT_FOUND');
    if (draft.outgoing_id !== null) return fail('MAIL_ALREADY_SENT');
    if (draft.deleted_at === null) return {};
    const version = await updateDraft(db, instance.id, draft.draft_id, { deleted_at: null });
    await tellDraft(ctx, [{ ...draft, version }]);
    return {};
  },
});
