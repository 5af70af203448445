import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailAccount } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDovecot, type TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import { LyingServer, ONE_MAIL, type Answer } from '../../../platform/mailwire/testing/lying-server.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';
import { long } from '../../../testing/long.ts';

const MiB = 1024 * 1024;

const peers: Record<string, Answer> = {
  'a line without an end': (command, say, socket) => {
    if (!command.startsWith('UID SEARCH')) return false;
    const more = () => {
      for (let on = true; on && socket.writable;) on = socket.write('x'.repeat(65_536));
    };
    socket.on('drain', more);
    say('* SEARCH ');
    more();
    return true;
  },
  'a literal of 4 GiB': (command, say) => {
    if (command.includes('BODY.PEEK')) say('* 1 FETCH (UID 1 BODY[] {4294967296}\r\n');
    return command.includes('BODY.PEEK');
  },
  'a literal that is longer than it says': (command, say) => {
    if (command.includes('BODY.PEEK')) say(`* 1 FETCH (UID 1 BODY[] {10}\r\n${ONE_MAIL})\r\n* OK\r\n`);
    return command.includes('BODY.PEEK');
  },
  garbage: (command, say) => {
    if (command.startsWith('SELECT')) say('\u0000\u00ff((((\r\n{{{"\r\n* (((((\r\n)\r\n');
    return command.startsWith('SELECT');
  },
  'no answer at all': (command) => command.startsWith('UID SEARCH'),
  'a byte a second': async (command, say, socket) => {
    if (!command.includes('BODY.PEEK')) return false;
    say('* 1 FETCH (UID 1 BODY[] {100000}\r\n');
    while (socket.writable) {
      say('x');
      await sleep(1000);
    }
    return true;
  },
  'four thousand million mails': (command, say) => {
    if (command.startsWith('SELECT')) say('* 0 EXISTS\r\n* 4294967295 EXISTS\r\n');
    return false;
  },
  'fifty thousand folders': (command, say) => {
    if (command.startsWith('LIST') && command.includes('*'))
      say(Array.from({ length: 50_000 }, (_, n) => `* LIST () "/" "f${n}"\r\n`).join(''));
    return false;
  },
  'other UIDs at each look': (command, say) => {
    if (command.startsWith('SELECT')) say(`* OK [UIDVALIDITY ${Math.floor(Math.random() * 1e9)}]\r\n`);
    return false;
  },
  'the same UID again and again': (command, say) => {
    if (command.includes('BODY.PEEK'))
      for (let n = 0; n < 500; n += 1) say(`* 1 FETCH (UID 1 FLAGS () BODY[] {9}\r\nSubject: )\r\n`);
    return false;
  },
  'removals in the middle': (command, say) => {
    if (command.includes('FETCH')) say('* 1 EXPUNGE\r\n* 0 EXISTS\r\n');
    return false;
  },
  'ten bytes that were said to be many': (command, say) => {
    if (command.includes('RFC822.SIZE')) say('* 1 FETCH (UID 1 RFC822.SIZE 10485760)\r\n');
    if (command.includes('BODY.PEEK')) say('* 1 FETCH (UID 1 FLAGS () BODY[] {10}\r\n0123456789)\r\n');
    return false;
  },
};
const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures', 'imap-abuse.json'), 'utf8'),
) as readonly { readonly value: string }[];
for (const { value } of fixtures)
  peers[`the line ${JSON.stringify(value.slice(0, 40))}`] = (command, say) => {
    if (command.startsWith('SELECT') || command.startsWith('LIST')) say(`${value}\r\n`);
    return false;
  };

describe.skipIf(findDovecot() === undefined)('beside bad peers (left out where Dovecot is not installed)', () => {
  let fixture: MailFixture;
  let anna: TestClient;
  let dovecot: TestDovecot;
  beforeAll(async () => {
    fixture = await startMailFixture();
    ({ anna, dovecot } = fixture);
  });
  afterAll(() => fixture?.close());

  const play = async (answer: Answer): Promise<number> => {
    const server = await LyingServer.start(answer);
    fixture.atEnd(() => server.close());
    return server.port;
  };
  /** How long it takes until a mail that was delivered just now is in the list. */
  const arrives = async (user: string, subject: string): Promise<number> => {
    await dovecot.deliver(user, rawMail({ subject }));
    const began = performance.now();
    for (;;) {
      const found = await anna.query<ListEntry[]>(
        'mail.items',
        { view: 'open', searchTerm: subject },
        { format: 'json' },
      );
      if (found.length > 0) return performance.now() - began;
      if (performance.now() - began > 20_000) throw new Error(`${subject} did not arrive`);
      await sleep(20);
    }
  };
  const watching = async (accountId: number): Promise<void> => {
    await expect
      .poll(
        async () =>
          (await anna.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === accountId)?.state.phase,
      )
      .toBe('watching');
  };

  it('an account gets its mail at once, and the server keeps its memory', async () => {
    const good = await addMailbox(anna, dovecot, 'gut');
    await watching(good.accountId);
    await arrives('gut', 'vorher');
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 50);
    for (const [name, answer] of Object.entries(peers))
      await addMailbox(anna, dovecot, `böse ${name}`, { email: 'boese@x.example', port: await play(answer) });
    const times: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      times.push(await arrives('gut', `dazwischen${n}`));
      await sleep(300);
    }
    clearInterval(timer);
    const accounts = await anna.query<MailAccount[]>('mail.accountSettings');
    for (const name of ['garbage', 'no answer at all', 'a byte a second'])
      expect([name, accounts.find(({ userName }) => userName === `böse ${name}`)?.state.phase]).not.toEqual([
        name,
        'watching',
      ]);
    expect(Math.max(...times)).toBeLessThan(15_000);
    expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(5000);
    expect(most - before).toBeLessThan(400 * MiB);
    const state = (name: string) => accounts.find(({ userName }) => userName === `böse ${name}`)?.state;
    for (const name of ['a line without an end', 'a literal of 4 GiB'])
      expect([name, state(name)?.phase, state(name)?.fault?.code]).toEqual([
        name,
        'failed',
        expect.stringMatching(/^(SERVER_REFUSED|NOT_AN_IMAP_SERVER|CONNECTION_LOST|CONNECTION_TIMED_OUT|UNKNOWN)$/),
      ]);
    // What they did send that is a mail is one mail.
    await expect
      .poll(() => anna.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: 'nebenan' }))
      .toHaveLength(1);
    for (const { id, userName } of accounts)
      if (userName.startsWith('böse')) await anna.command('mail.removeAccount', { accountId: id });
  });

  it('an account gets its mail while another is read for the first time', long, async () => {
    const good = await addMailbox(anna, dovecot, 'flink');
    await watching(good.accountId);
    for (let n = 0; n < 1000; n += 1) dovecot.drop('voll', rawMail({ subject: `alt ${n}` }));
    const full = await addMailbox(anna, dovecot, 'voll');
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) times.push(await arrives('flink', `eilig${n}`));
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(5000);
    // Stopped in the middle, it stays stopped, and goes on where it was.
    await anna.command('mail.pauseAccount', { accountId: full.accountId });
    const state = async () =>
      (await anna.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === full.accountId)?.state;
    await expect.poll(async () => (await state())?.phase).toBe('paused');
    // How many there are to come is known meanwhile.
    expect((await state())?.total).toBe(1000);
    await anna.command('mail.resumeAccount', { accountId: full.accountId });
    await expect.poll(async () => (await state())?.done).toBe(1000);
    const all = await anna.query<ListEntry[]>(
      'mail.items',
      { view: 'all', searchTerm: 'alt' },
      { format: 'json', limit: 100 },
    );
    expect(all.length).toBeGreaterThan(0);
  });
});
