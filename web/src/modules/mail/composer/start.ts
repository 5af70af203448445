import {
  mailQueries,
  writingQueries,
  type MailDetail,
  type ReplyType,
  type SendingAccount,
  REPLY_TYPES,
} from '@kontor/contract/mail';
import { itemKey, parseAggregateId, type ResultOf } from '@kontor/contract/kernel';
import type { Client } from '../../../client/client.ts';
import { quotedContent } from '../parts/quote.ts';
import { EMPTY, type WrittenNode } from '../../../editor/document.ts';
import { toPlain } from './editor/plain.ts';
import { fromText } from './editor/to-text.ts';
import { parseMailto, type Mailto } from './mailto.ts';
import { textOfHtml } from './quoting.ts';
import { parseReceivers, withReceivers } from './receivers/parse.ts';
import { toDoc } from './schema.ts';
import { fileOfRow, fromContent, type Writing, type WrittenFile } from './state.ts';
import type { ComposerTexts } from './texts.ts';

export interface StartOptions {
  readonly params: Readonly<Record<string, string>>;
  readonly draftKey: string;
  /** A `mailto:` link that the mail is begun by, and the sender that it is to be from. */
  readonly mailto?: string | undefined;
  readonly senderId?: number | undefined;
  /** An item that goes along as a file, and what is known of that file. */
  readonly attach?: { readonly aggregateId: string; readonly name: string; readonly bytes: number } | undefined;
  readonly texts: ComposerTexts;
  readonly format: (seconds: number) => string;
  readonly isPlain: boolean;
  readonly quote: 'above' | 'below' | 'none';
}

export interface Started {
  readonly writing: Writing;
  readonly warns: readonly (keyof ComposerTexts['warns'])[];
}

const isReply = (kind: string | undefined): kind is ReplyType => REPLY_TYPES.some((type) => type === kind);

const blank = (draftKey: string, isPlain: boolean): Writing => ({
  draftKey,
  kind: 'mail',
  draftId: null,
  version: null,
  draftName: '',
  isGlobal: false,
  subject: '',
  receiversTo: [],
  receiversCC: [],
  receiversBCC: [],
  doc: EMPTY,
  isPlain,
  senderAccountId: null,
  signatureId: null,
  templateId: null,
  answer: null,
  files: [],
  importance: 'normal',
  wantsDelivery: false,
});

/** The signature as a part of the text; nothing where there is none. */
export async function signatureNode(html: string, signatureId: number): Promise<WrittenNode[]> {
  const { content = [] } = await toDoc(html);
  return content.length === 0 ? [] : [{ type: 'signature', attrs: { signatureId }, content }];
}

const line = (text: string): WrittenNode => ({
  type: 'paragraph',
  content: text === '' ? [] : [{ type: 'text', text }],
});

async function quoteNodes(mail: MailDetail, type: ReplyType, { texts, format }: StartOptions): Promise<WrittenNode[]> {
  const sender = mail.senderRealName || mail.senderAddress;
  const when = format(mail.timestamp);
  const fragment = await quotedContent(mail.readableContentHTML, '');
  const text = await textOfHtml(fragment.querySelector('blockquote')?.innerHTML ?? '');
  const quote: WrittenNode = {
    type: 'quotedMail',
    attrs: { aggregateId: mail.aggregateId, whole: true, html: '', text, label: texts.quoteOf(sender, when) },
  };
  if (type !== 'forward') return [line(texts.wrote(sender, when)), quote];
  const people = (list: MailDetail['receiverAddressesTo']): string =>
    list
      .map(({ receiver, receiverRealName }) =>
        receiverRealName === '' ? receiver : `${receiverRealName} <${receiver}>`,
      )
      .join(', ');
  const head = [
    `${texts.from}: ${mail.senderRealName === '' ? mail.senderAddress : `${mail.senderRealName} <${mail.senderAddress}>`}`,
    when,
    `${texts.to}: ${people(mail.receiverAddressesTo)}`,
    ...(mail.receiverAddressesCC.length > 0 ? [`${texts.cc}: ${people(mail.receiverAddressesCC)}`] : []),
    `${texts.subject}: ${mail.subject}`,
  ];
  const lines = head.flatMap((one, index): WrittenNode[] => [
    ...(index === 0 ? [] : [{ type: 'hardBreak' }]),
    { type: 'text', text: one },
  ]);
  const title: WrittenNode = {
    type: 'paragraph',
    content: [{ type: 'text', text: texts.forwarded, marks: [{ type: 'bold' }] }],
  };
  return [title, { type: 'paragraph', content: lines }, quote];
}

async function answer(client: Client, type: ReplyType, aggregateId: string, given: StartOptions): Promise<Started> {
  const [prepared, mail, accounts] = await Promise.all([
    client.ask.run(writingQueries.prepareAnswer, { aggregateId, replyOrForwardType: type }),
    client.ask.run(mailQueries.details, { aggregateId }),
    client.ask.run(writingQueries.accounts, {}),
  ]);
  const signature = accounts.signatures.find((one) => one.id === prepared.signatureId);
  const own = signature === undefined ? [] : await signatureNode(signature.mailsignature, signature.id);
  const isWhole = type === 'reply' || type === 'replyAll' || type === 'forward';
  const wantsQuote = isWhole && (type === 'forward' || given.quote !== 'none');
  const quote = wantsQuote ? await quoteNodes(mail, type, given) : [];
  const asNew = type === 'editAsNew' ? ((await toDoc(mail.readableContentHTML)).content ?? []) : [];
  const empty = line('');
  const filled =
    prepared.templateId === null || type === 'editAsNew'
      ? undefined
      : await fillTemplate(client, prepared.templateId, {
          senderAccountId: prepared.senderAccountId,
          replyOrForwardMailAggregateId: aggregateId,
        });
  const begin = filled?.doc.content ?? [empty];
  const content =
    type === 'editAsNew'
      ? asNew
      : given.quote === 'above' || type === 'forward'
        ? [...begin, ...own, ...quote]
        : [...quote, ...begin, ...own];
  const doc: WrittenNode = { type: 'doc', content: content.length === 0 ? [empty] : content };
  const isOriginal = (attachmentId: number): boolean => prepared.originalAttachmentIds.includes(attachmentId);
  const files = mail.mailModelAttachments
    .filter(({ attachmentId }) => isOriginal(attachmentId))
    .map((file) => ({
      key: `original ${file.attachmentId}`,
      name: file.filename,
      size: file.fileSize,
      type: file['content-type'],
      isInline: false,
      originalId: file.attachmentId,
    }));
  const whole =
    type === 'forwardAsAttachment'
      ? [
          {
            key: 'mail',
            name: `${mail.subject || given.texts.quote}.eml`,
            size: 0,
            type: 'message/rfc822',
            isInline: false,
            item: { aggregateId, storageKey: '' },
          },
        ]
      : [];
  return {
    writing: {
      ...blank(given.draftKey, given.isPlain),
      subject: prepared.subject,
      receiversTo: prepared.receiversTo,
      receiversCC: prepared.receiversCC,
      receiversBCC: prepared.receiversBCC,
      doc: given.isPlain ? toPlain(doc) : doc,
      senderAccountId: prepared.senderAccountId,
      signatureId: prepared.signatureId,
      templateId: prepared.templateId,
      answer: { type, aggregateId },
      files: [...files, ...whole, ...(filled?.files ?? [])],
    },
    warns: prepared.warns,
  };
}

/** Whom a person writes as where nothing says otherwise. */
function defaultSender(all: readonly SendingAccount[] = []): SendingAccount | undefined {
  const senders = all.filter(({ canSend }) => canSend);
  return senders.find(({ isTheStandardMailAccount }) => isTheStandardMailAccount) ?? senders[0];
}

/** A template with its placeholders filled as far as anything is known. */
async function fillTemplate(
  client: Client,
  templateId: number,
  about: { readonly senderAccountId: number | null; readonly replyOrForwardMailAggregateId?: string },
): Promise<Writing> {
  const content = await client.ask.run(writingQueries.fillTemplate, { templateId, ...about });
  return fromContent(content, await toDoc(content.Content, content.isPlain), 'mail');
}

/** A new mail of a template. */
async function fromTemplate(
  client: Client,
  templateId: number,
  senderAccountId: number | null,
  draftKey: string,
): Promise<Writing> {
  const filled = await fillTemplate(client, templateId, { senderAccountId });
  const own = { draftKey, draftId: null, version: null, draftName: '', isGlobal: false, templateId };
  return { ...filled, ...own, senderAccountId: filled.senderAccountId ?? senderAccountId };
}

/** The file of another item that a new mail begins with, where it does. */
async function fileOf(client: Client, { params, attach, texts }: StartOptions): Promise<WrittenFile[]> {
  const id = attach === undefined ? undefined : parseAggregateId(attach.aggregateId);
  if (attach !== undefined && id !== undefined) {
    const { aggregateId, name, bytes } = attach;
    const known = fileOfRow(aggregateId, client.store.get(itemKey(id)), texts.document);
    return [{ ...known, name: name || known.name, size: bytes || known.size }];
  }
  if (params['replyOrForwardType'] !== 'attach') return [];
  const [aggregateId = '', storageKey = ''] = [params['replyOrForwardId'], params['draftIdToLoad']];
  const found = await client.ask.run(mailQueries.attachments, { aggregateId, storageKeys: [storageKey] });
  return found.map((file) => ({
    key: `item ${storageKey}`,
    name: file.filename,
    size: file.fileSize,
    type: file['content-type'],
    isInline: false,
    item: { aggregateId, storageKey },
  }));
}

/** What a link asks for, in a mail that is begun. */
const withLink = (writing: Writing, link: Mailto, own: readonly WrittenNode[]): Writing => ({
  ...writing,
  subject: link.subject,
  receiversTo: withReceivers(writing.receiversTo, link.receiversTo),
  receiversCC: link.receiversCC,
  receiversBCC: link.receiversBCC,
  doc: link.body === '' ? writing.doc : { type: 'doc', content: [...(fromText(link.body).content ?? []), ...own] },
});

/** A draft or template that is gone on with. */
async function goOn(client: Client, draftOrTemplateId: number, kind: Writing['kind']): Promise<Started> {
  const content = await client.ask.run(writingQueries.draftOrTemplate, { draftOrTemplateId });
  return { writing: fromContent(content, await toDoc(content.Content, content.isPlain), kind), warns: [] };
}

type Known = ResultOf<typeof writingQueries.accounts> | undefined;

/** The signature that mails of a sender begin with. */
const standardOf = (accounts: Known, senderId: number | undefined) =>
  accounts?.signatures.find((one) => one.sendingAccountId === senderId && one.isTheStandSignatureForTheAccount);

/** What of a mail comes of a template: the one that is asked for, or the sender's usual one. */
async function filledFor(
  client: Client,
  { params, draftKey }: StartOptions,
  sender: SendingAccount | undefined,
): Promise<Writing | undefined> {
  const id = Number(params['draftIdToLoad'] ?? 0);
  const senderId = sender?.id ?? null;
  if (params['replyOrForwardType'] === 'from' && id > 0) return fromTemplate(client, id, senderId, draftKey);
  const templateId = sender?.standardTemplateId ?? null;
  // That the usual one is gone is no reason not to write.
  return templateId === null ? undefined : fromTemplate(client, templateId, senderId, draftKey).catch(() => undefined);
}

/** A new mail, or a template that is to come, which has no signature: each mail of it has that of who sends it. */
async function beginNew(client: Client, given: StartOptions, kind: Writing['kind']): Promise<Started> {
  const accounts = await client.ask.run(writingQueries.accounts, {}).catch(() => undefined);
  const all = accounts?.sendingAccounts;
  const sender = all?.find(({ id, canSend }) => canSend && id === given.senderId) ?? defaultSender(all);
  const signature = kind === 'template' ? undefined : standardOf(accounts, sender?.id);
  const own = signature === undefined ? [] : await signatureNode(signature.mailsignature, signature.id);
  const link = parseMailto(given.mailto ?? '');
  const isBare = kind === 'template' || link !== undefined;
  const files = await fileOf(client, given);
  const filled = isBare ? undefined : await filledFor(client, given, sender);
  const base = filled ?? { ...blank(given.draftKey, given.isPlain), doc: { type: 'doc', content: [line('')] } };
  const above = base.doc.content ?? [];
  const isSigned = above.some(({ type }) => type === 'signature');
  const begun: Writing = {
    ...base,
    kind,
    receiversTo: withReceivers(base.receiversTo, parseReceivers(given.params['receiverAddressTo'] ?? '')),
    doc: { type: 'doc', content: isSigned ? above : [...above, ...own] },
    isPlain: given.isPlain || base.isPlain,
    senderAccountId: base.senderAccountId ?? sender?.id ?? null,
    signatureId: signature?.id ?? null,
    files: [...base.files, ...files],
  };
  const linked = link === undefined ? begun : withLink(begun, link, own);
  return { writing: linked.isPlain ? { ...linked, doc: toPlain(linked.doc) } : linked, warns: [] };
}

/** What a mail begins with, by the address that it was opened by. */
export async function start(client: Client, given: StartOptions): Promise<Started> {
  const { params } = given;
  const kind = params['replyOrForwardType'];
  const id = Number(params['draftIdToLoad'] ?? 0);
  if (isReply(kind) && params['replyOrForwardId'] !== undefined)
    return answer(client, kind, params['replyOrForwardId'], given);
  if ((kind === 'draft' || kind === 'template') && id > 0)
    return goOn(client, id, kind === 'draft' ? 'mail' : 'template');
  return beginNew(client, given, kind === 'template' ? 'template' : 'mail');
}
