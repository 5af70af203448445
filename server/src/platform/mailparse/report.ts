import { headerFields } from './content-key.ts';
import type { DeliveryReport, ParsedAttachment } from './parsed-mail.ts';
import { oneLine } from './text.ts';

const MAX_RECEIVERS = 1000;
const MAX_BYTES = 1024 * 1024;
const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/** What a mail's parts tell of another mail; null where it is no report. */
export function reportOf(attachments: readonly ParsedAttachment[]): DeliveryReport | null {
  const status = attachments.find(({ contentType }) => /^message\/(global-)?delivery-status$/.test(contentType));
  if (status === undefined) return null;
  const text = Buffer.from(status.bytes.subarray(0, MAX_BYTES)).toString('latin1').replace(/\r\n/g, '\n');
  const [first, ...rest] = text.split(/\n[ \t]*\n+/).filter((group) => group.trim() !== '');
  const about = fieldsOf(first ?? '');
  const returned = attachments.find(({ contentType }) =>
    /^(text\/(rfc822-headers|global-headers)|message\/(rfc822|global))$/.test(contentType),
  );
  const head = returned === undefined ? new Map<string, string>() : fieldsOf(headOf(returned.bytes));
  const receivers = rest.slice(0, MAX_RECEIVERS).flatMap((group) => {
    const fields = fieldsOf(group);
    const action = ACTIONS.find((one) => one === fields.get('action')?.toLowerCase());
    const address = bare(fields.get('original-recipient')) || bare(fields.get('final-recipient'));
    if (action === undefined || address === '') return [];
    const words = [fields.get('status') ?? '', (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '')];
    return [{ address, action, answer: oneLine(words.filter(Boolean).join(' '), 500) }];
  });
  return {
    envelopeId: oneLine(about.get('original-envelope-id') ?? '', 200) || null,
    messageId: oneLine((head.get('message-id') ?? '').replace(/^\s*<|>\s*$/g, ''), 500) || null,
    reference: referenceOf(head.get('x-kontor-ref')),
    receivers,
  };
}

/** Words of a mail server's refusal: `550 5.1.1 …`. */
const REFUSAL = /\b[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}\b)?[^\r\n]{0,400}/;

/**
 * Returns the same for a mail without such parts, whose header names the recipient that was not reached and the mail that it answers, as
 * many servers write it. `text`: the text of the mail. Returns null if it is no report.
 */
export function plainReportOf(
  { failed, inReplyTo }: { readonly failed: string | undefined; readonly inReplyTo: string | undefined },
  text: string,
): DeliveryReport | null {
  const messageId = oneLine(/<([^<>\s]{1,500})>/.exec(inReplyTo ?? '')?.[1] ?? '', 500);
  const addresses = (failed ?? '').slice(0, 100_000).match(/[^\s<>,;"]{1,200}@[^\s<>,;"]{1,200}/g) ?? [];
  if (messageId === '' || addresses.length === 0) return null;
  const answer = oneLine(REFUSAL.exec(text.slice(0, 50_000))?.[0] ?? '', 500);
  const receivers = [...new Set(addresses)].slice(0, MAX_RECEIVERS);
  return {
    envelopeId: null,
    messageId,
    reference: null,
    receivers: receivers.map((address) => ({ address: oneLine(address, 320), action: 'failed', answer })),
  };
}

const headOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.subarray(0, MAX_BYTES)).toString('latin1').replace(/\r\n/g, '\n');
  const end = text.indexOf('\n\n');
  return end < 0 ? text : text.slice(0, end);
};

/** Fields by their names in lower case; of several of a name the first. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { name, value } of headerFields(Buffer.from(text, 'latin1')))
    if (!fields.has(name)) fields.set(name, value);
  return fields;
}

/** An address without its kind and brackets: `rfc822;paul@werft.example`. */
const bare = (field: string | undefined): string =>
  oneLine((field ?? '').replace(/^\s*[\w-]+\s*;\s*/, '').replace(/^<|>$/g, ''), 320);

/** What mails of ours bear in their header. */
export const referenceOf = (value: string | undefined): string | null =>
  /^[0-9a-f]{32}$/.test(value?.trim() ?? '') ? (value ?? '').trim() : null;
