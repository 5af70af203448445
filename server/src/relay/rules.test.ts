import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadRelayConfig, relaySettings } from './settings.ts';

const unit = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'deploy', 'systemd', 'kontor-relay.service'),
  'utf8',
);

it('has a unit with settings of a relay, and with keys that are handed over under the names that they are read by', () => {
  const known = new Set(Object.values(relaySettings).map(({ name }) => name));
  expect((unit.match(/\bKONTOR_[A-Z0-9_]+/g) ?? []).filter((name) => !known.has(name))).toEqual([]);
  const given = [...unit.matchAll(/^LoadCredential=([\w.]+):\S+$/gm)].map(([, name]) => `%d/${name}`);
  const env = Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(Object.values(env)).toEqual(given);
  // What is left to the file of settings.
  const more = {
    KONTOR_APNS_KEY_ID: 'ABCDE12345',
    KONTOR_APNS_TEAM: 'ABCDE12345',
    KONTOR_APNS_APPS: 'com.example.app',
    KONTOR_FCM_APPS: 'com.example.app',
  };
  expect(loadRelayConfig({ env: { ...env, ...more }, cwd: '/' })).toMatchObject({ host: '127.0.0.1', port: 8090 });
});
