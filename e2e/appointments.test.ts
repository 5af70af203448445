// Covers: appointment
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { DEMO_PASSWORD } from './src/begun.ts';
import { PHONE, findBrowser, openBrowser, type BrowserSession } from './src/browser.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { clean } from './src/records.ts';
import { openSessionAs } from './src/signed-in.ts';

/** A Wednesday far enough ahead that the demo has nothing on it. */
const DAY = '2027-09-15';

describe.skipIf(findBrowser() === undefined)('appointments', () => {
  let kontor: Kontor | undefined;
  let annas: BrowserSession;
  let bens: BrowserSession;

  const block = ({ page }: BrowserSession, title: string) => page.locator('a.ap', { hasText: title });
  const show = ({ page }: BrowserSession, search: string) => page.goto(`${kontor?.address}/agenda?${search}`);
  const time = (session: BrowserSession, title: string) => block(session, title).locator('.ap-time').textContent();

  beforeAll(async () => {
    kontor = await openKontor();
    const browser = await openBrowser();
    annas = await openSessionAs('anna', browser, kontor.address);
    bens = await openSessionAs('ben', browser, kontor.address, PHONE);
  });
  afterAll(async () => {
    await Promise.all([annas?.close(), bens?.close()]);
    await kontor?.close();
  });

  test('one is made and moved by keys alone, and stands there for who may see when one is busy, at once', async () => {
    const { page } = annas;
    await show(annas, `view=day&day=${DAY}`);
    await show(bens, `view=day&day=${DAY}&calendars=1`);
    await bens.page.getByRole('group', { name: /15\. September|Anna Berger/ }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Titel des Termins' }).waitFor();
    await page.keyboard.type('Montage planen');
    await page.keyboard.press('Enter');
    await block(annas, 'Montage planen').waitFor();
    await clean(page, 'calendar-day');
    // Ben learns no more than that she is busy.
    await bens.page.getByRole('img', { name: 'Belegt, 9:00–10:00' }).waitFor();
    expect(await bens.page.getByText('Montage planen').count()).toBe(0);
    await clean(bens.page, 'calendar-phone');

    await block(annas, 'Montage planen').focus();
    await page.keyboard.press('Control+ArrowDown');
    await expect.poll(() => time(annas, 'Montage planen')).toContain('9:15–10:15');
    await bens.page.getByRole('img', { name: 'Belegt, 9:15–10:15' }).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => time(annas, 'Montage planen')).toContain('9:00–10:00');
    await bens.page.getByRole('img', { name: 'Belegt, 9:00–10:00' }).waitFor();
  });

  test('one is dragged by the mouse to another day of its week', long, async () => {
    const { page } = annas;
    await show(annas, `view=week&day=${DAY}`);
    const box = await block(annas, 'Montage planen').boundingBox();
    const target = await page.locator('[data-column="3"]').boundingBox();
    if (box === null || target === null) throw new Error('It is not shown');
    await page.mouse.move(box.x + 30, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(target.x + 30, box.y + 40, { steps: 5 });
    await page.mouse.move(target.x + 30, box.y + 10 + 56, { steps: 5 });
    await clean(page, 'calendar-dragged');
    await page.mouse.up();
    await page
      .getByRole('group', { name: /Donnerstag, 16\. September/ })
      .locator('.ap', { hasText: '10:00–11:00' })
      .waitFor();
  });

  test('one that is made without a network stands there, waits, and is made once there is one', async () => {
    const { page } = annas;
    await show(annas, `view=day&day=${DAY}`);
    await page.getByRole('heading', { name: /15\. September/ }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('c');
    await page.keyboard.type('Ohne Netz');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Wartet auf die Verbindung' }).waitFor({ state: 'attached' });
    await page.context().setOffline(false);
    await block(annas, 'Ohne Netz').waitFor();
    await page.getByRole('img', { name: 'Wartet auf die Verbindung' }).waitFor({ state: 'detached' });
  });

  test('ten weeks are there without a network, though nobody has looked at them', long, async () => {
    const day = Temporal.Now.plainDateISO('Europe/Berlin').add({ weeks: 3 }).toString();
    const anna = await new TestClient(kontor?.address ?? '', 'demo').signIn('anna', DEMO_PASSWORD);
    const given = { title: 'Frühschicht', startDate: `${day}T07:00:00`, endDate: `${day}T07:30:00` };
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.create', given);
    const { entryId } = JSON.parse(aggregateId) as { entryId: number };
    // A device that has nothing of it yet.
    const device = await openSessionAs('anna', await openBrowser(), kontor?.address ?? '');
    const { page } = device;
    // It is fetched ahead some seconds after the page stands.
    const fetched = page.waitForResponse(
      (response) => response.url().includes('appointment.details') && response.url().includes(String(entryId)),
    );
    await show(device, 'view=week');
    await (await fetched).finished();
    await page.context().setOffline(true);
    for (let week = 0; week < 3; week += 1) await page.keyboard.press('j');
    await block(device, 'Frühschicht').waitFor();
    await clean(page, 'calendar-offline');
    await block(device, 'Frühschicht').press('Enter');
    await page
      .getByRole('textbox', { name: 'Titel' })
      .or(page.getByRole('heading', { name: 'Frühschicht' }))
      .first()
      .waitFor();
    await device.close();
  });
});
