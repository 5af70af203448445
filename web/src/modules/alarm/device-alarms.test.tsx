import { alarmCommands, alarmQueries, type Alarm } from '@kontor/contract/alarm';
import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceDevice } from '../../device/index.ts';
import { createFakePhone, type FakePhone } from '../../device/testing/fake-device.ts';
import { PHONE, renderAt } from '../../testing/app.ts';

const soon = (): number => Math.floor(Date.now() / 1000) + 3600;
const anAlarm = (id: number, at: number, more: Partial<Alarm> = {}): Alarm => ({
  id,
  title: `Aufgabe ${id}`,
  type: 'task',
  timestamp: at + 3600,
  alarmTimestamp: at,
  overriddenAlarmTimestamp: null,
  userAlarmTimestamp: at,
  aggregateId: formatAggregateId({ module: 'task', entryId: id, userId: 1 }),
  moduleName: 'task',
  contact: '',
  ...more,
});

async function onPhone(alarms: readonly Alarm[], platform: 'android' | 'ios' = 'android') {
  const phone = createFakePhone(platform);
  onTestFinished(replaceDevice(phone.device));
  const app = await renderAt('/', {
    size: PHONE,
    server: (server) => server.answer(alarmQueries.unconfirmed, [...alarms]),
  });
  await expect.poll(() => phone.alarms.size).toBe(alarms.length);
  return { app, phone };
}
const extraOf = (phone: FakePhone, id: number) => {
  const found = [...phone.alarms.values()].find(({ extra }) => extra.id === id);
  if (found === undefined) throw new Error('There is no such alarm');
  return found.extra;
};

test('the system rings what is to come, with its buttons, and each is done on all devices', async () => {
  const at = soon();
  const { app, phone } = await onPhone([anAlarm(1, at), anAlarm(2, at + 60)]);
  const [first] = phone.alarms.values();
  expect(first).toMatchObject({ title: 'Aufgabe 1', extra: { type: 'task', id: 1, at, moduleName: 'task' } });
  expect(phone.done).toContain('buttons OK, 15\u00a0Min., 1\u00a0Tag');
  const [one, two] = [extraOf(phone, 1), extraOf(phone, 2)];
  phone.press('snooze:15', one);
  await expect.poll(() => app.server.commandsOf(alarmCommands.delay)).toEqual([{ type: 'task', id: 1, duration: 900 }]);
  phone.press('ok', two);
  await expect.poll(() => app.server.commandsOf(alarmCommands.snooze)).toEqual([{ type: 'task', id: 2, action: 'ok' }]);
  // What was confirmed rings no more, and what was put off later.
  await expect.poll(() => [...phone.alarms.values()].map(({ extra }) => extra.id)).toEqual([1]);
  expect(app.env.settings.getItem('kontor.alarmOutbox')).toBeNull();
});

test('iOS has all the choices; a press on the alarm opens what it is about, and confirms that of a task', async () => {
  const { app, phone } = await onPhone([anAlarm(7, soon())], 'ios');
  expect(phone.done.find((one) => one.startsWith('buttons'))).toMatch(
    /^buttons OK, 5.*, 15.*, 30.*, 1.*Std.*, 2.*, 4.*, 1.*Tag$/,
  );
  phone.press('tap', extraOf(phone, 7));
  await expect.poll(() => location.pathname).toMatch(/^\/task\//);
  await expect.poll(() => app.server.commandsOf(alarmCommands.snooze)).toEqual([{ type: 'task', id: 7, action: 'ok' }]);
});

test('what is pressed without a network is kept, and done when there is one', async () => {
  const { app, phone } = await onPhone([anAlarm(1, soon())]);
  await expect.poll(() => app.isLive()).toBe(true);
  app.server.cut(true);
  phone.press('ok', extraOf(phone, 1));
  await expect.poll(() => phone.alarms.size).toBe(0);
  expect(app.server.commandsOf(alarmCommands.snooze)).toEqual([]);
  app.server.cut(false);
  await expect.poll(() => app.server.commandsOf(alarmCommands.snooze).length).toBe(1);
});

test('a background fetch brings the next day, and calls off nothing beyond it', async () => {
  const at = soon();
  const later = anAlarm(2, at + 3 * 86_400);
  const { app, phone } = await onPhone([anAlarm(1, at), later]);
  app.server.answer(alarmQueries.background, [anAlarm(3, at + 30)]);
  app.server.answer(alarmQueries.unconfirmed, [anAlarm(3, at + 30), later]);
  await phone.wake();
  await expect
    .poll(() => [...phone.alarms.values()].map(({ extra }) => extra.id).toSorted((a, b) => a - b))
    .toEqual([2, 3]);
  expect(app.server.queriesOf(alarmQueries.background)).toMatchObject([{ platform: 'android' }]);
});

test('what cannot be handed over keeps no background fetch from its plan', async () => {
  const at = soon();
  const { app, phone } = await onPhone([anAlarm(1, at), anAlarm(2, at + 60)]);
  const client = app.kontor.accountEntries.get()[0]?.client;
  if (client === undefined) throw new Error('Nobody is signed in');
  vi.spyOn(client, 'enqueue').mockRejectedValue(new Error('the storage does not answer'));
  phone.press('ok', extraOf(phone, 1));
  await expect.poll(() => app.env.settings.getItem('kontor.alarmOutbox')).not.toBeNull();
  app.server.answer(alarmQueries.background, [anAlarm(3, at + 30)]);
  app.server.answer(alarmQueries.unconfirmed, [anAlarm(3, at + 30)]);
  await phone.wake();
  await expect.poll(() => [...phone.alarms.values()].map(({ extra }) => extra.id)).toEqual([3]);
});

test('while the app runs servers are asked every 900 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { app } = await onPhone([anAlarm(1, soon())]);
  await expect.poll(() => app.isLive()).toBe(true);
  const client = app.kontor.accountEntries.get()[0]?.client;
  if (client === undefined) throw new Error('Nobody is signed in');
  const refresh = vi.spyOn(client.ask, 'refresh');
  const count = (): number => refresh.mock.calls.filter(([{ name }]) => name === alarmQueries.unconfirmed.name).length;
  // Polls of this test have let some of the first time pass.
  vi.advanceTimersByTime(880_000);
  expect(count()).toBe(0);
  for (let left = 20_000; left > 0 && count() === 0; left -= 1) vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(899_999);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(count()).toBe(2);
});

test('the shell is told what the system rings, so that no push shows it a second time', async () => {
  const at = soon();
  const { app, phone } = await onPhone([anAlarm(1, at), anAlarm(2, at + 60)]);
  const { key } = app.kontor.accountEntries.get()[0] ?? { key: '' };
  await expect
    .poll(() => phone.handed.map(({ account, name, at: moment }) => ({ account, name, at: moment })))
    .toEqual([
      { account: key, name: 'task:1', at },
      { account: key, name: 'task:2', at: at + 60 },
    ]);
  expect(phone.handed.map(({ id }) => id)).toEqual([...phone.alarms.keys()]);
  phone.press('ok', extraOf(phone, 1));
  await expect.poll(() => phone.handed.map(({ name }) => name)).toEqual(['task:2']);
});

test('what a push has told of does not ring again', async () => {
  const at = soon();
  const { app, phone } = await onPhone([anAlarm(1, at), anAlarm(2, at + 60)]);
  phone.pushed = [{ account: app.kontor.accountEntries.get()[0]?.key ?? '', name: 'task:1', at }];
  await phone.wake();
  await expect.poll(() => [...phone.alarms.values()].map(({ extra }) => extra.id)).toEqual([2]);
});

test('what the page shows the system does not: neither by itself nor of a push', async () => {
  const at = Math.floor(Date.now() / 1000) - 30;
  const phone = createFakePhone('android');
  onTestFinished(replaceDevice(phone.device));
  const app = await renderAt('/', {
    size: PHONE,
    server: (server) => server.answer(alarmQueries.unconfirmed, [anAlarm(1, at)]),
  });
  const { key } = app.kontor.accountEntries.get()[0] ?? { key: '' };
  await expect.poll(() => phone.done).toContain(`dismissPushes ${key} alarms alarm:task:1`);
  expect(phone.alarms.size).toBe(0);
});

test('nothing of somebody who has signed out rings', async () => {
  const { app, phone } = await onPhone([anAlarm(1, soon())]);
  await app.kontor.signOut();
  await expect.poll(() => phone.alarms.size).toBe(0);
});
