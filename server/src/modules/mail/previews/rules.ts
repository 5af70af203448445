import { formatAggregateId } from '@kontor/contract/kernel';
import type { AttachedMailSchema } from '@kontor/contract/mail';
import type { InferOutput } from 'valibot';
import type { InnerMail } from '../../../platform/preview/index.ts';
import { fileKind } from '../../../platform/files/kinds.ts';

/** Mail in mail in mail. */
const MAX_DEEP = 3;

/** The stored files that a key may mean, the nearest first, each with the way in it: `3.0.1` is 1 in 0 in 3, or 1 in 3.0, where that is one. */
export function locationsOf(storageKey: string): { readonly key: string; readonly path: readonly number[] }[] {
  if (!/^\d{1,6}(?:\.\d{1,6}){0,4}$/.test(storageKey)) return [];
  const numbers = storageKey.split('.');
  return numbers
    .map((_number, cut) => numbers.length - cut)
    .filter((length) => length > 0 && length <= 2 && numbers.length - length <= MAX_DEEP)
    .map((length) => ({ key: numbers.slice(0, length).join('.'), path: numbers.slice(length).map(Number) }));
}

/** Names for files in one archive: none is a way out of its folder, and no two are the same where case is not told apart. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe =
      name
        .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
        .replace(/^\.+/, '_')
        .replace(/[. ]+$/, '') || 'file';
    const dot = safe.lastIndexOf('.');
    const [bare, end] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let unlike = safe;
    for (let count = 2; taken.has(unlike.normalize('NFC').toLowerCase()); count += 1)
      unlike = `${bare} (${count})${end}`;
    taken.add(unlike.normalize('NFC').toLowerCase());
    return unlike;
  });
}

type AttachedMail = InferOutput<typeof AttachedMailSchema>;

const receivers = (people: InnerMail['to']): AttachedMail['receiverAddressesTo'] =>
  people.map(({ name, address }) => ({ receiver: address, receiverRealName: name, state: '' }));

/** A mail in a mail as the reader shows it. Its images from outside stay away: consent was given for another mail. */
export function toAttachedMail(
  mail: InnerMail,
  outer: string,
  { mailId, userId }: { readonly mailId: number; readonly userId: number },
): AttachedMail {
  return {
    subject: mail.subject,
    senderAddress: mail.from?.address ?? '',
    senderRealName: mail.from?.name ?? '',
    receiverAddressesTo: receivers(mail.to),
    receiverAddressesCC: receivers(mail.cc),
    timestamp: mail.date === null ? null : Math.floor(mail.date / 1000),
    readableContentHTML: mail.html
      .replace(/ data-kontor-inline="(\d+)"/g, ` data-kontor-inline="${outer}.$1"`)
      .replace(/ data-kontor-external="\d+"/g, ''),
    mailModelAttachments: mail.files.map(({ part, name, type, size, contentId, disposition }) => ({
      attachmentId: part,
      filename: name,
      fileSize: size,
      fileType: fileKind(type, name),
      'content-type': type,
      'content-id': contentId,
      'content-disposition': disposition,
      isDeleted: false,
      storageKey: `${outer}.${part}`,
      downloadAggregateId: formatAggregateId({ module: 'email', entryId: mailId, userId }),
    })),
  };
}
