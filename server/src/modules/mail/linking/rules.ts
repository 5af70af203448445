import type { Link } from '@kontor/contract/record';
import type { KnownRecord } from '../../record/index.ts';
import { addressKey } from '../../../platform/address-key.ts';
import type { MailPeople } from '../store/tables.ts';

/** A link of a mail, with what the mail is called. */
export interface ThreadLink {
  readonly mailId: number;
  readonly subject: string;
  readonly link: Link;
}

/** Everybody's address in a mail by the key that it is compared by, those of the sender first. */
export function addressesIn({ from, sender, replyTo, to, cc, bcc }: MailPeople): ReadonlyMap<string, string> {
  const people = [...from, ...(sender === null ? [] : [sender]), ...replyTo, ...to, ...cc, ...bcc];
  const byKey = new Map<string, string>();
  for (const { address } of people) {
    const key = addressKey(address);
    if (address !== '' && !byKey.has(key)) byKey.set(key, address);
  }
  return byKey;
}

/** Records that a mail may have to do with: by its addresses in their order, then by what its thread is linked with. */
export function suggestionsOf(
  addresses: ReadonlyMap<string, string>,
  byAddress: ReadonlyMap<string, readonly KnownRecord[]>,
  ofThread: readonly ThreadLink[],
): readonly Link[] {
  const known = [...addresses].flatMap(([key, address]) =>
    (byAddress.get(key) ?? []).map((record): Link => ({ ...toLink(record), reason: 'address', detail: address })),
  );
  const mates = ofThread.map(({ subject, link }): Link => ({
    ...link,
    isSuggested: true,
    reason: 'thread',
    detail: subject,
    at: null,
  }));
  return [...known, ...mates];
}

const toLink = ({ recordId, kindId, ...shown }: KnownRecord): Omit<Link, 'reason' | 'detail'> => ({
  ...shown,
  idoId: recordId,
  idoInstanceId: kindId,
  isSuggested: true,
  at: null,
});
