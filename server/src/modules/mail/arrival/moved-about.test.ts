import type { ListEntry } from '@kontor/contract/activity';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';

const ANNA = 'anna@nordwerk.example';
const SUBJECT = 'Gewinnspiel';
const QUICK = { interval: 100 };
const PLACES = ['INBOX', 'Trash', 'Junk'] as const;

describe.skipIf(findDovecot() === undefined)(
  'a mail that two programs move about (left out where Dovecot is not installed)',
  () => {
    let fixture: MailFixture;
    let client: ImapFlow;
    beforeAll(async () => {
      fixture = await startMailFixture();
      for (const folder of ['Trash', 'Junk']) fixture.dovecot.maildir(ANNA, folder);
      fixture.dovecot.drop(ANNA, rawMail({ subject: SUBJECT, to: ANNA }));
      await addMailbox(fixture.anna, fixture.dovecot, ANNA, { name: 'Anna', email: ANNA });
      client = new ImapFlow({
        host: '127.0.0.1',
        port: fixture.dovecot.plainPort,
        secure: false,
        doSTARTTLS: false,
        auth: { user: ANNA, pass: 'geheim' },
        logger: false,
        disableAutoIdle: true,
      });
      await client.connect();
    });
    afterAll(async () => {
      await client?.logout().catch(() => undefined);
      await fixture?.close();
    });

    async function uidsIn(folder: string): Promise<number[]> {
      await client.mailboxOpen(folder);
      return (await client.search({ header: { subject: SUBJECT } }, { uid: true })) || [];
    }
    async function where(): Promise<string> {
      const found: string[] = [];
      for (const folder of PLACES) found.push(...(await uidsIn(folder)).map(() => folder));
      return found.join(' ');
    }
    async function move(from: string, to: string): Promise<void> {
      await client.messageMove((await uidsIn(from)).join(','), to, { uid: true });
    }
    const entries = async (view: string): Promise<ListEntry[]> =>
      (await fixture.anna.query<ListEntry[]>('mail.items', { view }, { format: 'json' })).filter(
        ({ information }) => information === SUBJECT,
      );
    const isListed = async (): Promise<boolean> => (await entries('all')).length > 0;

    test('ends up where each wants it, and is never lost', async () => {
      await expect.poll(isListed, QUICK).toBe(true);
      const aggregateIds = [(await entries('all'))[0]?.aggregateId];
      await fixture.anna.command('activity.delete', { aggregateIds });
      await expect.poll(where, QUICK).toBe('Trash');
      await move('Trash', 'INBOX');
      await expect.poll(isListed, QUICK).toBe(true);
      await move('INBOX', 'Junk');
      await expect.poll(isListed, QUICK).toBe(false);
      await move('Junk', 'INBOX');
      await expect.poll(isListed, QUICK).toBe(true);
      await fixture.anna.command('activity.spam', { aggregateIds });
      await expect.poll(where, QUICK).toBe('Junk');
      await move('Junk', 'INBOX');
      await expect.poll(isListed, QUICK).toBe(true);
      expect(await where()).toBe('INBOX');
    });
  },
);
