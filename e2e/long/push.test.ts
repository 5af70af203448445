// Covers: settings, alarm, service-worker
import type { Browser, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { barriersInBothLights } from '../src/barriers.ts';
import {
  DESKTOP,
  findWholeBrowser,
  INSTALLED,
  isControlled,
  launchBrowser,
  picture,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import { startHere, type KontorHere } from '../src/kontor-here.ts';
import { PushService, press, shownBy, type Shown } from '../src/push-service.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PASSWORD = 'rechtzeitig an alles denken';
const SCOPE = '/push/nordwerk/anna/';

interface Alarm {
  readonly id: number;
  readonly title: string;
  readonly userAlarmTimestamp: number;
  readonly aggregateId: string;
}
interface Device {
  readonly deviceId: number;
  readonly isThis: boolean;
  readonly isPaused: boolean;
}

describe.skipIf(findWholeBrowser() === undefined)('being told of things though no page is looked at', () => {
  let kontor: KontorHere;
  let browser: Browser;
  let desk: BrowserSession;
  let elsewhere: BrowserSession;
  let page: Page;
  /** A page of the website that is none of the app. */
  let bystander: Page;
  let service: PushService;
  let anna: TestClient;

  const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  const remind = async (title: string, seconds = 1): Promise<void> => {
    const alarmConfig = { notifiable: true, date: at(seconds) };
    const fields = { moduleLayout: 'task', title, inactive: false, fixedMaturityDate: at(seconds + 3600) };
    await anna.command('task.create', { ...fields, alarmConfig });
  };
  const alarms = (): Promise<Alarm[]> => anna.query<Alarm[]>('alarm.unconfirmed');
  const alarmOf = async (title: string): Promise<Alarm | undefined> =>
    (await alarms()).find((alarm) => alarm.title === title);
  const worker = (): Promise<Worker> => service.worker(SCOPE);
  /** What the system shows, once the worker was given all that has been pushed. */
  const shown = async (): Promise<readonly Shown[]> => {
    await service.handOn(bystander, SCOPE);
    return shownBy(await worker());
  };
  const titles = async (): Promise<string[]> => (await shown()).map(({ title }) => title).toSorted();
  const pushed = (kind: string) => service.device.messages.filter((message) => message.kind === kind).length;
  const devices = async (): Promise<Device[]> =>
    (await anna.query<{ devices: Device[] }>('push.configuration')).devices;
  const settings = async (): Promise<Record<string, unknown>> => {
    const mine = await anna.query<{ key: string; value: unknown }[]>('settings.mine');
    return Object.fromEntries(mine.map(({ key, value }) => [key, value]));
  };
  const wish = (of: Page = page) => of.getByLabel('Auch melden, wenn Kontor nicht geöffnet ist');
  const choose = (values: object): Promise<unknown> =>
    anna.command('settings.change', {
      values,
      versions: Object.fromEntries(Object.keys(values).map((key) => [key, Date.now()])),
    });
  /** Leaves the app: no page is looked at any more. */
  const leave = async (): Promise<void> => {
    await page.goto('about:blank');
  };

  beforeAll(async () => {
    kontor = await startHere({ password: PASSWORD, pushPolicy: { allowPrivateHosts: true } });
    anna = await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
    // A page that is being left may take the browser's language for another one: that is given to it from outside.
    await choose({ language: 'de' });
    browser = await launchBrowser([], findWholeBrowser());
    desk = await openSession(browser, kontor.address, { ...INSTALLED, permissions: ['notifications'] });
    ({ page } = desk);
    service = await PushService.start(page.context());
    await page.reload();
    await signIn(page, 'anna', PASSWORD);
    await isControlled(page);
    bystander = await page.context().newPage();
    await bystander.goto(`${kontor.address}/icon.svg`);
    elsewhere = await openSessionAs('anna', browser, kontor.address, DESKTOP, PASSWORD);
  });
  afterAll(async () => {
    await desk?.close();
    await elsewhere?.close();
    await browser?.close();
    await service?.close();
    await kontor?.close();
  });

  test('the settings have this device, the kinds and the quiet hours', async () => {
    await page.goto(`${kontor.address}/settings/push`);
    await wish().check();
    await expect.poll(devices).toMatchObject([{ isPaused: false }]);
    await elsewhere.page.goto(`${kontor.address}/settings/push`);
    await elsewhere.page.getByRole('list', { name: 'Ihre anderen Geräte' }).getByText('Chrome').waitFor();
    await page.getByRole('checkbox', { name: 'Dokumente' }).uncheck();
    await expect.poll(async () => (await settings())['notificationsDocumentsEnabled']).toBe(false);
    await page.getByLabel('Zu festen Zeiten nichts melden').check();
    await page.getByLabel('Von', { exact: true }).fill('18:30');
    await page.getByRole('button', { name: 'So', exact: true }).click();
    await page.getByText('Still von 18:30 Uhr bis 07:00 Uhr am nächsten Tag.').waitFor();
    await expect
      .poll(async () => (await settings())['quietHours'])
      .toEqual({ isOn: true, from: '18:30', to: '07:00', days: [true, true, true, true, true, true, false] });
    await picture(page, 'settings-push');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.getByLabel('Zu festen Zeiten nichts melden').uncheck();
    await expect.poll(async () => (await settings())['quietHours']).toMatchObject({ isOn: false });
  });

  test('a reminder is shown with its name, which did not go through the push service', async () => {
    await elsewhere.page.goto('about:blank');
    await leave();
    await remind('Werft anrufen');
    await expect.poll(shown).toEqual([
      {
        title: 'Werft anrufen',
        body: expect.stringMatching(/^Aufgabe · fällig (heute|morgen) \d\d:\d\d$/),
        tag: expect.stringMatching(/^nordwerk\/anna alarm:task:\d+$/),
        actions: ['OK', 'In einer Stunde'],
      },
    ]);
    expect(service.device.texts.join('')).not.toContain('Werft');
  });

  test('its button OK confirms it, without a page', async () => {
    expect(await press(await worker(), 'Werft anrufen', 'ok')).toEqual([]);
    expect(await alarms()).toEqual([]);
    expect(await titles()).toEqual([]);
  });

  test('its button for an hour puts it off by one', async () => {
    await remind('Palette zählen');
    await expect.poll(titles).toEqual(['Palette zählen']);
    const before = Date.now() / 1000;
    expect(await press(await worker(), 'Palette zählen', 'hour')).toEqual([]);
    const { userAlarmTimestamp = 0 } = (await alarmOf('Palette zählen')) ?? {};
    expect(userAlarmTimestamp - before).toBeGreaterThan(3590);
    expect(userAlarmTimestamp - before).toBeLessThan(3660);
  });

  test('pressed, it opens what it is about', async () => {
    await remind('Angebot schicken');
    await expect.poll(titles).toEqual(['Angebot schicken']);
    const [address = ''] = await press(await worker(), 'Angebot schicken', '');
    await page.goto(kontor.address + address);
    await page.getByRole('heading', { name: 'Angebot schicken' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('nothing is shown by the system where a page is looked at', async () => {
    await page.bringToFront();
    const before = pushed('alarm');
    await remind('Zu Tisch');
    await page.getByRole('region', { name: 'Erinnerungen' }).getByText('Zu Tisch').waitFor();
    await expect.poll(() => pushed('alarm')).toBe(before + 1);
    expect(await titles()).toEqual([]);
    await leave();
  });

  test('what another device confirms is gone here', async () => {
    await remind('Ladung prüfen');
    await expect.poll(titles).toEqual(['Ladung prüfen']);
    const { id } = (await alarmOf('Ladung prüfen')) ?? {};
    await anna.command('alarm.snooze', { type: 'task', id, action: 'ok' });
    await expect.poll(titles).toEqual([]);
  });

  test('a new item is told of with who it is from, and is made Done by its button', async () => {
    await choose({ notificationsMailEnabled: true });
    await kontor.deliver([
      'From: Ida Holm <ida@holm.example>\r\nTo: info@nordwerk.example\r\nSubject: Frachtbrief\r\n\r\nGuten Tag\r\n',
    ]);
    await expect
      .poll(shown)
      .toMatchObject([{ title: 'Ida Holm', body: 'Frachtbrief', actions: ['Öffnen', 'Erledigt'] }]);
    expect(service.device.texts.join('')).not.toMatch(/Frachtbrief|Holm/);
    const mails = async () =>
      (await anna.query<{ moduleName: string }[]>('inbox.items')).filter(({ moduleName }) => moduleName === 'email');
    expect(await mails()).toHaveLength(1);
    expect(await press(await worker(), 'Ida Holm', 'done')).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  test('a worker without a network names nothing, and a page does what was pressed', async () => {
    const before = pushed('alarm');
    await remind('Für den Feierabend');
    await expect.poll(() => pushed('alarm')).toBe(before + 1);
    await page.context().setOffline(true);
    await expect.poll(titles).toEqual(['Eine Erinnerung']);
    const [address = ''] = await press(await worker(), 'Eine Erinnerung', 'ok');
    await page.context().setOffline(false);
    await page.goto(kontor.address + address);
    await page.getByText('Erinnerung bestätigt: Für den Feierabend').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expect.poll(() => alarmOf('Für den Feierabend')).toBeUndefined();
  });

  test('a page that is open, but not looked at, goes where a notification leads', async () => {
    await page.goto(kontor.address);
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    await isControlled(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await remind('Kran bestellen');
    await expect.poll(titles).toEqual(['Kran bestellen']);
    expect(await press(await worker(), 'Kran bestellen', 'open')).toEqual([]);
    await page.getByRole('heading', { name: 'Kran bestellen' }).waitFor();
    await leave();
  });

  test('one that was waved off is not told again by a page', async () => {
    await remind('Tor schließen');
    await expect.poll(titles).toContain('Tor schließen');
    expect(await press(await worker(), 'Tor schließen', '', 'notificationclose')).toEqual([]);
    await expect.poll(titles).not.toContain('Tor schließen');
  });

  test('a new address from the browser is told to the server by the worker', async () => {
    const old = service.device;
    const { token } = service.subscribe();
    const subscribed = await (
      await worker()
    ).evaluate(async (json) => {
      const keys: unknown[] = [];
      PushManager.prototype.subscribe = (options) => {
        keys.push(options?.applicationServerKey);
        return Promise.resolve({ toJSON: () => JSON.parse(json) as PushSubscriptionJSON } as PushSubscription);
      };
      const works: Promise<unknown>[] = [];
      const waitUntil = (work: Promise<unknown>) => works.push(work);
      globalThis.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil }));
      await Promise.all(works);
      return keys;
    }, token);
    const { publicKey } = await anna.query<{ publicKey: string }>('push.configuration');
    expect(subscribed).toEqual([publicKey]);
    expect(await devices()).toHaveLength(1);
    const before = old.pushed.length;
    await remind('Neue Anschrift');
    await expect.poll(titles).toContain('Neue Anschrift');
    expect(old.pushed).toHaveLength(before);
  });

  test('a device that its server has given up says so, and is registered anew when the app is opened', async () => {
    service.peer.answers.set(service.device.path, [{ status: 403 }]);
    const { device } = service;
    for (let round = 1; round <= 5; round += 1) {
      const before = device.pushed.length;
      await remind(`Vergeblich ${round}`);
      await expect.poll(() => device.pushed.length).toBe(before + 1);
    }
    await expect.poll(devices).toMatchObject([{ isPaused: true }]);
    service.peer.answers.delete(device.path);
    await page.goto(kontor.address);
    await expect.poll(devices).toMatchObject([{ isPaused: false }]);
  });

  test('a server with another key is subscribed to anew', async () => {
    const count = service.devices.length;
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('test.subscription') ?? '{}') as { key: number[] };
      localStorage.setItem('test.subscription', JSON.stringify({ ...kept, key: kept.key.toReversed() }));
    });
    const known = (await devices()).map(({ deviceId }) => deviceId);
    await page.reload();
    await expect.poll(() => service.devices.length).toBe(count + 1);
    // A page that is left before its server knows of it is pushed to no more until the next start.
    await expect.poll(async () => (await devices()).map(({ deviceId }) => deviceId)).not.toEqual(known);
    await leave();
    await remind('Unter neuem Schlüssel');
    await expect.poll(titles).toContain('Unter neuem Schlüssel');
  });

  test('who signs out is pushed to no more, and nothing of theirs stays on the screen', async () => {
    await page.goto(`${kontor.address}/settings/common`);
    const last = service.device;
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    const registrations = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
      );
    await expect.poll(registrations).toEqual(['/']);
    expect(await devices()).toEqual([]);
    const before = last.pushed.length;
    await remind('Nach Dienstschluss');
    await page.waitForTimeout(2500);
    expect(last.pushed).toHaveLength(before);
  });
});
