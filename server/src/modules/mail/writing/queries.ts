import type { writingQueries } from '@kontor/contract/mail';
import type { Instance, InstanceContext, QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { namesOf, requireRight, timeZoneOf } from '../../account/index.ts';
import { recordPlaceholders } from '../linking/linking.ts';
import { draftViewer, maySendFor, seesDraft, sendersOf, usableSender } from './access.ts';
import { originalOf, prepareAnswer, senderFor } from './answers.ts';
import { fieldsIn, fillFields } from './clean.ts';
import { MAX_DRAFTS } from './drafts.ts';
import { receiverFields, senderFields, timeFields } from './placeholders.ts';
import { receiversOf, type Language } from './rules.ts';
import { standardOf, toSendingAccount } from './senders.ts';
import { standardSignature, toSignature } from './signatures.ts';
import { draftLines, findDraft, type DraftGroup, type DraftRow } from './store/drafts.ts';
import { findWriter } from './store/people.ts';
import { chosenSender } from './store/senders.ts';
import { signaturesOf } from './store/signatures.ts';
import { toDraftContent, toDraftLine } from './views.ts';

export interface WritingParts {
  /** Whether the operator's mail server takes mails of accounts that have none of their own. */
  readonly hasRelay: (instance: Instance) => boolean;
  /** Bytes that text and files of one mail may have together. */
  readonly mostBytes: number;
  readonly languageOf: (ctx: Pick<InstanceContext, 'db' | 'instance'>, userId: number) => Promise<Language>;
}

/** Returns a draft or template that the person sees and that is one. Throws NOT_FOUND. */
async function openDraft(ctx: QueryContext, draftId: number): Promise<DraftRow> {
  requireRight(ctx, 'createMail');
  const draft = await findDraft(ctx.db, ctx.instance.id, draftId);
  if (draft === undefined || draft.deleted_at !== null || draft.outgoing_id !== null) return fail('NOT_FOUND');
  return seesDraft(await draftViewer(ctx), draft) ? draft : fail('NOT_FOUND');
}

export const writingQueryHandlers = (parts: WritingParts): QueryHandlers<typeof writingQueries> => ({
  async accounts(ctx) {
    requireRight(ctx, 'createMail');
    const { db, instance, person } = ctx;
    const senders = await sendersOf(ctx);
    const chosen = await chosenSender(db, instance.id, person.id);
    const standard = standardOf(person, senders, chosen);
    const usable = new Map(senders.filter((one) => maySendFor(person, one)).map((one) => [one.sender_id, one]));
    const signatures = await signaturesOf(db, instance.id, person.id, [...usable.keys()]);
    const viewer = { ...(await draftViewer(ctx)), instanceId: instance.id };
    const read = async (group: DraftGroup) => draftLines(db, viewer, group, MAX_DRAFTS);
    const groups = {
      autoDrafts: await read('auto'),
      drafts: await read('draft'),
      globalDrafts: await read('globalDraft'),
      templates: await read('template'),
      globalTemplates: await read('globalTemplate'),
    };
    const by = Object.values(groups).flatMap((rows) => rows.map(({ saved_by: userId }) => userId));
    const names = await namesOf(db, instance.id, [...new Set(by)]);
    const writer = await findWriter(db, instance.id, person.id);
    const lines = (rows: (typeof groups)['drafts']) => rows.map((row) => toDraftLine(row, names));
    return {
      autoDrafts: lines(groups.autoDrafts),
      drafts: lines(groups.drafts),
      globalDrafts: lines(groups.globalDrafts),
      templates: lines(groups.templates),
      globalTemplates: lines(groups.globalTemplates),
      sendingAccounts: senders.map((sender) =>
        toSendingAccount(person, sender, {
          isStandard: sender.sender_id === standard?.sender_id,
          hasRelay: parts.hasRelay(instance),
        }),
      ),
      signatures: signatures.flatMap((row) => {
        const sender = usable.get(row.sender_id);
        if (sender === undefined) return [];
        const isStandard = standardSignature(signatures, row.sender_id) === row;
        return toSignature(row, sender, { person, writer, isStandard });
      }),
      mostBytes: parts.mostBytes,
    };
  },

  async draftOrTemplate(ctx, { draftOrTemplateId }) {
    return toDraftContent(ctx, await openDraft(ctx, draftOrTemplateId));
  },

  async prepareAnswer(ctx, params) {
    requireRight(ctx, 'createMail');
    return prepareAnswer(ctx, params, await parts.languageOf(ctx, ctx.person.id));
  },

  async fillTemplate(ctx, { templateId, replyOrForwardMailAggregateId: originalId, receiver, senderAccountId }) {
    const { db, instance, person } = ctx;
    const template = await openDraft(ctx, templateId);
    if (template.kind !== 'template') return fail('NOT_FOUND');
    const original = originalId === null ? undefined : await originalOf(ctx, originalId);
    const senders = await sendersOf(ctx);
    const standard = (): Promise<number | null> => chosenSender(db, instance.id, person.id);
    const sender =
      senderAccountId !== null
        ? await usableSender(ctx, senderAccountId, original?.mail_id)
        : original === undefined
          ? standardOf(person, senders, await standard())
          : await senderFor(ctx, original, senders);
    const answered = original && receiversOf(original.people, 'reply', new Set()).to[0];
    const content = await toDraftContent(ctx, template);
    if (template.is_plain) return content;
    const to = receiver ?? answered ?? template.receivers.to?.[0];
    const filled = fillFields(template.content, {
      ...receiverFields(to),
      ...(await recordPlaceholders(ctx, person, { answeredId: original?.mail_id, address: to?.receiver })),
      ...senderFields(sender, await findWriter(db, instance.id, person.id)),
      ...timeFields(ctx.now(), timeZoneOf(instance), await parts.languageOf(ctx, person.id)),
      subject: original?.subject ?? template.subject,
      'instance.title': instance.title,
    });
    return { ...content, Content: filled, fields: fieldsIn(filled) };
  },
});
