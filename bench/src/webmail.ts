import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailAccount } from '@kontor/contract/mail';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { startRoundcube } from '../../e2e/src/roundcube.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { findDovecot, TestDovecot } from '../../server/src/platform/mailwire/testing/dovecot.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { SLOW_4G } from './browser.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
const USER = 'webmail';
const MAILS = 2000;
const ROUNDS = 5;

/** A program that shows a mailbox: how to sign in, where its list is, and how a row of it can be told. */
interface Program {
  readonly name: string;
  readonly address: string;
  readonly row: string;
  signIn(page: Page): Promise<void>;
}

/** From the navigation to the list of the same mailbox in the same browser, cold and warm, beside Roundcube. */
export async function benchWebmail(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  if (findBrowser() === undefined || findDovecot() === undefined) return [];
  const dovecot = await TestDovecot.start();
  const roundcube = await startRoundcube(dovecot.plainPort);
  if (roundcube === undefined) say('Roundcube is not installed: figures are ours alone.');
  const browser = await openBrowser();
  try {
    say(`A mailbox of ${MAILS.toLocaleString('en')} mails, in Kontor and in Roundcube …`);
    await fill(kontor, dovecot);
    const lines: Line[] = [];
    for (const slowDown of [1, 4]) {
      const ours = await startsOf(browser, kontorProgram(kontor), slowDown);
      const theirs = roundcube && (await startsOf(browser, roundcubeProgram(roundcube.url), slowDown));
      const how = slowDown > 1 ? `, ${slowDown}x slower processor, slow 4G` : '';
      for (const kind of ['cold', 'warm'] as const)
        lines.push({
          name: `${kind} start to the list of a mailbox${how}`,
          unit: 'ms',
          ours: ours[kind],
          against: 'Roundcube, cold and warm alike',
          ...(theirs && { anchor: theirs[kind] }),
          aim: { most: 0.5 },
        });
    }
    return lines;
  } finally {
    await browser.close();
    await roundcube?.close();
    await dovecot.close();
  }
}

async function fill(kontor: KontorProcess, dovecot: TestDovecot): Promise<void> {
  const maildir = dovecot.maildir(USER);
  for (let n = 0; n < MAILS; n += 1)
    await writeFile(join(maildir, 'new', `${1_700_000_000 + n}.M${n}.bench`), rawMail({ subject: `Vorgang ${n}` }), {
      mode: 0o666,
    });
  kontor.cli(['instance', 'create', 'webmail']);
  kontor.cli(['person', 'add', 'webmail', USER, '--password-file', '-'], PASSWORD);
  const client = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'webmail').signIn(USER, PASSWORD);
  await client.command('mail.addAccount', {
    name: USER,
    email: 'webmail@nordwerk.example',
    host: '127.0.0.1',
    port: dovecot.plainPort,
    security: 'none',
    userName: USER,
    password: 'geheim',
  });
  for (;;) {
    const [account] = await client.query<MailAccount[]>('mail.accountSettings');
    if (account?.state.phase === 'watching' && account.state.done >= MAILS) return;
    await sleep(250);
  }
}

const kontorProgram = (kontor: KontorProcess): Program => ({
  name: 'Kontor',
  address: `http://webmail.localhost:${kontor.port}`,
  row: '.row',
  async signIn(page) {
    await page.getByLabel('Benutzername').fill(USER);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  },
});

const roundcubeProgram = (address: string): Program => ({
  name: 'Roundcube',
  address,
  row: '#messagelist tbody tr.message',
  async signIn(page) {
    await page.fill('#rcmloginuser', USER);
    await page.fill('#rcmloginpwd', 'geheim');
    await page.click('#rcmloginsubmit');
  },
});

async function startsOf(browser: Browser, program: Program, slowDown: number) {
  const context = await browser.newContext(DESKTOP);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.goto(program.address);
    await program.signIn(page);
    await page.locator(program.row).first().waitFor({ timeout: 60_000 });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    if (slowDown > 1) await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    return { cold: await starts(page, cdp, program, true), warm: await starts(page, cdp, program, false) };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the navigation to the first row, of the median. Cold: the browser has kept nothing but the sign-in. */
async function starts(page: Page, cdp: CDPSession, program: Program, isCold: boolean): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (isCold) {
      await cdp.send('Network.clearBrowserCache');
      await cdp.send('Storage.clearDataForOrigin', {
        origin: program.address,
        storageTypes: 'indexeddb,cache_storage,service_workers',
      });
    }
    await page.goto(program.address, { waitUntil: 'commit' });
    await page.waitForFunction((row) => document.querySelector(row) !== null, program.row, { polling: 'raf' });
    times.push(await page.evaluate(() => performance.now()));
    await page.waitForTimeout(1500);
  }
  return quantile(times, 0.5);
}
