import { expect, test } from 'vitest';
import type { Device, ScheduledAlarm } from '../device.ts';

const PERMISSIONS = ['granted', 'denied', 'default', 'missing'];
const anAlarm = (id: number, account = 'demo/anna'): ScheduledAlarm => ({
  id,
  title: `Alarm ${id}`,
  body: 'fällig heute',
  extra: {
    account,
    type: 'task',
    id,
    at: Math.floor(Date.now() / 1000) + 3600 + id,
    moduleName: 'task',
    aggregateId: '{}',
  },
});

/** What every half of the device keeps to, whatever it is made of. `make` returns the device that is tried. */
export function deviceContract(make: () => Promise<Device> | Device): void {
  test('says what it is, and what it may', async () => {
    const device = await make();
    expect(['web', 'android', 'ios']).toContain(device.platform);
    expect(PERMISSIONS).toContain(await device.alarms.permission());
    expect(PERMISSIONS).toContain(await device.alarms.exact());
    expect(['denied', 'default', 'missing', 'whileOpen', 'always']).toContain(await device.fences.permission());
    expect(device.push.isPossible).toBeTypeOf('boolean');
  });

  test('has no more alarms to ring than it says', async () => {
    const { alarms } = await make();
    await alarms.setButtons([{ id: 'ok', title: 'OK' }]);
    await alarms.schedule([anAlarm(1), anAlarm(2), anAlarm(3)]);
    const pending = await alarms.pending();
    expect(pending.length).toBe(Math.min(3, alarms.limits.pending));
    for (const { id, extra } of pending) expect(extra).toEqual(anAlarm(id).extra);
    await alarms.cancel([1, 2, 3]);
    expect(await alarms.pending()).toEqual([]);
    // What is not there, and nothing at all, is no reason to fail.
    await alarms.cancel([4]);
    await alarms.cancel([]);
    await alarms.schedule([]);
    await alarms.dismiss([1]);
  });

  test('is told what the system rings, and says what pushes have told of', async () => {
    const { alarms, push } = await make();
    await alarms.setHanded([{ account: 'demo/anna', name: 'task:7', id: 7, at: 1_795_219_200 }]);
    expect(await alarms.pushed()).toEqual([]);
    await alarms.setHanded([]);
    await push.dismiss('demo/anna', ['alarm:task:7']);
    await push.dismiss('demo/anna', []);
  });

  test('watches the regions that it is told to, and none once it is stopped', async () => {
    const { fences } = await make();
    const region = { latitude: 54.3233, longitude: 10.1228, radius: 150, payload: { locationId: 3 } };
    await fences.postTo(undefined);
    if (fences.max > 0) {
      await fences.add({ id: 'demo/anna#3', ...region });
      await fences.add({ id: 'demo/anna#4', ...region });
      await fences.add({ id: 'demo/anna#3', ...region, radius: 300 });
      expect([...(await fences.watched())].toSorted()).toEqual(['demo/anna#3', 'demo/anna#4']);
      await fences.remove(['demo/anna#3']);
      expect(await fences.watched()).toEqual(['demo/anna#4']);
    }
    await fences.stop();
    expect(await fences.watched()).toEqual([]);
  });

  test('puts files where the person finds them, also of one name, of names that mean something else there, and without a byte', async () => {
    const { files } = await make();
    const isInDocuments = await files.save(new Blob(['Lieferung']), 'Lieferschein 17.txt');
    expect(isInDocuments).toBeTypeOf('boolean');
    for (const name of ['Lieferschein 17.txt', '../../Lieferschein 17.txt', 'CON', ''])
      expect(await files.save(new Blob([]), name)).toBe(isInDocuments);
  });

  test('has a lock that can be asked, or says that it has none', async () => {
    const { lock } = await make();
    const state = await lock.state();
    expect(['ready', 'unset', 'missing']).toContain(state);
    expect(await lock.ask('Kontor', 'unlock')).toBe(state === 'ready' ? 'open' : 'unset');
    await lock.hide(true);
    await lock.setLocked(true);
    await lock.setLocked(false);
    await lock.hide(false);
  });

  test('keeps secrets, where it has a place for them', async () => {
    const { secure } = await make();
    if (secure === undefined) return;
    expect(await secure.get('token/demo')).toBeUndefined();
    await secure.set('token/demo', 'geheim "ä" 🗝');
    await secure.set('other', '2026-11-29T00:00:00.000Z');
    expect(await secure.get('token/demo')).toBe('geheim "ä" 🗝');
    expect(await secure.get('other')).toBe('2026-11-29T00:00:00.000Z');
    expect([...(await secure.keys())].toSorted()).toEqual(['other', 'token/demo']);
    await secure.remove('token/demo');
    await secure.remove('other');
    expect(await secure.keys()).toEqual([]);
  });

  test('forgets an account, whatever there is of it', async () => {
    const device = await make();
    await device.alarms.schedule([anAlarm(5), anAlarm(6, 'other/ben')]);
    await device.leave('demo/anna');
    expect((await device.alarms.pending()).flatMap(({ extra }) => extra?.account ?? [])).not.toContain('demo/anna');
    await device.leave('nobody/at-all');
    await device.push.register('other/ben', 'key').catch(() => undefined);
    await device.leave('other/ben');
    expect(await device.push.token('other/ben')).toBeUndefined();
    expect(await device.push.service('other/ben')).toBeUndefined();
    expect(await device.push.token('demo/anna')).toBeUndefined();
  });

  test('shows a badge, an icon and nothing, and is listened to for as long as one wants', async () => {
    const device = await make();
    await device.badge.show(7, new Map([['demo/anna', 7]]));
    await device.badge.show(0, new Map());
    await device.icon.show('green');
    await device.icon.show('blue');
    const stops = [
      device.push.onTap(() => undefined),
      device.push.onPush(() => undefined),
      device.push.onChange(() => undefined),
      device.alarms.onAction(() => undefined),
      device.fences.onTransition(() => undefined),
      device.share.onShared(() => undefined),
      device.links.onOpened(() => undefined),
      device.links.onBack(() => true),
    ];
    for (const stop of stops) stop();
    // A scheme with a dot in it belongs to whose the name is.
    const scheme = await device.links.scheme();
    if (scheme !== undefined) expect(scheme).toMatch(/^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+$/);
  });
}
