import { buffer } from 'node:stream/consumers';
import { HEADER_BYTES, readHeaders } from '../../../../platform/mailparse/index.ts';
import type { InstanceContext } from '../../../../platform/operation/context.ts';
import { loadPerson, timeZoneOf } from '../../../account/index.ts';
import { knownSenders } from '../../senders/known.ts';
import { linkedInThread, recordsOfSender } from '../../linking/linking.ts';
import { plainText } from '../../reading/plain-text.ts';
import type { RuleFacts } from './rules.ts';
import type { RuleMail, RuleRow } from './store.ts';

/** The header fields of a mail by their names in lower case. */
async function headersOf(ctx: InstanceContext, mail: RuleMail): Promise<ReadonlyMap<string, readonly string[]>> {
  const isAll = mail.raw_size <= HEADER_BYTES;
  const range = isAll ? undefined : { start: 0, end: HEADER_BYTES - 1 };
  const { headers } = readHeaders(await buffer(ctx.blobs.stream(ctx.instance.id, mail.raw_hash, range)), isAll);
  const found = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    found.set(key, [...(found.get(key) ?? []), value]);
  }
  return found;
}

/** What rules know of a mail. `withHeaders`: they ask for more of its header than is stored. `arrivedAt`: milliseconds since 1970. */
export async function factsOf(
  ctx: InstanceContext,
  mail: RuleMail,
  withHeaders: boolean,
  arrivedAt: number,
): Promise<RuleFacts> {
  const headers = withHeaders ? await headersOf(ctx, mail) : new Map<string, readonly string[]>();
  const from = mail.people.from[0] ?? mail.people.sender;
  const { addresses } = await knownSenders(ctx);
  const verdict = mail.authentication?.verdict;
  return {
    people: mail.people,
    subject: mail.subject,
    body: plainText(mail.html),
    attachmentNames: mail.names,
    header: (name) => headers.get(name.toLowerCase()) ?? [],
    bytes: mail.raw_size,
    hasAttachment: mail.names.length > 0,
    isBulk: mail.bulk,
    isAutomatic: mail.auto_submitted,
    isInvitation: mail.invitation !== null,
    isWarned: mail.warnings.length > 0,
    isKnownSender: mail.is_known || addresses.has(from?.address.toLowerCase() ?? ''),
    isOfRecord: false,
    isLinked: false,
    verdict: verdict === 'confirmed' || verdict === 'failed' ? verdict : 'unconfirmed',
    arrivedAt,
    timeZone: timeZoneOf(ctx.instance),
  };
}

/** The same with what a rule asks of records; nothing of it is true where who made the rule sees none. */
export async function withRecords(
  ctx: InstanceContext,
  facts: RuleFacts,
  about: {
    readonly mail: RuleMail;
    /** Who sees the mail, and of its thread what counts. */
    readonly userId: number;
    readonly rule: Pick<RuleRow, 'conditions' | 'owner_id'>;
  },
): Promise<RuleFacts> {
  const { mail, userId, rule } = about;
  const usedFields = new Set<string>(rule.conditions.conditions.map(({ field }) => field));
  if (!usedFields.has('isOfRecord') && !usedFields.has('isLinked')) return facts;
  if ((await loadPerson(ctx, rule.owner_id))?.rights.idoList !== true) return facts;
  return {
    ...facts,
    isOfRecord: usedFields.has('isOfRecord') && (await recordsOfSender(ctx, mail)).length > 0,
    isLinked: usedFields.has('isLinked') && (await linkedInThread(ctx, userId, mail)).length > 0,
  };
}
