import { presenceQueries, type AutomaticUserState } from '@kontor/contract/presence';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { replaceDevice } from '../../../device/index.ts';
import { createFakePhone, type FakePhone } from '../../../device/testing/fake-device.ts';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

describe('places on this device', () => {
  const [example] = presenceQueries.automaticUserStates.example.result as [AutomaticUserState];
  const withPlaces = async (places: readonly AutomaticUserState[], prepare?: (phone: FakePhone) => void) => {
    const phone = createFakePhone();
    prepare?.(phone);
    onTestFinished(replaceDevice(phone.device));
    const app = await renderAt('/settings/thisDevice', {
      size: PHONE,
      server: (server) => server.answer(presenceQueries.automaticUserStates, [...places]),
    });
    return { app, phone };
  };

  test('are listed with what the device watches, and where one counts as being', async () => {
    const { app } = await withPlaces([
      { ...example, id: 3, name: 'Werkstatt', status: 'active' },
      { ...example, id: 4, name: 'Lager', status: 'subscribed', key: null },
    ]);
    const list = page.getByRole('list', { name: 'Orte auf diesem Gerät' });
    await expect.element(list.getByText('Werkstatt')).toBeVisible();
    await expect.element(list.getByText('Sie sind da')).toBeVisible();
    expect(list.getByRole('listitem').all()).toHaveLength(1);
    await expectUsable(app);
  });

  test('are said to be told of only while the app runs, where they are of several accounts', async () => {
    const { app } = await withPlaces([{ ...example, name: 'Werkstatt' }]);
    const list = page.getByRole('list', { name: 'Orte auf diesem Gerät' });
    const words = page.getByText('meldet das Gerät deshalb nur, während Kontor läuft.');
    await expect.element(list.getByText('Werkstatt')).toBeVisible();
    expect(words.elements()).toEqual([]);
    const [own] = app.kontor.accountEntries.get();
    if (own === undefined) throw new Error('Nobody is signed in');
    app.kontor.accountEntries.set([own, { ...own, key: 'demo/ben', account: { ...own.account, user: 'ben' } }]);
    await expect.element(words).toBeVisible();
    expect(list.getByRole('listitem').all()).toHaveLength(2);
  });

  test('say so where location services are off, with the way to switch them on', async () => {
    const { phone } = await withPlaces([example], ({ may }) => {
      may.position = 'unavailable';
    });
    const section = page.getByRole('list', { name: 'Orte auf diesem Gerät' });
    await expect.element(section).toBeVisible();
    const words = 'Die Ortung dieses Geräts ist ausgeschaltet. Ihre Orte werden deshalb nicht bemerkt.';
    await expect.poll(() => page.getByText(words).all().length).toBeGreaterThan(0);
    await button('Einstellungen des Geräts öffnen').first().click();
    expect(phone.done).toContain('openSettings');
  });

  test('are none where nothing is switched on: nobody’s position is read', async () => {
    let positions = 0;
    await withPlaces([{ ...example, key: null }], ({ device: { fences } }) => {
      fences.position = async () => {
        positions += 1;
        return { latitude: 0, longitude: 0 };
      };
    });
    await expect.element(page.getByText('Auf diesem Gerät ist kein Ort eingeschaltet.')).toBeVisible();
    expect(positions).toBe(0);
  });
});
