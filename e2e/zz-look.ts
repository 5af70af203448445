import { chromium } from 'playwright-core';
import { findBrowser, signIn } from './src/browser.ts';
import { TestClient } from '../server/src/testing/client.ts';
const address = 'http://demo.localhost:8300';
const anna = await new TestClient('http://127.0.0.1:8300', 'demo').signIn('anna', 'kontor-demo-password');
const found = await anna.query<{ idoId: number; instanceId: number; idoDisplayName: string }[]>('record.search', { query: 'meierei' });
console.log(found.map((x) => x.idoDisplayName));
const one = found[0]!;
const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', { idoId: one.idoId, instanceId: one.instanceId });
const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox', '--disable-gpu'] });
for (const [w, h, scheme, locale] of [[1440, 900, 'light', 'de-DE'], [390, 844, 'dark', 'de-DE']] as const) {
  const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.goto(address);
  await signIn(page, 'anna', 'kontor-demo-password');
  await page.goto(`${address}/memo/${encodeURIComponent(aggregateId)}/inbox/edit`);
  await page.locator('.written-title').waitFor();
  await page.waitForTimeout(500);
  if (w > 1000) {
    await page.keyboard.type('Wartung der Presse besprochen');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Herr Neumann wünscht einen Termin im März.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Er meldet sich bis Freitag.');
    await page.waitForTimeout(1500);
  }
  await page.screenshot({ path: `/tmp/memo-${w}.png` });
  await page.getByRole('button', { name: /Dauer|Duration/ }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/memo-${w}-menu.png` });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Weitere Aktionen|More actions/ }).last().click();
  await page.getByRole('menuitem', { name: /Verlauf|History/ }).click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/memo-${w}-history.png` });
  await context.close();
}
await browser.close();
