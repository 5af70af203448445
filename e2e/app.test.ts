// Covers: client, shell, service-worker
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import {
  arrive,
  findBrowser,
  INSTALLED,
  isControlled,
  openBrowser,
  picture,
  rows,
  signIn,
  openSession,
  subjectOf,
  type BrowserSession,
} from './src/browser.ts';
import { Front } from './src/front.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { pressInRow } from './src/pointer.ts';
import { long } from '../server/src/testing/long.ts';

const LATEST = 60_000;
const ROOT = join(import.meta.dirname, '..');

describe.skipIf(findBrowser() === undefined)('the app on the device', () => {
  let kontor: Kontor;
  let browser: Browser;
  let front: Front;
  let session: BrowserSession;
  let folder: string;

  beforeAll(async () => {
    [folder, front, browser] = await Promise.all([
      mkdtemp(join(tmpdir(), 'kontor-second-build-')),
      Front.start(),
      openBrowser(),
    ]);
    kontor = await openKontor({ KONTOR_PUBLIC_URL: front.address });
    front.target = kontor.port;
    session = await openSession(browser, front.address, INSTALLED);
    await signIn(session.page, 'ben', PASSWORD);
    await rows(session.page).first().waitFor();
  });
  afterAll(async () => {
    await front?.close();
    await kontor?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the browser itself makes no markup, script or worker of a text that is not the app’s own', async () => {
    const { page, complaints, close } = await openSession(browser, front.address, INSTALLED);
    const refused = await page.evaluate(async () => {
      const ways: Record<string, () => unknown> = {
        markup: () => (document.body.innerHTML = '<img src="x">'),
        parser: () => new DOMParser().parseFromString('<p>x</p>', 'text/html'),
        frame: () => (document.createElement('iframe').srcdoc = '<p>x</p>'),
        script: () => (document.createElement('script').src = '/x.js'),
        worker: () => new Worker('/x.js'),
        policy: () =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('mine', {}),
      };
      const thrown: string[] = [];
      for (const [name, way] of Object.entries(ways)) {
        try {
          way();
        } catch {
          thrown.push(name);
        }
      }
      return thrown;
    });
    expect(refused).toEqual(['markup', 'parser', 'frame', 'script', 'worker', 'policy']);
    // Meant to be refused, and said so.
    expect(complaints.splice(0).length).toBeGreaterThan(0);
    await close();
  });

  test('the service worker and the manifest are served so that browsers take them', async () => {
    const worker = await fetch(`${kontor.address}/sw.js`);
    const manifest = await fetch(`${kontor.address}/manifest.webmanifest`);
    expect(worker.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
    for (const { src, type } of icons) {
      const icon = await fetch(`${kontor.address}${src}`);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    }
  });

  test('a new version is offered, keeps what waits, and is what the page then shows', long, async () => {
    const { page } = session;
    const build = [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'];
    execFileSync(process.execPath, [...build, '--config', join(import.meta.dirname, 'src', 'second-build.config.ts')], {
      cwd: join(ROOT, 'web'),
      env: { ...process.env, KONTOR_SECOND_BUILD: folder },
    });
    await page.goto(front.address);
    await rows(page).first().waitFor();
    await isControlled(page);
    front.folder = folder;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.getByText('Eine neue Version von Kontor ist bereit.').waitFor({ timeout: LATEST });
    await picture(page, 'update-banner');
    front.hold((path) => path.startsWith('/command'));
    const subject = await subjectOf(page, 0);
    const same = rows(page).filter({ hasText: subject });
    const before = await same.count();
    await pressInRow(rows(page).first(), 'ready');
    await expect.poll(() => same.count()).toBe(before - 1);
    await page.getByRole('button', { name: 'Jetzt aktualisieren' }).click();
    await arrive(page, 'Eingangskorb');
    await rows(page).first().waitFor();
    expect(await same.count()).toBe(before - 1);
    front.release();
    const ben = await new TestClient(kontor.address, 'demo').signIn('ben', PASSWORD);
    const open = async () =>
      (await ben.query<{ information: string }[]>('inbox.items', { statusRed: 'unseen', statusYellow: 'seen' })).filter(
        ({ information }) => information === subject,
      ).length;
    await expect.poll(open, { timeout: LATEST }).toBe(before - 1);
  });

  test('a server of another version is told, and the next start begins with an update', async () => {
    const { page } = session;
    front.headers = { 'x-compatibility-version': '999' };
    await page.reload();
    await page.getByText('Es gibt eine neue Version von Kontor').waitFor({ timeout: LATEST });
    await page.reload();
    await page.getByRole('heading', { name: 'Diese Seite passt nicht mehr zum Server' }).waitFor({ timeout: LATEST });
    await picture(page, 'version-mismatch');
    // The page looks by itself to begin with; what the server says from now on is for who asks it to.
    const again = page.getByRole('button', { name: 'Jetzt nachsehen' });
    await expect.poll(() => again.isEnabled(), { timeout: LATEST }).toBe(true);
    front.headers = {};
    await again.click();
    await page.getByRole('heading', { name: /^Eingang/ }).waitFor({ timeout: LATEST });
  });

  test('the offer to install is taken up, put off for a week, or refused for ever', long, async () => {
    const { page } = session;
    const offer = () =>
      page.evaluate(() => {
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => document.body.setAttribute('data-prompted', 'yes'),
        });
        window.dispatchEvent(event);
      });
    const banner = page.getByText('Kontor als App auf diesem Gerät?');
    await offer();
    await banner.waitFor();
    await picture(page, 'install-banner');
    await page.getByRole('button', { name: 'Später' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('kontor.settings') ?? '{}') as object;
      localStorage.setItem('kontor.settings', JSON.stringify({ ...settings, install: Date.now() - 120_000 }));
    });
    await page.reload();
    await rows(page).first().waitFor();
    await offer();
    await page.getByRole('button', { name: 'Ja', exact: true }).click();
    await expect.poll(() => page.locator('body').getAttribute('data-prompted')).toBe('yes');
    await offer();
    await page.getByRole('button', { name: 'Nie', exact: true }).click();
    await page.reload();
    await rows(page).first().waitFor();
    await offer();
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByRole('link', { name: 'Offline' }).click();
    await page.getByRole('button', { name: 'Kontor installieren' }).waitFor();
    expect(await banner.count()).toBe(0);
    expect(session.complaints).toEqual([]);
  });
});
