import type { ResultOf } from '@kontor/contract/kernel';
import type { pushQueries } from '@kontor/contract/settings';
import { afterAll, afterEach } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import type { Relay } from '../../../relay/start.ts';
import { Makers, type Phone } from '../../../relay/testing/fixture.ts';
import type { TestClient } from '../../../testing/client.ts';
import { pushOut } from '../index.ts';
import { pushFixture, type PushFixture } from './push-fixture.ts';

type Configuration = ResultOf<typeof pushQueries.pushConfiguration>;

export let makers: Makers;
export let relay: Relay;
let port = '0';

/** Begins the relay, at the address that it had before. */
export async function openRelay(): Promise<void> {
  relay = await makers.relay({ KONTOR_RELAY_PORT: port, KONTOR_RELAY_DEVICE_PER_MINUTE: '1000' });
  port = String(relay.port);
}

export let fixture: PushFixture;

/** A server that pushes to phones by a relay, which pushes to services on this machine; for the tests of a file. */
export function usePhoneFixture(): void {
  fixture = pushFixture(async () => {
    makers = await Makers.start();
    port = '0';
    await openRelay();
    return { env: { KONTOR_PUSH_RELAY: `http://127.0.0.1:${port}` } };
  });
  afterEach(() => {
    for (const peer of [makers.apns, makers.fcm]) peer.answers.clear();
  });
  afterAll(async () => {
    await relay?.close();
    await makers?.close();
  });
}

/** A phone of the session of a client. */
export async function own(kind: 'apns' | 'fcm', client: TestClient = fixture.anna): Promise<Phone> {
  const phone = makers.phone(kind);
  await client.command('push.registerToken', { deviceToken: phone.registration });
  return phone;
}

/** Another session of the same person. */
export const another = (): Promise<TestClient> => fixture.server.client(fixture.instance, 'anna');
export const configurationOf = (client: TestClient = fixture.anna): Promise<Configuration> =>
  client.query<Configuration>('push.configuration');
export const tags = (phone: Phone): string[] => phone.messages.map(({ tag }) => tag);
export const kinds = (phone: Phone): string[] => phone.messages.map(({ kind }) => kind);
export const alarmsOf = (phone: Phone): (string | undefined)[] => phone.messages.map(({ alarms }) => alarms);

/** Devices that a failure counts against. */
export const blamed = () =>
  runSql(fixture.server.url, `select from push_device where failures > 0 and instance_id = ${fixture.instance.id}`);

/** Says that a call rings. */
export const ring = (): Promise<void> =>
  fixture.server.app.change(fixture.instance, (ctx) =>
    pushOut(ctx, [fixture.annaId], { kind: 'item', tag: 'ring', isUrgent: true }),
  );
