// Covers: account, client
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, rows, type BrowserSession } from './src/browser.ts';
import { deliver, itemsOf, startInstances, switcherOf, type InstancesStage } from './src/instances.ts';
import type { Kontor } from './src/kontor.ts';
import { pressInRow } from './src/pointer.ts';

const LATEST = 30_000;

describe.skipIf(findBrowser() === undefined)('several instances in one client', () => {
  let stage: InstancesStage | undefined;
  let home: Kontor;
  let away: Kontor;
  let front: InstancesStage['front'];
  let session: BrowserSession;
  let page: Page;
  let on: ReturnType<typeof switcherOf>;
  const requests: Promise<{ readonly request: Request; readonly headers: Record<string, string> } | undefined>[] = [];

  beforeAll(async () => {
    stage = await startInstances();
    ({ home, away, front, session } = stage);
    ({ page } = session);
    on = switcherOf(page);
    page.context().on('request', (request) => {
      requests.push(
        request.allHeaders().then(
          (headers) => ({ request, headers }),
          // A page that is closed takes along what was still on its way.
          () => undefined,
        ),
      );
    });
  });
  afterAll(() => stage?.close());

  test('are added one after the other, each with its own list, and counts of those that are not shown follow', async () => {
    await on.addAll(front.address);
    expect(await rows(page).count()).toBe(4);
    await on.open();
    for (const [name, count] of [
      ['Nordwerk', '3'],
      ['Hof Berger', '2'],
      ['Laden am Markt', '4'],
    ] as const)
      await on.entry(name).filter({ hasText: count }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.title()).toMatch(/^\(9\) /);
    expect(session.complaints).toEqual([]);
    await on.switchTo('Nordwerk');
    await deliver(home, 'hof', 'anna', ['Hof drei']);
    await deliver(away, 'laden', 'anna', ['Laden fünf']);
    await expect.poll(() => page.title(), { timeout: LATEST }).toMatch(/^\(11\) /);
    await on.open();
    await on.entry('Hof Berger').filter({ hasText: '3' }).waitFor();
    await on.entry('Laden am Markt').filter({ hasText: '5' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('what was queued without a network is sent when it is back, while another account is shown', async () => {
    await on.switchTo('Laden am Markt');
    front.cut();
    await page.getByText('Keine Verbindung zum Server.').waitFor({ timeout: LATEST });
    await pressInRow(rows(page).filter({ hasText: 'Laden eins' }), 'ready');
    await on.switchTo('Nordwerk');
    expect(await page.getByText('Keine Verbindung zum Server.').filter({ visible: true }).count()).toBe(0);
    await on.open();
    await on.entry('Laden am Markt').getByText('Keine Verbindung').waitFor();
    await page.keyboard.press('Escape');
    front.mend();
    const done = async () => (await itemsOf(away.address, 'laden')).filter(({ status }) => status === 3);
    await expect.poll(done, { timeout: LATEST }).toMatchObject([{ information: 'Laden eins' }]);
    await on.showing('Nordwerk');
    expect((await itemsOf(home.address, 'werk')).filter(({ status }) => status === 3)).toEqual([]);
  });

  test('two people of one instance are there beside each other', async () => {
    await on.add('werk', 'ben');
    await page.locator('.drawer-user:visible', { hasText: 'Ben Berger' }).waitFor();
    expect(await rows(page).filter({ hasText: 'Werk eins' }).filter({ visible: true }).count()).toBe(0);
    await page.reload();
    await page.locator('.drawer-user:visible', { hasText: 'Ben Berger' }).waitFor();
    await on.open();
    await page.getByRole('menuitemradio', { name: 'Nordwerk anna' }).click();
    await page.locator('.drawer-user:visible', { hasText: 'Anna Berger' }).waitFor();
    await page.getByRole('link', { name: 'Eingang' }).filter({ visible: true }).click();
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor();
  });

  test('a session that its server has ended is over for that account alone', async () => {
    await on.switchTo('Hof Berger');
    await home.cli(['lock', 'hof', 'anna']);
    await page.getByText('Ihre Sitzung bei Hof Berger ist beendet.').waitFor({ timeout: LATEST });
    await page.locator('.drawer-title:visible', { hasText: /Nordwerk|Laden/ }).waitFor();
    await on.open();
    await on.entry('Hof Berger').getByText('Sitzung beendet').waitFor();
    await page.keyboard.press('Escape');
    await on.switchTo('Laden am Markt');
    await page.getByRole('link', { name: 'Eingang' }).filter({ visible: true }).click();
    await rows(page).filter({ hasText: 'Laden zwei' }).waitFor();
    await home.cli(['unlock', 'hof', 'anna']);
    await on.open();
    await on.entry('Hof Berger').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Benutzername').inputValue()).toBe('anna');
    await on.signInAgain();
    await rows(page).filter({ hasText: 'Hof eins' }).filter({ visible: true }).waitFor();
  });

  test('no request bore what belongs to another server', async () => {
    const all = await Promise.all(requests);
    const known = all.filter((one) => one !== undefined);
    const toAway = known.filter(({ request }) => request.url().startsWith(front.address));
    const toHome = known.filter(({ request }) => request.url().startsWith(home.address));
    expect([toAway.length > 20, toHome.length > 50]).toEqual([true, true]);
    const tokensOf = (some: typeof known) => new Set(some.flatMap(({ headers }) => headers['authorization'] ?? []));
    const [awayTokens, homeTokens] = [tokensOf(toAway), tokensOf(toHome)];
    expect([awayTokens.size > 0, homeTokens.size > 0]).toEqual([true, true]);
    expect([...awayTokens].filter((token) => homeTokens.has(token))).toEqual([]);
    for (const { headers } of toAway) {
      expect(headers['cookie'] ?? '').toBe('');
      expect([headers['x-csrf-token'], headers['x-instance']]).toEqual([undefined, undefined]);
    }
    // Nor did anything else that a page sends tell of a token.
    const secrets = [...awayTokens, ...homeTokens].map((token) => token.slice('Bearer '.length));
    for (const { request } of known) expect(secrets.some((secret) => request.url().includes(secret))).toBe(false);
    expect(
      known.filter(
        ({ request }) =>
          !/^(?:data|blob):/.test(request.url()) && !toAway.concat(toHome).some((one) => one.request === request),
      ),
    ).toEqual([]);
    expect(session.complaints.filter((text) => !/CORS|ERR_|Failed to fetch/.test(text))).toEqual([]);
  });
});
