import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { addressKey } from '../../../platform/address-key.ts';
import { readNumber } from '../../../platform/phone/said.ts';
import { writtenNumbers } from '../../../platform/phone/written.ts';
import { phoneCountryIn, usesMailNumbers } from '../../account/index.ts';
import { ownersByAddress, type AddressOwner } from '../../record/index.ts';
import { tellNumbers } from '../book/writing.ts';
import { mailOwnerOf } from './rules.ts';
import { putMailClaims, type MailClaim } from './mail-store.ts';

/** What a mail says of how its sender can be reached. */
export interface MailContacts {
  readonly mailId: number;
  readonly at: Date;
  /** Confirmed. */
  readonly sender: string;
  /** The lines below its sign-off. */
  readonly signature: string;
  /** People of its contact files. */
  readonly cards: readonly { readonly emails: readonly string[]; readonly phones: readonly string[] }[];
}

const MAX_NUMBERS = 8;
const MAX_CARDS = 20;

type Owned = Pick<MailClaim, 'ownerKind' | 'ownerId'>;

/**
 * Writes down what a mail says of numbers: those of the signature are of whom the sender's address is, by the records; those of a card are of whom the
 * card's address is, where that is at the same record as the sender. What nobody is known by says nothing. The same mail again changes nothing.
 */
export async function takeContactDetails(ctx: JobContext, mail: MailContacts): Promise<void> {
  const { db, instance } = ctx;
  if (!usesMailNumbers(instance.settings)) return;
  const sender = addressKey(mail.sender);
  const cards = mail.cards.slice(0, MAX_CARDS);
  const addresses = [sender, ...cards.flatMap(({ emails }) => emails.map(addressKey))];
  const owners = await ownersByAddress(db, instance.id, addresses);
  const by = mailOwnerOf(owners.get(sender) ?? []);
  if (by === undefined) return;
  const country = phoneCountryIn(instance.settings);
  const toClaims = (source: MailClaim['source'], owner: Owned, texts: readonly string[]): MailClaim[] =>
    texts.flatMap((text) => {
      const read = readNumber(text, country);
      return read === undefined || read.number === null
        ? []
        : [{ ...owner, source, number: read.number, numberText: read.text }];
    });
  const own = writtenNumbers(mail.signature, country).map(({ text }) => text);
  const claims = [
    ...toClaims('signature', by, own.slice(0, MAX_NUMBERS)),
    ...cards.flatMap(({ emails, phones }) => {
      const owner = ownerOfCard(emails, owners, by.recordId);
      return owner === undefined ? [] : toClaims('card', owner, phones.slice(0, MAX_NUMBERS));
    }),
  ];
  if (claims.length === 0) return;
  await ctx.change(async (change) => {
    const numbers = await putMailClaims(change.db, instance.id, { mailId: mail.mailId, at: mail.at }, claims);
    if (numbers.length > 0) await tellNumbers(change, numbers);
  });
}

function ownerOfCard(
  emails: readonly string[],
  owners: ReadonlyMap<string, readonly AddressOwner[]>,
  recordId: number,
): Owned | undefined {
  for (const email of emails) {
    const owner = mailOwnerOf(owners.get(addressKey(email)) ?? []);
    if (owner?.recordId === recordId) return owner;
  }
  return undefined;
}
