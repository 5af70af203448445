import { randomUUID } from 'node:crypto';
import type { ListEntry } from '@kontor/contract/activity';
import type { Outgoing } from '@kontor/contract/mail';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import { findDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';

const QUICK = { interval: 100 };

describe.skipIf(findDovecot() === undefined)(
  'sent mails on the server (left out where Dovecot is not installed)',
  () => {
    let fixture: MailFixture;
    let peer: ScriptedPeer;
    let accountId: number;
    beforeAll(async () => {
      fixture = await startMailFixture();
      peer = await ScriptedPeer.start();
      fixture.atEnd(() => peer.close());
      fixture.dovecot.maildir('anna', 'Sent');
      fixture.dovecot.drop('anna', rawMail({ subject: 'Frage', messageId: 'frage@werft.example' }));
      ({ accountId } = await addMailbox(fixture.anna, fixture.dovecot, 'anna'));
      const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
      await fixture.anna.command('mail.updateSending', { accountId, sending });
    });
    afterAll(() => fixture?.close());

    const find = async (subject: string): Promise<ListEntry[]> => {
      const all = await fixture.anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
      return all.filter(({ information }) => information === subject);
    };
    /** Raw mails of a folder, with their flags. */
    const inFolder = (folder: string): { name: string; raw: string }[] => {
      const path = fixture.dovecot.maildir('anna', folder);
      return ['cur', 'new'].flatMap((part) =>
        readdirSync(join(path, part)).map((name) => ({ name, raw: readFileSync(join(path, part, name), 'utf8') })),
      );
    };
    const send = (more: Record<string, unknown>) =>
      fixture.anna.command<{ outgoingId: number }>('mail.send', {
        receiversTo: [{ receiver: 'paul@werft.example' }],
        content: '<p>Guten Tag</p>',
        draftKey: randomUUID(),
        undoSeconds: 0,
        ...more,
      });

    test('lie in the sent folder once, with those whom nobody is told of, and are one item', async () => {
      await expect.poll(() => find('Frage').then((entries) => entries.length), QUICK).toBe(1);
      await expect.poll(() => find('Frage').then((entries) => entries.length), QUICK).toBe(1);
      const subject = 'Einmal genügt';
      await send({ subject, receiversBCC: [{ receiver: 'geheim@werft.example' }] });
      const sent = () => inFolder('Sent').filter(({ raw }) => raw.includes('geheim@werft.example'));
      await expect.poll(() => sent().length, QUICK).toBe(1);
      expect(sent()[0]?.raw).toMatch(/^Bcc: geheim@werft\.example\r?$/m);
      expect(sent()[0]?.name).toMatch(/:2,S$/);
      await fixture.anna.command('mail.syncAccount', { accountId });
      await fixture.anna.command('mail.syncAccount', { accountId });
      // Another mail goes the same way behind it: then the folder was read.
      await send({ subject: 'Noch eine' });
      await expect.poll(() => inFolder('Sent').length, QUICK).toBe(2);
      await expect
        .poll(async () => {
          const detail = await fixture.anna.query<{ state: { done: number; phase: string } }[]>('mail.accountSettings');
          return [detail[0]?.state.phase, detail[0]?.state.done];
        }, QUICK)
        .toEqual(['watching', 3]);
      expect(await find(subject)).toHaveLength(1);
      expect(sent()).toHaveLength(1);
    });

    test('are not put there where the server has done so', async () => {
      const id = Promise.withResolvers<string>();
      peer.become({
        onStep: (step) => {
          const raw = peer.taken.at(-1)?.raw;
          if (step !== 'end' || raw === undefined || !raw.includes('Vom Server')) return;
          fixture.dovecot.drop('anna', raw, { folder: 'Sent', flags: 'S' });
          id.resolve(raw);
        },
      });
      const before = inFolder('Sent').length;
      const { outgoingId } = await send({ subject: 'Vom Server' });
      await id.promise;
      const state = async () =>
        (await fixture.anna.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId)?.state;
      await expect.poll(state, QUICK).toBe('sent');
      await send({ subject: 'Danach' });
      await expect
        .poll(() => inFolder('Sent').filter(({ raw }) => raw.includes('Subject: Danach')).length, QUICK)
        .toBe(1);
      expect(inFolder('Sent')).toHaveLength(before + 2);
      expect(await find('Vom Server')).toHaveLength(1);
    });

    /** A server that files what was sent, though not at once: a mail that goes through it. */
    async function sendThroughSlow(subject: string): Promise<string> {
      const raw = Promise.withResolvers<string>();
      peer.become({
        async onStep(step) {
          const taken = peer.taken.at(-1)?.raw;
          if (step !== 'end' || taken?.includes(`Subject: ${subject}\r`) !== true) return;
          await nameServer('smtp.gmail.com');
          raw.resolve(taken);
        },
      });
      const { outgoingId } = await send({ subject });
      const state = async () =>
        (await fixture.anna.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId)?.state;
      await expect.poll(state, QUICK).toBe('sent');
      await nameServer('127.0.0.1');
      peer.become({});
      return raw.promise;
    }
    /** Moves the clock, and has the sender look: one that is to be sent much later wakes it. */
    async function later(ms: number): Promise<void> {
      fixture.server.advance(ms);
      await send({ subject: 'Viel später', sendAt: new Date(Date.now() + 30 * 86_400_000).toISOString() });
    }
    const owner = () => fixture.server.platform.database.owner;
    const nameServer = (smtp_host: string) =>
      owner().updateTable('mail_account').set({ smtp_host }).where('account_id', '=', accountId).execute();
    const waiting = async () =>
      (await owner().selectFrom('mail_append').select('looks_left').where('stage', '=', 'wanted').execute()).map(
        (row) => row.looks_left,
      );
    const named = (subject: string) => inFolder('Sent').filter(({ raw }) => raw.includes(`Subject: ${subject}`));

    test('are looked for a second time where the server files them itself, and that late', async () => {
      const subject = 'Erst viel danach';
      const raw = await sendThroughSlow(subject);
      expect(await waiting()).toEqual([1]);
      await later(20_000);
      await expect.poll(waiting, QUICK).toEqual([0]);
      expect(named(subject)).toEqual([]);
      fixture.dovecot.drop('anna', raw, { folder: 'Sent', flags: 'S' });
      await later(40_000);
      await expect.poll(waiting, QUICK).toEqual([]);
      expect(named(subject)).toHaveLength(1);
      expect(await find(subject)).toHaveLength(1);
    });

    test('are put there after both looks where the server has not', async () => {
      const subject = 'Doch nicht abgelegt';
      await sendThroughSlow(subject);
      await later(20_000);
      await expect.poll(waiting, QUICK).toEqual([0]);
      expect(named(subject)).toEqual([]);
      await later(40_000);
      await expect.poll(() => named(subject).length, QUICK).toBe(1);
      expect(await find(subject)).toHaveLength(1);
    });

    test('mark what they answer, on the server too', async () => {
      const [question] = await find('Frage');
      await send({
        subject: 'AW: Frage',
        replyOrForwardMailAggregateId: question?.aggregateId,
        replyOrForwardType: 'reply',
      });
      await expect.poll(() => inFolder('INBOX').map(({ name }) => /:2,(\w*)/.exec(name)?.[1]), QUICK).toEqual(['R']);
      expect((await find('Frage'))[0]?.extras).toMatchObject({ answered: true });
    });

    test('a mail is copied into another mailbox, in the list at once and on its server once', async () => {
      fixture.dovecot.maildir('ben', 'INBOX');
      const other = await addMailbox(fixture.anna, fixture.dovecot, 'ben');
      const [question] = await find('Frage');
      const copy = { aggregateId: question?.aggregateId, destinationAccountIdConfiguration: other.accountId };
      await fixture.anna.command('mail.copyToAccount', copy);
      await fixture.anna.command('mail.copyToAccount', copy);
      const inBox = () =>
        ['cur', 'new'].flatMap((part) => readdirSync(join(fixture.dovecot.maildir('ben', 'INBOX'), part))).length;
      await expect.poll(inBox, QUICK).toBe(1);
      expect(await find('Frage')).toHaveLength(1);
    });
  },
);
