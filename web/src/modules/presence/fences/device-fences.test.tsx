import { fenceCommands, presenceCommands, presenceQueries, type AutomaticUserState } from '@kontor/contract/presence';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { replaceDevice } from '../../../device/index.ts';
import { createFakePhone, type FakePhone } from '../../../device/testing/fake-device.ts';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button } from '../../../testing/find.ts';

const [example] = presenceQueries.automaticUserStates.example.result as [AutomaticUserState];

async function onPhone(places: readonly AutomaticUserState[], prepare: (phone: FakePhone) => void = () => undefined) {
  const phone = createFakePhone();
  prepare(phone);
  onTestFinished(replaceDevice(phone.device));
  const app = await renderAt('/', {
    size: PHONE,
    server: (server) => server.answer(presenceQueries.automaticUserStates, [...places]),
  });
  return { app, phone };
}

test('places that are switched on are watched, and posted with a token that is good for nothing else', async () => {
  const { app, phone } = await onPhone([example, { ...example, id: 4, key: null }]);
  await expect.poll(() => [...phone.regions.keys()].map((name) => name.slice(name.indexOf('#')))).toEqual(['#3']);
  const [region] = phone.regions.values();
  expect(region).toMatchObject({
    radius: 150,
    payload: { locationId: 3, locationName: 'Werkstatt', key: example.key },
  });
  const { token } = fenceCommands.fenceToken.example.result;
  expect(phone.target).toEqual({ url: `${location.origin}/userstatus/userstatus/geofence`, token });
  expect([...phone.secrets.keys()].some((key) => key.startsWith('fence/'))).toBe(true);
  // The device is there, which nobody had said.
  await expect
    .poll(() => app.server.commandsOf(presenceCommands.setAutomaticState))
    .toEqual([{ automaticUserStateId: 3, key: example.key }]);
});

test('where nothing is switched on nothing is watched, and nobody’s position is read', async () => {
  let positions = 0;
  const { app, phone } = await onPhone([{ ...example, key: null }], ({ device }) => {
    const { fences } = device;
    const { position } = fences;
    fences.position = () => {
      positions += 1;
      return position();
    };
  });
  await expect.poll(() => app.isLive()).toBe(true);
  await expect.poll(() => app.server.queriesOf(presenceQueries.automaticUserStates).length).toBeGreaterThan(0);
  expect([phone.regions.size, positions]).toEqual([0, 0]);
});

test('where location services are off that is said, with the way to switch them on', async () => {
  const { phone } = await onPhone([example], ({ may }) => {
    may.position = 'unavailable';
  });
  await expect.element(page.getByText('Die Ortung dieses Geräts ist ausgeschaltet.')).toBeVisible();
  await button('Einstellungen öffnen').click();
  expect(phone.done).toContain('openSettings');
});

test('the page of the locations says that the phone notices by itself', async () => {
  const { app } = await onPhone([example]);
  app.shell.navigator.go('/settings/locations');
  await expect
    .element(page.getByText('Dieses Gerät bemerkt selbst, wenn Sie an einem eingeschalteten Ort'))
    .toBeVisible();
});

test('a background fetch looks where the device is: the nearest places are chosen anew, and what was missed is said', async () => {
  const here = { latitude: 54.3233, longitude: 10.1228 };
  let position = here;
  const far = Array.from({ length: 18 }, (_, index) => ({
    ...example,
    id: 100 + index,
    latitude: here.latitude + 1 + index / 100,
    longitude: here.longitude,
    key: `k${index}`,
    status: null,
  }));
  const { app, phone } = await onPhone([{ ...example, ...here, status: null }, ...far], ({ device }) => {
    device.fences.position = async () => position;
  });
  const watched = () => [...phone.regions.keys()].map((name) => Number(name.slice(name.indexOf('#') + 1)));
  await expect.poll(() => app.server.commandsOf(presenceCommands.setAutomaticState).length).toBe(1);
  await expect.poll(() => watched().includes(3) && !watched().includes(117)).toBe(true);
  position = { latitude: here.latitude + 1.17, longitude: here.longitude };
  await phone.wake();
  expect(watched().includes(117) && !watched().includes(3)).toBe(true);
  expect(watched()).toHaveLength(18);
  expect(app.server.commandsOf(presenceCommands.setAutomaticState).at(-1)).toMatchObject({ automaticUserStateId: 117 });
});

test('what is switched off is watched no more', async () => {
  const { app, phone } = await onPhone([example]);
  await expect.poll(() => phone.regions.size).toBe(1);
  app.server.answer(presenceQueries.automaticUserStates, [{ ...example, key: null, status: null }]);
  app.kontor.accountEntries.get()[0]?.client?.ask.refresh(presenceQueries.automaticUserStates, {});
  await expect.poll(() => phone.regions.size).toBe(0);
  expect(phone.done).toContain('stopWatching');
});
