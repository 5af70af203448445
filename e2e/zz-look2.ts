import { openBrowser, DESKTOP, PHONE } from './src/browser.ts';
import { writeFileSync } from 'node:fs';
const out = '/tmp/docpics';
const url = 'http://demo.localhost:8210';
const browser = await openBrowser(['--host-resolver-rules=MAP *.localhost 127.0.0.1']);
const watch = (page: any) => {
  page.on('pageerror', (e: any) => console.log('PAGEERROR', e.message));
  page.on('response', (r: any) => { if (r.status() >= 400) console.log(r.status(), r.url().slice(0, 160)); });
};
const open = async (user: string, how: any) => {
  const ctx = await browser.newContext(how);
  const page = await ctx.newPage();
  watch(page);
  await page.goto(url);
  await page.getByLabel(/Benutzer|User/).first().fill(user);
  await page.locator('input[type=password]').first().fill('kontor-demo-password');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(2500);
  return page;
};
const page = await open('anna', DESKTOP);
const shot = async (name: string, p = page) => { await p.waitForTimeout(600); await p.screenshot({ path: `${out}/${name}.png` }); console.log('shot', name); };
const step = async (name: string, run: () => Promise<unknown>) => { try { await run(); } catch (e) { console.log('STEP FAILED', name, String(e).slice(0, 400)); } };
page.setDefaultTimeout(8000);
await step('settings', async () => {
  await page.goto(`${url}/settings/documentBoxes`);
  await page.waitForTimeout(1500);
  await shot('6-boxes-empty');
  if (await page.getByText('Verträge').count() === 0) {
  await page.getByRole('button', { name: 'Neue Ablage' }).click();
  await page.getByLabel('Name').fill('Verträge');
  await page.getByRole('combobox').fill('anna');
  await page.waitForTimeout(300); await page.keyboard.press('Enter');
  await page.getByRole('combobox').fill('ben');
  await page.waitForTimeout(300); await page.keyboard.press('Enter');
  await shot('7-box-form');
  await page.getByRole('button', { name: 'Anlegen' }).click();
  await page.waitForTimeout(1000);
  }
  await shot('8-boxes');
});
await step('pdf', async () => {
  await page.goto(`${url}/documents/all/all/main`);
  await page.waitForTimeout(1500);
  writeFileSync('/tmp/Notiz.md', 'Notiz zum Werftvertrag');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await (await chooser).setFiles([process.env['PDF'] ?? '/tmp/Notiz.md', '/tmp/Notiz.md']);
  await page.waitForTimeout(1200);
  await shot('9-several');
  await page.getByLabel('Ablage').selectOption({ label: 'Verträge' });
  await page.getByLabel('Schlagwörter').fill('Werft, Wartung');
  await page.getByRole('button', { name: 'Ablegen', exact: true }).click();
  await page.waitForTimeout(3000);
  await shot('10-list');
});
await step('detail', async () => {
  await page.locator('.row').first().click();
  await page.waitForTimeout(3000);
  await shot('11-detail');
  await page.keyboard.press('Shift+E');
  await shot('12-edit');
  await page.getByLabel('Titel').fill('Annas Titel');
});
const ben = await open('ben', DESKTOP);
ben.setDefaultTimeout(8000);
await step('conflict', async () => {
  await ben.goto(page.url());
  await ben.waitForTimeout(2500);
  await ben.getByRole('button', { name: 'Bearbeiten' }).click();
  await ben.waitForTimeout(500);
  await ben.getByLabel('Titel').fill('Bens Titel');
  await ben.getByLabel('Schlagwörter').fill('Kai');
  await ben.getByRole('button', { name: 'Speichern' }).click();
  await ben.waitForTimeout(1500);
  await shot('13-ben', ben);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForTimeout(1000);
  await shot('14-conflict');
  await page.getByLabel(/Meine Änderung/).check();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForTimeout(1500);
  await shot('15-merged');
});
await step('version', async () => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('toolbar', { name: 'Weitere Aktionen' }).getByRole('button', { name: 'Weitere Aktionen' }).click();
  await shot('16-menu');
  await page.getByRole('menuitem', { name: 'Neue Version hochladen' }).click();
  await (await chooser).setFiles(['/tmp/Angebot.txt']);
  await page.waitForTimeout(800);
  await shot('17-version');
  await page.getByRole('button', { name: 'Als neue Version ablegen' }).click();
  await page.waitForTimeout(2500);
  await page.locator('.document').evaluate((e) => e.scrollTo(0, 99999));
  await shot('18-versions');
  await page.getByRole('button', { name: /^Version 1: / }).click();
  await page.waitForTimeout(1500);
  await shot('19-viewer');
  await page.keyboard.press('Escape');
});
await step('notEmpty', async () => {
  await page.goto(`${url}/settings/documentBoxes`);
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: 'Ablage Verträge löschen' }).click();
  await shot('20-notempty');
});
const phone = await open('ben', PHONE);
await step('phone', async () => {
  await phone.goto(`${url}/documents/all/all/main`);
  await phone.waitForTimeout(2000);
  await shot('21-phone-list', phone);
  await phone.locator('.row').first().click();
  await phone.waitForTimeout(2500);
  await shot('22-phone-detail', phone);
  await phone.getByRole('button', { name: 'Bearbeiten' }).click();
  await shot('23-phone-edit', phone);
  console.log('overflow', await phone.evaluate(() => document.documentElement.scrollWidth));
});
const dark = await open('ben', { ...DESKTOP, colorScheme: 'dark', locale: 'en-GB' });
await step('dark', async () => {
  await dark.goto(`${url}/documents/all/all/main`);
  await dark.waitForTimeout(2000);
  await dark.locator('.row').first().click();
  await dark.waitForTimeout(2500);
  await shot('24-dark', dark);
});
await browser.close();
