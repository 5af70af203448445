import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MailAccount } from '@kontor/contract/mail';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { connectMailServer } from '../../server/src/platform/mailwire/connect.ts';
import { findDovecot, TestDovecot } from '../../server/src/platform/mailwire/testing/dovecot.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { someItems } from './items.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const run = promisify(execFile);
const PASSWORD = 'messen und vergleichen';
const STEADY_ROUNDS = 15;
const MANY = 200;
/** The smaller mailbox, where a start of processes weighs most, and the larger one, where tables that grow do. */
const SHARES = [0.2, 1];
const LIST_PAUSE_MS = 30;
const LIST_ROUNDS = 100;

/**
 * First sync and steady state of two mailboxes on a Dovecot against mbsync on the same ones, and how quick a list is meanwhile. We also
 * parse, store, index and list.
 */
export async function benchMail(kontor: KontorProcess, mails: number, say: (text: string) => void): Promise<Line[]> {
  if (findDovecot() === undefined) {
    say('Dovecot is not installed: mail is left out.');
    return [];
  }
  const dovecot = await TestDovecot.start();
  const lines: Line[] = [];
  try {
    const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
    for (const share of SHARES) lines.push(...(await benchMailbox({ anna, dovecot, say }, Math.round(mails * share))));
  } finally {
    await dovecot.close();
  }
  return lines;
}

interface Fixture {
  readonly anna: TestClient;
  readonly dovecot: TestDovecot;
  readonly say: (text: string) => void;
}

async function benchMailbox({ anna, dovecot, say }: Fixture, mails: number): Promise<Line[]> {
  const size = mails.toLocaleString('en');
  const user = `bench${mails}`;
  const folder = await mkdtemp(join(tmpdir(), 'kontor-mbsync-'));
  try {
    say(`A mailbox of ${size} mails …`);
    await fill(dovecot.maildir(user), mails);
    const mbsync = await mbsyncOf(dovecot, user, folder);
    const anchorFirst = mbsync && (await mbsync());
    const rest = await listAtRest(anna);
    const ours = await ourSync(anna, dovecot, { user, mails });
    say('Mails that come while everything runs …');
    const bare = await bareIdle(dovecot, user);
    const announced: number[] = [];
    const listed: number[] = [];
    for (let round = 0; round < STEADY_ROUNDS; round += 1) {
      const [far, near] = await Promise.all([bare.next(), ours.arrival([`${user} neu ${round}`])]);
      announced.push(far);
      listed.push(near);
    }
    bare.close();
    if (mbsync) await mbsync();
    const many = Array.from({ length: MANY }, (_, n) => `${user} viele ${n}`);
    const oursMany = await ours.arrival(many);
    const anchorMany = mbsync && (await mbsync());
    return [
      {
        name: `first sync of ${size} mails, all in the list`,
        unit: 's',
        ours: ours.seconds,
        against: 'mbsync',
        ...(anchorFirst !== undefined && { anchor: anchorFirst }),
        aim: { most: 1 },
      },
      {
        name: 'inbox page meanwhile, 95 of 100 within',
        unit: 'ms',
        ours: quantile(ours.list, 0.95),
        against: 'the same at rest, right after a change',
        anchor: quantile(rest, 0.95),
        aim: { most: 5 },
      },
      {
        name: `a new mail beside ${size}, until it is in the list`,
        unit: 's',
        ours: quantile(listed, 0.5),
        against: 'until the server tells a bare client of it',
        anchor: quantile(announced, 0.5),
        aim: { most: 1.5 },
      },
      {
        name: `${MANY} new mails at once beside ${size}, all in the list`,
        unit: 's',
        ours: oursMany,
        against: 'mbsync, which is told when to look',
        ...(anchorMany !== undefined && { anchor: anchorMany }),
        aim: { most: 1 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes mails into a Maildir. One by one through the server's own helper, thousands would take longer than what is measured. */
async function fill(maildir: string, mails: number): Promise<void> {
  for (let n = 0; n < mails; n += 1)
    await writeFile(join(maildir, 'new', `${1_700_000_000 + n}.M${n}.bench`), someMail(n), { mode: 0o666 });
}

const askList = async (anna: TestClient): Promise<number> => {
  const from = performance.now();
  await anna.query('inbox.items', {}, { format: 'rows', page: 1, limit: 100 });
  return performance.now() - from;
};

/** How long a page of the inbox takes while nothing else happens. Each follows a change, as it does while mails come in. */
async function listAtRest(anna: TestClient): Promise<number[]> {
  const [item] = await someItems(anna, 1);
  const times: number[] = [];
  for (let round = 0; round < LIST_ROUNDS; round += 1) {
    const state = round % 2 === 0 ? 'seen' : 'ready';
    await anna.command('activity.setState', { aggregateIds: [item], state });
    times.push(await askList(anna));
  }
  return times;
}

/** Plain, HTML, and every tenth with a file of 100 kB. */
function someMail(n: number): string {
  const text = `Guten Tag,\n\nzum Vorgang ${n} fehlt die Unterlage.\n`.repeat(20);
  if (n % 10 === 0) return rawMail({ text, files: { 'unterlage.pdf': new Uint8Array(100_000).fill(n % 251) } });
  return n % 2 === 0 ? rawMail({ text }) : rawMail({ html: `<p>${text}</p><table><tr><td>${n}</td></tr></table>` });
}

async function ourSync(
  anna: TestClient,
  dovecot: TestDovecot,
  { user, mails }: { readonly user: string; readonly mails: number },
) {
  const began = performance.now();
  const { accountId } = await anna.command<{ accountId: number }>('mail.addAccount', {
    name: user,
    email: `${user}@nordwerk.example`,
    host: '127.0.0.1',
    port: dovecot.plainPort,
    security: 'none',
    userName: user,
    password: 'geheim',
  });
  const state = async () =>
    (await anna.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === accountId)?.state;
  const isDone = async () => {
    const now = await state();
    return now?.phase === 'watching' && now.done >= mails;
  };
  const list: number[] = [];
  while (!(await isDone()))
    for (let round = 0; round < 5; round += 1) {
      list.push(await askList(anna));
      await sleep(LIST_PAUSE_MS);
    }
  return {
    seconds: (performance.now() - began) / 1000,
    /** Milliseconds that pages of the inbox took meanwhile. */
    list,
    /** Seconds from the moment when mails of these subjects lie in the mailbox until all are in the list. */
    async arrival(subjects: readonly string[]): Promise<number> {
      // IDLE begins a moment after the last look.
      await sleep(1000);
      // Counted and not read: pages of hundreds would be work that nobody has meanwhile.
      const wanted = ((await state())?.done ?? 0) + subjects.length;
      for (const subject of subjects) dovecot.drop(user, rawMail({ subject, date: new Date() }));
      const from = performance.now();
      while (((await state())?.done ?? 0) < wanted) await sleep(10);
      return (performance.now() - from) / 1000;
    },
  };
}

/** A client that does nothing but wait for what the server tells. */
async function bareIdle(dovecot: TestDovecot, user: string) {
  const client = await connectMailServer(
    {
      host: '127.0.0.1',
      port: dovecot.plainPort,
      security: 'none',
      userName: user,
      password: 'geheim',
      trustedFingerprint: null,
    },
    { allowPrivateHosts: true },
  );
  await client.mailboxOpen('INBOX');
  return {
    /** Seconds from the call until the server tells of another mail, less the second that `arrival` waits. */
    async next(): Promise<number> {
      const from = performance.now();
      void client.idle().catch(() => undefined);
      await new Promise((resolve) => client.once('exists', resolve));
      return (performance.now() - from) / 1000 - 1;
    },
    close: () => client.close(),
  };
}

/** Returns how to run mbsync once, in seconds; undefined where it is not installed. */
async function mbsyncOf(
  dovecot: TestDovecot,
  user: string,
  folder: string,
): Promise<(() => Promise<number>) | undefined> {
  try {
    execFileSync('mbsync', ['--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  await mkdir(join(folder, 'mail'));
  const config = join(folder, 'mbsyncrc');
  await writeFile(
    config,
    `IMAPStore far
Host 127.0.0.1
Port ${dovecot.plainPort}
User ${user}
Pass geheim
SSLType None
AuthMechs LOGIN

MaildirStore near
Path ${folder}/mail/
Inbox ${folder}/mail/INBOX

Channel all
Far :far:
Near :near:
Patterns INBOX
Create Near
Sync Pull
SyncState *
`,
  );
  return async () => {
    const from = performance.now();
    await run('mbsync', ['-c', config, 'all']);
    return (performance.now() - from) / 1000;
  };
}
