// Covers: alarm, shell, settings
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../src/browser.ts';
import { openShell, type ShellStage } from '../src/shell.ts';

interface Alarm {
  readonly type: string;
  readonly id: number;
  readonly userAlarmTimestamp: number;
}
interface Item {
  readonly aggregateId: string;
  readonly moduleName: string;
  readonly information: string;
}

/** What comes out otherwise on iOS; all else is told of Android. */
describe.skipIf(findBrowser() === undefined)('the app in the shell of a phone by Apple', () => {
  let stage: ShellStage | undefined;
  const at = (): ShellStage => stage ?? expect.fail('Nothing was opened');

  beforeAll(async () => {
    stage = await openShell('ios');
  });
  afterAll(() => stage?.close());

  test('has the system add up what is unfinished, an account each', async () => {
    const { kept, callsOf, anna, awayAnna } = at();
    const count = async (client: ShellStage['anna']): Promise<number> =>
      (
        await client.query<{ count: number }[]>('session.unfinishedCounts', {
          statusRed: 'unseen',
          statusYellow: 'seen',
        })
      ).reduce((sum, one) => sum + one.count, 0);
    const counts = [await count(anna), await count(awayAnna)];
    const reported = async () => Object.values((await kept()).push.counts).toSorted((a, b) => a - b);
    await expect.poll(reported).toEqual(counts.toSorted((a, b) => a - b));
    expect((await kept()).badge).toBe(Math.min(99, (counts[0] ?? 0) + (counts[1] ?? 0)));
    expect(await callsOf('Badge', 'set')).toEqual([]);
  });

  test('has eight buttons under an alarm, also where a push has taken its place', async () => {
    const { anna, kept, emit, callsOf } = at();
    const [call] = await callsOf('LocalNotifications', 'registerActionTypes');
    const [type] = (call as { types: { actions: { id: string; title: string }[] }[] } | undefined)?.types ?? [];
    expect(type?.actions.map(({ id }) => id)).toEqual([
      'ok',
      ...[5, 15, 30, 60, 120, 240, 1440].map((minutes) => `snooze:${minutes}`),
    ]);
    const alarms = (): Promise<Alarm[]> => anna.query<Alarm[]>('alarm.unconfirmed');
    const [known] = await alarms();
    const { type: of, id } = known ?? expect.fail('The demo has no alarm');
    await anna.command('alarm.delay', { type: of, id, timestamp: Math.floor(Date.now() / 1000) + 3600 });
    type Kept = { readonly extra: { readonly id: number } };
    const ringing = async (): Promise<Kept | undefined> =>
      (Object.values((await kept()).alarms) as unknown as Kept[]).find(({ extra }) => extra.id === id);
    await expect.poll(ringing).toBeDefined();
    const data = { cap_extra: (await ringing())?.extra };
    await emit('PushNotifications', 'pushNotificationActionPerformed', {
      actionId: 'snooze:240',
      notification: { data },
    });
    const later = Math.floor(Date.now() / 1000) + 4 * 3600;
    const ringsAt = async () => (await alarms()).find((one) => one.id === id)?.userAlarmTimestamp ?? 0;
    await expect.poll(ringsAt).toBeGreaterThan(later - 120);
    expect(await ringsAt()).toBeLessThan(later + 120);
  });

  test('is led back by the page alone, as the phone has no button for it', async () => {
    const { page, anna, emit, kept } = at();
    const mails = await anna.query<Item[]>('filter.items', { view: 'all' }, { limit: 20 });
    const mail = mails.find(({ moduleName }) => moduleName === 'email') ?? expect.fail('No mail');
    const account = Object.keys((await kept()).secure).find((key) => /^kontor\.token\/.*\/demo\/anna$/.test(key));
    const { aggregateId } = mail;
    await emit('PushNotifications', 'pushNotificationActionPerformed', {
      actionId: 'tap',
      notification: {
        data: {
          kontorAccount: account?.replace('kontor.token/', ''),
          kontorMessage: JSON.stringify({ instanceName: 'demo', aggregateId, kind: 'item', tag: 'x', badge: 3 }),
        },
      },
    });
    await page.waitForURL((url) => decodeURIComponent(url.href).includes(aggregateId));
    await page.getByText(mail.information).filter({ visible: true }).first().waitFor();
    await page.getByRole('button', { name: 'Zurück' }).filter({ visible: true }).first().click();
    await page.waitForURL((url) => !decodeURIComponent(url.href).includes(aggregateId));
  });
});
