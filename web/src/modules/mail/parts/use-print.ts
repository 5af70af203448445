import type { EntryRow } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { activityTexts } from '../../activity/index.tsx';
import { texts } from '../texts.ts';
import { areImagesWanted } from './images.ts';
import type { PrintHead } from './print.ts';
import { warningSentences } from './warnings.tsx';

type Receivers = MailDetail['receiverAddressesTo'];

const person = (name: string, address: string): string =>
  name === '' || name === address ? address : address === '' ? name : `${name} <${address}>`;
const everybody = (receivers: Receivers): string =>
  receivers.map(({ receiver, receiverRealName }) => person(receiverRealName, receiver)).join(', ');

/** How the mail that is shown is printed; does nothing while there is none. */
export function usePrint(mail: MailDetail | undefined, row: EntryRow | undefined): () => void {
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
      [t.mailbox, row?.channel ?? ''],
      [t.attached, files.map(({ filename, fileSize }) => `${filename} (${formats.size(fileSize)})`).join(', ')],
    ];
    const warning = warningSentences(shown.warnings, t.warnings).join(' ');
    return {
      subject: shown.subject || a.noSubject,
      lines: lines.filter(([, text]) => text !== ''),
      warning: warning === '' ? '' : `${t.warningTitle}. ${warning}`,
    };
  };

  const print = async (shown: MailDetail): Promise<void> => {
    try {
      const { printMail } = await import('./print.ts');
      const external = areImagesWanted(client, shown.aggregateId);
      await printMail(client, shown, { head: headOf(shown), words: t, language, external });
    } catch {
      notices.show({
        text: t.printFailed,
        tone: 'fault',
        action: { label: t.retry, run: () => void print(shown) },
      });
    }
  };
  return () => {
    if (mail !== undefined && !mail.unreadable) void print(mail);
  };
}
