import type { EntryRow } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { mailQueries, type Attachment, type MailDetail } from '@kontor/contract/mail';
import type { Settings } from '@kontor/contract/settings';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt, type App } from '../../../testing/app.ts';
import { aRow } from '../../../testing/fake-lists.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { rows } from '../../../testing/find.ts';
import { answerMails } from '../../../testing/mails.ts';

export const MAIL_ID = formatAggregateId({ module: 'email', entryId: 1, userId: 1, sourceContainerId: 3 });

/** The one mail of these tests is what the contract's example says, but for `part`. */
export const answerMail = (server: FakeServer, part: Partial<MailDetail>, row: EntryRow): void => {
  const details = {
    ...(mailQueries.details.example.result as MailDetail),
    aggregateId: MAIL_ID,
    subject: row.information,
    threadId: 1,
    mailModelAttachments: [],
    answers: [],
    entry: { ...row, userList: row.userList.map(([id, status]): [number, typeof status] => [id, status]) },
    ...part,
  };
  server.answer(mailQueries.details, details);
  server.answer(mailQueries.detailsOfMany, [details]);
};

interface Options {
  readonly settings?: Partial<Settings>;
  readonly size?: { readonly width: number; readonly height: number };
  /** What of its row is another than usual. */
  readonly row?: Partial<EntryRow>;
  readonly server?: (server: FakeServer) => void;
}

/** Opens the app with one mail in the list, and that mail beside it. */
export async function openMail(
  part: Partial<MailDetail> = {},
  { row = {}, server, ...given }: Options = {},
): Promise<App> {
  const listed = aRow(1, { information: 'Rechnung', ...row });
  const app = await renderAt('/mails/all/all/main', {
    ...given,
    server: (fake) => {
      answerMails(fake, [listed]);
      answerMail(fake, part, listed);
      server?.(fake);
    },
  });
  await rows().first().click();
  const title = part.subject === undefined ? { name: listed.information, exact: true } : {};
  await expect.element(page.getByRole('heading', { level: 1, ...title }).last()).toBeVisible();
  return app;
}

/** The page of the frame that the mail is in. */
export const mailBody = (): HTMLElement | undefined =>
  document.querySelector<HTMLIFrameElement>('.mail-sheet iframe')?.contentDocument?.body;

export const aFile = (storageKey: string, filename: string, fileType: string): Attachment => ({
  attachmentId: Number(storageKey),
  filename,
  fileSize: 8,
  fileType,
  'content-type': 'application/octet-stream',
  'content-id': null,
  'content-disposition': 'attachment',
  isDeleted: false,
  storageKey,
  downloadAggregateId: MAIL_ID,
});
