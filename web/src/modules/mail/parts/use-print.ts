import type { EntryRow } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { activityTexts } from '../../activity/index.tsx';
import { texts } from '../texts.ts';
import { bringMails } from '../reader/details.ts';
import { areImagesWanted } from './images.ts';
import type { PrintHead } from './print.ts';
import { warningSentences } from './warnings.tsx';

type Receivers = MailDetail['receiverAddressesTo'];

const person = (name: string, address: string): string =>
  name === '' || name === address ? address : address === '' ? name : `${name} <${address}>`;
const everybody = (receivers: Receivers): string =>
  receivers.map(({ receiver, receiverRealName }) => person(receiverRealName, receiver)).join(', ');

/** What prints the mail that is shown, and several of its thread. A mail that could not be read is left out. */
export interface Printing {
  readonly mail: () => void;
  readonly thread: (aggregateIds: readonly string[]) => Promise<void>;
}

/** How mails are printed; does nothing while there is none. */
export function usePrint(mail: MailDetail | undefined, row: EntryRow | undefined): Printing {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const language = useLanguage();
  const client = useClient();
  const { notices } = useShell();

  const headOf = (shown: MailDetail): PrintHead => {
    const files = shown.mailModelAttachments.filter((file) => file['content-disposition'] === 'attachment');
    const lines: [string, string][] = [
      [t.from, person(shown.senderRealName, shown.senderAddress) || a.nobody],
      [t.to, everybody(shown.receiverAddressesTo)],
      [t.cc, everybody(shown.receiverAddressesCC)],
      [t.bcc, everybody(shown.receiverAddressesBCC)],
      [t.received, formats.full(shown.timestamp)],
      [t.mailbox, shown.entry.channel || (row?.channel ?? '')],
      [t.attached, files.map(({ filename, fileSize }) => `${filename} (${formats.size(fileSize)})`).join(', ')],
    ];
    const warning = warningSentences(shown.warnings, t.warnings).join(' ');
    return {
      subject: shown.subject || a.untitled.email,
      lines: lines.filter(([, text]) => text !== ''),
      warning: warning === '' ? '' : `${t.warningTitle}. ${warning}`,
    };
  };

  const print = async (bring: () => Promise<readonly MailDetail[]>): Promise<void> => {
    try {
      const [{ printMails }, mails] = await Promise.all([import('./print.ts'), bring()]);
      const printed = mails
        .filter(({ unreadable }) => !unreadable)
        .map((one) => ({ mail: one, head: headOf(one), external: areImagesWanted(client, one.aggregateId) }));
      await printMails(client, printed, { title: printed[0]?.head.subject ?? '', words: t, language });
    } catch {
      notices.show({
        text: t.printFailed,
        tone: 'fault',
        action: { label: t.retry, run: () => void print(bring) },
      });
    }
  };
  return {
    mail: () => {
      if (mail !== undefined && !mail.unreadable) void print(() => Promise.resolve([mail]));
    },
    thread: (aggregateIds) => print(() => bringMails(client, aggregateIds)),
  };
}
