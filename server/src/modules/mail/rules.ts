import type { Direction, Status } from '@kontor/contract/activity';
import { UNREADABLE_REASONS, type UnreadableReason } from '@kontor/contract/mail';
import type { MailAddress } from '../../platform/mailparse/index.ts';
import type { FolderRole, MailLocation } from '../../platform/mailwire/index.ts';
import type { MailPeople } from './store/tables.ts';

export { addressKey, domainKey } from '../../platform/address-key.ts';

/** State of a mail when it comes into the lists. `wasThere`: it lay on the server before Kontor read the mailbox. */
export function statusOnArrival(copy: { role: FolderRole; seen: boolean; wasThere: boolean }): Status {
  if (copy.role === 'sent') return 3;
  if (copy.wasThere) return copy.role === 'inbox' && !copy.seen ? 1 : 3;
  return copy.seen ? 2 : 1;
}

export const directionOf = (role: FolderRole): Direction => (role === 'sent' ? 'outgoing' : 'incoming');

/** Where mails in a folder of this role are. */
export const locationOf = (role: FolderRole): MailLocation => (role === 'trash' || role === 'junk' ? role : 'inbox');

/**
 * Where people should see a mail after its copies on the server moved: the location itself, or undefined while that cannot be told.
 * `best` is where the best of its copies lies; `shown` is where they see it now; `isUnsure`: another copy may still turn up.
 */
export function locationAfter(mail: {
  readonly best: MailLocation | 'gone';
  readonly shown: MailLocation;
  readonly isUnsure: boolean;
  /** The server archives what leaves its folder. */
  readonly keepsAll: boolean;
}): MailLocation | undefined {
  const { best, shown, isUnsure, keepsAll } = mail;
  if (best === 'inbox') return 'inbox';
  if (isUnsure) return undefined;
  if (best === 'junk') return 'junk';
  // Spam that is thrown away is still spam, and what is gone for good stays where people have put it.
  if (shown !== 'inbox') return shown;
  return best === 'gone' && keepsAll ? 'inbox' : 'trash';
}

/** What a change of \Seen on the server does to the state of those whom it is about. */
export const statusFromSeen = (seen: boolean): { status: Status; onlyFrom: readonly Status[] } =>
  seen ? { status: 2, onlyFrom: [1] } : { status: 1, onlyFrom: [2, 3] };

/** Whether the mail server should show a mail in this state as read. */
export const isSeen = (status: Status): boolean => status !== 1;

/** Whose states follow the flags of a mailbox: those of all members where they share them, else the owner's alone. */
export const followersOf = (account: {
  readonly owner_id: number;
  readonly shared_state: boolean;
  readonly member_ids: readonly number[];
}): readonly number[] => (account.shared_state ? account.member_ids : [account.owner_id]);

const nameOf = ({ name, address }: MailAddress): string => name || address;

const MAX_NAMES = 20;

/** People as lists name them. */
export function namesOfPeople(people: readonly MailAddress[]): string {
  const more = people.length - MAX_NAMES;
  return people.slice(0, MAX_NAMES).map(nameOf).join(', ') + (more > 0 ? ` +${more}` : '');
}

/** Somebody by name and address. */
export const fullName = ({ name, address }: MailAddress): string => (name === '' ? address : `${name} <${address}>`);

/** The other side of a mail, as lists show it. */
export function contactOf(
  people: Pick<MailPeople, 'from' | 'sender' | 'to' | 'cc' | 'bcc'>,
  direction: Direction,
): string {
  if (direction === 'outgoing') {
    const [first, ...others] = [...people.to, ...people.cc, ...people.bcc];
    if (first === undefined) return '';
    return others.length === 0 ? nameOf(first) : `${nameOf(first)} +${others.length}`;
  }
  const from = people.from[0] ?? people.sender;
  return from === null || from === undefined ? '' : nameOf(from);
}

/** Why a mail could not be read, from what was noted at the time; null where it could. */
export function unreadableReason(noted: string | null): UnreadableReason | null {
  if (noted === null) return null;
  return UNREADABLE_REASONS.find((reason) => reason === noted) ?? 'malformed';
}

/** Whether there is text to be read, answered and passed on: of a mail that came cut off there is its beginning. */
export const isReadable = (unreadable: string | null): boolean => unreadable === null || unreadable === 'truncated';

/** What a person may do with a mail, and what is offered to them. */
export function mailFlags(of: {
  readonly direction: Direction;
  readonly status: Status;
  readonly isReadable: boolean;
  /** They are the owner of the mailbox, may send for it, and manage it. */
  readonly isOwner: boolean;
  readonly sends: boolean;
  readonly manages: boolean;
  /** There is no mailbox behind it that others have a part in, and they stand in for nobody with it. */
  readonly isTheirsAlone: boolean;
  /** They take care of the mail in another's place: they may answer it as the mailbox, and not throw it away. */
  readonly standsIn: boolean;
  /** They may send for some mailbox. */
  readonly sendsAnywhere: boolean;
  /** How many people may send for the mailbox. */
  readonly senders: number;
  readonly isClaimedByThem: boolean;
}) {
  const mayRemove = of.isOwner || of.sends || of.manages || of.isTheirsAlone;
  return {
    shouldShowTheClaimButton:
      of.direction === 'incoming' &&
      (of.standsIn || (of.senders > 1 && of.sends)) &&
      !of.isClaimedByThem &&
      of.status !== 3,
    shouldShowTheReplyButton: (of.sendsAnywhere || of.standsIn) && of.isReadable,
    userIsAuthorizedToDelete: mayRemove,
    userIsAuthorizedToSpam: mayRemove,
  };
}
