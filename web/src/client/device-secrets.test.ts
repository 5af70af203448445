import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { replaceDevice } from '../device/index.ts';
import { createFakePhone, type FakePhone } from '../device/testing/fake-device.ts';
import { tokenKey } from './accounts.ts';
import { SealedStore } from './cache/sealed-store.ts';
import { LockedError, keyFor, wipeAtFirstRun } from './device-secrets.ts';
import { testEnvironment, textStorage } from './testing/rows.ts';
import { openDeviceVault, openHere } from './device-vault.ts';

/** Keys and values of a store of a database, as they lie there. */
async function rawOf(name: string, store: string): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
  const all = db.transaction(store).objectStore(store);
  const [keys, values] = await Promise.all(
    [all.getAllKeys(), all.getAll()].map(
      (request) =>
        new Promise<unknown>((resolve) => request.addEventListener('success', () => resolve(request.result))),
    ),
  );
  db.close();
  return JSON.stringify([keys, values]);
}
function onPhone(): FakePhone {
  const phone = createFakePhone();
  onTestFinished(replaceDevice(phone.device));
  return phone;
}

test('tokens lie where the device keeps secrets, and nowhere else; what seals comes from there', async () => {
  const phone = onPhone();
  const storage = textStorage();
  const vault = await openHere(storage);
  await vault.put(tokenKey('demo/anna'), 'bearer-1');
  await vault.put('draft/demo/anna/1', { text: 'Entwurf' });
  await vault.put(tokenKey('demo/anna'), 'bearer-2');
  expect(phone.secrets.get('token/demo/anna')).toBe('bearer-2');
  expect([...phone.secrets.keys()].toSorted()).toEqual(['seal', 'token/demo/anna']);
  expect(await rawOf('kontor', 'items')).not.toMatch(/token|bearer|Entwurf/);
  // No key is stored beside what it seals.
  expect(await rawOf('kontor', 'keys')).toBe('[[],[]]');
  vault.close();

  const again = await openHere(storage);
  expect(await again.get(tokenKey('demo/anna'))).toBe('bearer-2');
  expect(await again.get('draft/demo/anna/1')).toEqual({ text: 'Entwurf' });
  await again.remove(tokenKey('demo/anna'));
  expect(phone.secrets.has('token/demo/anna')).toBe(false);
  // With the secret everything that it has sealed is gone.
  phone.secrets.delete('seal');
  again.close();
  const late = await openHere(storage);
  expect(await late.get('draft/demo/anna/1')).toBeUndefined();
  late.close();
});

test('what was seen is sealed by a key of the secret, an account each, and cannot be read without it', async () => {
  const phone = onPhone();
  const kept = { at: 1, value: 'Angebot' };
  const store = await SealedStore.open('demo/anna', 'cache-test');
  await store.put('answer', kept, 1);
  store.close();
  const again = await SealedStore.open('demo/anna', 'cache-test');
  expect((await again.get('answer'))?.value).toBe('Angebot');
  again.close();
  phone.secrets.set('seal', btoa(String.fromCharCode(...new Uint8Array(32))));
  const other = await SealedStore.open('demo/anna', 'cache-test');
  expect(await other.get('answer')).toBeUndefined();
  other.close();
});

test('a new installation forgets what an earlier one has left, once', async () => {
  const { device, secrets } = createFakePhone('ios');
  const { secure } = device;
  if (secure === undefined) throw new Error('A phone keeps secrets');
  secrets.set('token/demo/anna', 'of an app that was deleted');
  secrets.set('seal', 'old');
  const storage = textStorage();
  await wipeAtFirstRun(secure, storage);
  expect([...secrets.keys()]).toEqual([]);
  secrets.set('token/demo/anna', 'new');
  await wipeAtFirstRun(secure, storage);
  expect(secrets.get('token/demo/anna')).toBe('new');
});

/** A phone that gives nothing of what it keeps for as long as it is locked. `isNamed`: whether it still names that. */
function onLockedPhone(isNamed = true) {
  const phone = createFakePhone('ios');
  const { secure } = phone.device;
  if (secure === undefined) throw new Error('A phone keeps secrets');
  const lock = { isOn: true };
  const locked = {
    ...secure,
    get: async (key: string) => (lock.isOn ? undefined : secure.get(key)),
    keys: async () => {
      if (lock.isOn && !isNamed) throw new Error('the keychain is locked');
      return secure.keys();
    },
  };
  phone.secrets.set('seal', btoa(String.fromCharCode(...new Uint8Array(32))));
  phone.secrets.set('token/demo/anna', 'bearer');
  onTestFinished(replaceDevice({ ...phone.device, secure: locked }));
  return { phone, secure: locked, lock };
}

test.each([true, false])('what cannot be read is not made anew: its name is told, %s', async (isNamed) => {
  const { phone, secure } = onLockedPhone(isNamed);
  const before = phone.secrets.get('seal');
  await expect(keyFor(secure, 'vault')).rejects.toThrow(LockedError);
  expect(phone.secrets.get('seal')).toBe(before);
});

test('a vault that is locked is silent, and opens when the page wakes on an unlocked phone', async () => {
  const { lock } = onLockedPhone();
  const wakes = new Set<() => void>();
  const settings = textStorage(new Map([['kontor.installed', '1']]));
  const env = testEnvironment(fetch, { settings, onWake: (wake) => (wakes.add(wake), () => wakes.delete(wake)) });
  const vault = openDeviceVault(env);
  await expect(vault.get(tokenKey('demo/anna'))).rejects.toThrow('does not answer');
  const wake = () => [...wakes].forEach((one) => one());
  await expect.poll(() => wakes.size).toBe(1);
  wake();
  await expect.poll(() => wakes.size).toBe(1);
  expect(vault.silent.get()).toBe(true);
  lock.isOn = false;
  wake();
  await expect.poll(() => vault.silent.get()).toBe(false);
  expect(await vault.get(tokenKey('demo/anna'))).toBe('bearer');
  lock.isOn = true;
  // Absent it is not: whoever took it for that would leave the account.
  await expect(vault.get(tokenKey('demo/anna'))).rejects.toThrow(LockedError);
  vault.close();
});

test('a browser has no such place', async () => {
  const vault = await openHere(textStorage());
  await vault.put('token/demo/anna', 'x');
  expect(await vault.get('token/demo/anna')).toBe('x');
  vault.close();
});
