import type { Status } from '@kontor/contract/activity';
import type { Flags, FoundMail, KeptState, MailFileKind } from '../../../platform/mailfiles/index.ts';
import { roleOfName } from '../../../platform/mailwire/index.ts';
import type { ImportFormat } from './tables.ts';

/** State of a mail that was in use before: what is flagged is still to be dealt with, what was read is done. */
export const statusOf = (flags: Flags): Status => {
  if (flags.flagged) return 2;
  return flags.seen ? 3 : 1;
};

/** Of what kind a file has to be for a format; undefined for any. */
export const kindOfFormat = (format: ImportFormat): MailFileKind | undefined =>
  format === 'auto' ? undefined : format === 'maildir' ? 'zip' : format;

/**
 * How a mail from a file is put into the lists: as Kontor kept it, else as another mail program says, else as is `usual`. `wanted`: the
 * state that all of them get. `senders`: lower-case addresses that the account sends from. Null for a draft.
 */
export function stateOfFound(
  { kept, flags, folder }: Pick<FoundMail, 'kept' | 'flags' | 'folder'>,
  about: {
    readonly wanted: Status | null;
    readonly default: Status;
    readonly from: string;
    readonly senders: ReadonlySet<string>;
  },
): KeptState | null {
  if (kept !== undefined) return { ...kept, status: about.wanted ?? kept.status };
  if (flags?.draft === true) return null;
  const role = roleOfName(folder.trim());
  const isOut = role === 'sent' || about.senders.has(about.from.toLowerCase());
  return {
    direction: isOut ? 'outgoing' : 'incoming',
    location: role === 'junk' ? 'junk' : role === 'trash' || flags?.trashed === true ? 'trash' : 'inbox',
    status: about.wanted ?? (flags === undefined ? about.default : isOut ? 3 : statusOf(flags)),
    archived: false,
    answered: flags?.answered ?? false,
  };
}

/** The folder of a Maildir++ that a mail is put into: where it lies on its server, else by what it is. */
export function maildirFolder({ direction, location }: KeptState, path: string | null): string {
  if (location === 'junk') return '.Junk/';
  if (location === 'trash') return '.Trash/';
  if (path === null) return direction === 'outgoing' ? '.Sent/' : '';
  if (path.toUpperCase() === 'INBOX') return '';
  const name = path.replace(/^INBOX[./]/i, '').replaceAll(/[/\\]/g, '.');
  return `.${name.replaceAll(/\p{Cc}|^\.+/gu, '_')}/`;
}

/** What an import says of the beginning of something that it could not read. */
export const firstLine = (raw: Buffer): string =>
  (raw.toString('latin1', 0, 500).split(/\r?\n/)[0] ?? '')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, ' ')
    .slice(0, 200);

/** The bounds of some days in a time zone, both days in it; null where there is none. */
export function daysOf(
  { from, until }: { readonly from: string | null; readonly until: string | null },
  zone: string,
): { readonly from: Date | null; readonly until: Date | null } {
  const startOf = (day: string, plus: number): Date =>
    new Date(Temporal.PlainDate.from(day).add({ days: plus }).toZonedDateTime(zone).epochMilliseconds);
  return { from: from === null ? null : startOf(from, 0), until: until === null ? null : startOf(until, 1) };
}
