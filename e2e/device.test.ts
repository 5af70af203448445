// Covers: alarm, document, shell, account
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { long } from '../server/src/testing/long.ts';
import { findBrowser } from './src/browser.ts';
import { openShell, type ShellStage } from './src/shell.ts';

interface Item {
  readonly aggregateId: string;
  readonly moduleName: string;
  readonly information: string;
}
interface Alarm {
  readonly type: string;
  readonly id: number;
  readonly userAlarmTimestamp: number;
}

describe.skipIf(findBrowser() === undefined)('the app in the shell of a phone', () => {
  let stage: ShellStage | undefined;
  const at = (): ShellStage => stage ?? expect.fail('Nothing was opened');

  beforeAll(async () => {
    stage = await openShell();
  });
  afterAll(() => stage?.close());

  const itemsOf = (client: ShellStage['anna']): Promise<Item[]> =>
    client.query<Item[]>('filter.items', { view: 'all' }, { limit: 20 });
  /** What the phone says when a notice is pressed: whose push it was, and what that said. */
  const pressed = async (instanceName: string, { aggregateId }: Item) => {
    const tokens = Object.keys((await at().kept()).secure).filter((key) => key.endsWith(`/${instanceName}/anna`));
    return {
      account: tokens[0]?.replace('kontor.token/', '') ?? expect.fail(`Nobody is signed in at ${instanceName}`),
      message: JSON.stringify({ instanceName, aggregateId, kind: 'item', tag: 'item:email:1', badge: 3 }),
    };
  };
  const tap = async (...of: Parameters<typeof pressed>) => at().emit('KontorPush', 'opened', await pressed(...of));

  test('keeps its tokens where the shell keeps secrets, and nowhere else', async () => {
    const { page, kept } = at();
    const tokensOf = async () =>
      Object.entries((await kept()).secure).filter(([key]) => key.startsWith('kontor.token/'));
    await expect.poll(tokensOf).toHaveLength(2);
    const tokens = await tokensOf();
    const stored = await page.evaluate(() =>
      JSON.stringify(Object.entries(localStorage).filter(([key]) => key !== 'fake-bridge')),
    );
    for (const [, text] of tokens) expect(stored).not.toContain(JSON.parse(text) as string);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  test('has the sum of both instances on its badge, no more than 99', long, async () => {
    const count = async (client: ShellStage['anna']): Promise<number> =>
      (
        await client.query<{ count: number }[]>('session.unfinishedCounts', {
          statusRed: 'unseen',
          statusYellow: 'seen',
        })
      ).reduce((sum, one) => sum + one.count, 0);
    const sum = (await count(at().anna)) + (await count(at().awayAnna));
    await expect.poll(async () => (await at().kept()).badge).toBe(Math.min(99, sum));
  });

  test('a push that is pressed opens what it is about in its instance, also where the app was not running', async () => {
    const { page, anna, awayAnna } = at();
    const own = (await itemsOf(anna)).find(({ moduleName }) => moduleName === 'email') ?? expect.fail('No mail');
    const other = (await itemsOf(awayAnna))[0] ?? expect.fail('No mail');
    await tap('demo', own);
    await page.waitForURL(/\/mail\//);
    await page.getByText(own.information).filter({ visible: true }).first().waitFor();
    await tap('laden', other);
    await page.getByText(other.information).filter({ visible: true }).first().waitFor();
    expect(decodeURIComponent(page.url())).toContain(other.aggregateId);
    // The app was ended, and is started by the press.
    const data = await pressed('demo', own);
    await page.goto('about:blank');
    await page.addInitScript((given) => {
      if (sessionStorage.getItem('pressed') !== null || location.protocol === 'about:') return;
      sessionStorage.setItem('pressed', '1');
      const { fakeBridge } = globalThis as unknown as { fakeBridge: { emit: (...all: unknown[]) => void } };
      fakeBridge.emit('KontorPush', 'opened', given);
    }, data);
    await page.goBack();
    await page.waitForURL((url) => decodeURIComponent(url.href).includes(own.aggregateId));
    await page.getByText(own.information).filter({ visible: true }).first().waitFor();
  });

  test('is pushed to by a distributor of the person, as its server is told', long, async () => {
    const { page, anna, kept } = at();
    const distributors = [{ id: 'org.example.up', name: 'ntfy' }];
    const { push, ...others } = await kept();
    const phone = JSON.stringify({ ...others, push: { ...push, distributors } });
    await page.evaluate((text) => localStorage.setItem('fake-bridge', text), phone);
    await page.goto(new URL('/settings/push', page.url()).href);
    // Google's service is nothing that this server has a way to.
    await page.getByText('Die Meldungen bringt ntfy.').waitFor();
    await page.getByLabel(/^Auch melden/).check();
    const kinds = async () => {
      const { devices } = await anna.query<{ devices: { kind: string }[] }>('push.configuration');
      return devices.map(({ kind }) => kind);
    };
    await expect.poll(kinds).toEqual(['unifiedpush']);
    const { registrations, keys } = (await kept()).push;
    expect(Object.keys(keys)).toEqual(Object.keys(registrations));
    expect(Object.values(registrations).map(({ distributor }) => distributor)).toEqual(['org.example.up']);
  });

  test('alarms ring by the system; its buttons do what they say, and do it later without a network', async () => {
    const { anna, kept, emit, context } = at();
    const alarms = (): Promise<Alarm[]> => anna.query<Alarm[]>('alarm.unconfirmed');
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    const [known] = await alarms();
    const { type, id } = known ?? expect.fail('The demo has no alarm');
    await anna.command('alarm.delay', { type, id, timestamp: inAnHour });
    type Kept = { readonly id: number; readonly extra: { readonly at: number; readonly id: number } };
    const ringing = async (): Promise<Kept | undefined> =>
      (Object.values((await kept()).alarms) as unknown as Kept[]).find(({ extra }) => extra.id === id);
    await expect.poll(async () => (await ringing())?.extra.at).toBe(inAnHour);
    const press = async (actionId: string): Promise<void> =>
      emit('LocalNotifications', 'localNotificationActionPerformed', { actionId, notification: await ringing() });
    await press('snooze:1440');
    const dayLater = Math.floor(Date.now() / 1000) + 86_400;
    await expect
      .poll(async () => (await alarms()).find((one) => one.id === id)?.userAlarmTimestamp ?? 0)
      .toBeGreaterThan(dayLater - 120);
    await expect.poll(async () => (await ringing())?.extra.at ?? 0).toBeGreaterThan(dayLater - 120);
    await context.setOffline(true);
    await press('ok');
    await expect.poll(ringing).toBeUndefined();
    expect((await alarms()).some((one) => one.id === id)).toBe(true);
    await context.setOffline(false);
    await expect.poll(async () => (await alarms()).some((one) => one.id === id)).toBe(false);
  });

  test('starts without a network, with what was seen last', long, async () => {
    const { page, context, origin } = at();
    await page.goto(new URL('/', origin).href);
    const first = page.getByRole('listbox').getByRole('option').first();
    await first.waitFor();
    const text = await first.innerText();
    // The phone has the app's own files; all else is not reached.
    const isAway = (url: URL): boolean => url.origin !== origin;
    await context.route(isAway, (route) => route.abort('internetdisconnected'));
    await page.reload();
    await first.waitFor();
    expect(await first.innerText()).toBe(text);
    await context.unroute(isAway);
  });

  test('a file from another app is filed in the instance that is chosen, though the network comes later', async () => {
    const { page, emit, awayAnna, context } = at();
    await context.setOffline(true);
    await emit('CapacitorShareTarget', 'shareReceived', {
      title: '',
      texts: [],
      files: [{ uri: 'data:text/plain,Lieferung', name: '../../Lieferschein 17.txt', mimeType: 'text/plain' }],
    });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Laden am Markt/ })
      .click();
    const filing = page.getByRole('dialog', { name: 'Dokument ablegen' });
    await filing.getByText('Lieferschein 17.txt').waitFor();
    await filing.getByRole('button', { name: 'Ablegen' }).click();
    await filing.getByRole('button', { name: 'Im Hintergrund fortfahren' }).click();
    await context.setOffline(false);
    await expect
      .poll(async () => (await itemsOf(awayAnna)).filter(({ moduleName }) => moduleName === 'document').length)
      .toBe(1);
  });

  test('what is written stays where the phone is turned; the way back leads out of it, and out of the app last', async () => {
    const { page, emit, kept } = at();
    const title = await page.evaluate(() => document.title);
    expect(title).toContain('Laden');
    await page.goto(new URL('/settings/thisDevice', page.url()).href);
    await page.getByRole('button', { name: 'Überall abmelden' }).click();
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole('dialog').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await emit('App', 'backButton', { canGoBack: true });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain('/settings/thisDevice');
    // Signed out everywhere, nothing of anybody is left on the phone.
    await page.getByRole('button', { name: 'Überall abmelden' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Überall abmelden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    await expect
      .poll(async () => Object.keys((await kept()).secure).filter((key) => key.startsWith('kontor.token/')))
      .toEqual([]);
    await expect.poll(async () => Object.keys((await kept()).alarms)).toEqual([]);
    await expect
      .poll(async () => {
        const { keys, registrations } = (await kept()).push;
        return { keys, registrations };
      })
      .toEqual({ keys: {}, registrations: {} });
  });
});
