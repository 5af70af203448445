import { randomUUID } from 'node:crypto';
import type { ListEntry } from '@kontor/contract/activity';
import { expect } from 'vitest';
import PostalMime, { type Email } from 'postal-mime';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import { TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import type { TestClient } from '../../../testing/client.ts';
import { addMailbox as addMailboxOf } from '../../mail/testing/factory.ts';
import { openMessages } from './fixture.ts';

export const QUICK = { interval: 50 };

/** What somebody outside of the company writes. */
export interface Reply {
  readonly from?: string;
  /** The mail that it answers: its Message-ID in angle brackets. */
  readonly to: string;
  readonly text: string;
  readonly messageId?: string;
  readonly headers?: readonly string[];
  readonly file?: { readonly name: string; readonly content: string };
}

/** Such a mail as it arrives. */
export function replyMail({
  from = 'Paul Neumann <paul@werft.example>',
  to,
  text,
  messageId,
  headers = [],
  file,
}: Reply) {
  const head = [
    `From: ${from}`,
    'To: anna@nordwerk.example',
    'Subject: AW: Antwort',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${messageId ?? `${randomUUID()}@werft.example`}>`,
    ...(to === '' ? [] : [`In-Reply-To: ${to}`, `References: ${to}`]),
    ...headers,
    'MIME-Version: 1.0',
  ];
  const said = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text];
  const parts =
    file === undefined
      ? said
      : [
          'Content-Type: multipart/mixed; boundary=grenze',
          '',
          '--grenze',
          ...said,
          '--grenze',
          `Content-Type: application/pdf; name="${file.name}"`,
          `Content-Disposition: attachment; filename="${file.name}"`,
          'Content-Transfer-Encoding: base64',
          '',
          Buffer.from(file.content).toString('base64'),
          '--grenze--',
        ];
  return [...head, ...parts, ''].join('\n').replaceAll('\n', '\r\n');
}

/** People of messages, of whom Anna and Ben have mailboxes at a mail server, and whose mails are caught. */
export async function openGuests() {
  const fixture = await openMessages();
  const dovecot = await TestDovecot.start();
  const peer = await ScriptedPeer.start();
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  const addMailbox = async (by: TestClient, userName: string): Promise<number> => {
    dovecot.maildir(userName, 'Sent');
    const { accountId } = await addMailboxOf(by, dovecot, userName, { sending });
    return accountId;
  };
  const accounts = { anna: await addMailbox(fixture.anna, 'anna'), ben: await addMailbox(fixture.ben, 'ben') };
  const mails = async (by: TestClient): Promise<ListEntry[]> =>
    by.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
  return {
    ...fixture,
    peer,
    accounts,
    mails,
    /** Puts a mail into somebody's mailbox, and waits until it is listed. */
    async arrive(name: 'anna' | 'ben', raw: string): Promise<void> {
      const count = async (): Promise<number> =>
        (await mails(fixture[name])).filter(({ direction }) => direction === 'incoming').length;
      const before = await count();
      dovecot.drop(name, raw);
      await fixture[name].command('mail.syncAccount', { accountId: accounts[name] });
      await expect.poll(count, QUICK).toBe(before + 1);
    },
    /** The mails that went to an address, the oldest first, once there are so many. */
    async caught(address: string, count: number): Promise<readonly Email[]> {
      const to = () => peer.taken.filter((one) => one.to.includes(address));
      await expect.poll(() => to().length, QUICK).toBe(count);
      return Promise.all(to().map(({ raw }) => PostalMime.parse(Buffer.from(raw, 'latin1'))));
    },
    async close(): Promise<void> {
      await fixture.server.close();
      await peer.close();
      await dovecot.close();
    },
  };
}
