import { readFileSync } from 'node:fs';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PongConfiguration } from '@kontor/contract/account';
import { HEARTBEAT_MS, formatAggregateId } from '@kontor/contract/kernel';
import { Client } from '@stomp/stompjs';
import { SignJWT, decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { seedItem } from '../../modules/activity/factory.ts';
import { removeInstance } from '../../modules/account/index.ts';
import type { TestClient } from '../client.ts';
import { hasRabbit } from '../rabbit.ts';
import { scaleProfile } from '../scale-profile.ts';
import { forkServer, type ForkedServer } from '../server-fork.ts';
import { StompPeer, pongOf } from '../stomp.ts';
import { startFixture, type Fixture } from './fixture.ts';

/** Three processes whose real time is carried by a RabbitMQ. */
describe.skipIf(!hasRabbit())('a broker (left out where RabbitMQ is not installed)', () => {
  let fixture: Fixture;
  const ids: Record<string, number> = {};
  const server = (index: number) => fixture.servers[index] as ForkedServer;

  beforeAll(async () => {
    fixture = await startFixture({ ownRealtime: false });
    for (const name of ['anna', 'ben']) ids[name] = await fixture.person(name);
  });
  afterAll(() => fixture?.close());

  /** Listens as a person of whom nothing but their own topic is asked for; `about` is the item that is changed. */
  const listen = async (client: TestClient) => {
    const entryId = await seedItem(fixture.change, fixture.instance, { userIds: [ids['anna'] ?? 0] });
    const peer = await StompPeer.as(client);
    const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId: ids['anna'] ?? 0 })];
    const change = (by: TestClient, n: number) =>
      by.command('activity.setState', { aggregateIds, state: n % 2 === 0 ? 'ready' : 'seen' });
    return { peer, change, entryId };
  };
  const versionOf = (event: { payload: object }) =>
    (event.payload as { changes?: { aggregateVersion: number }[] }).changes?.[0]?.aggregateVersion;

  test('brings what is caused at any process to who listens, in order', async () => {
    const clients = await Promise.all([0, 1, 2].map((index) => fixture.client(server(index), 'anna')));
    const { peer, change } = await listen(clients[0] as TestClient);
    for (let n = 0; n < 30; n += 1) await change(clients[n % 3] as TestClient, n);
    const versions: unknown[] = [];
    while (!versions.includes(31)) versions.push(versionOf(await peer.event({ withinMs: 10_000 })));
    expect(versions.filter((version) => version !== undefined)).toEqual(Array.from({ length: 30 }, (_, n) => n + 2));
    peer.close();
  });

  test('gives a person a ticket of 15 minutes for their own topics in their own instance, and no more', async () => {
    const client = await fixture.client(server(1), 'anna');
    const pong = await pongOf(client);
    const profile = scaleProfile()?.broker ?? {};
    expect(pong).toMatchObject({
      pongHost: '127.0.0.1',
      port: Number(profile['KONTOR_PONG_PORT']),
      username: String(ids['anna']),
    });
    const { exp = 0, iat = 0 } = decodeJwt(pong.password ?? '');
    expect(exp - iat).toBe(900);

    const sessionId = (await client.query<{ sessionId: string }>('session.fromToken', { jwtToken: client.token }))
      .sessionId;
    const tryTo = async (command: 'SUBSCRIBE' | 'SEND', destination: string, more: Partial<PongConfiguration> = {}) => {
      const peer = await StompPeer.at(pong);
      peer.connect({ ...pong, ...more });
      await peer.next('CONNECTED');
      peer.send(command, { id: '1', destination, receipt: 'r' }, command === 'SEND' ? '{}' : '');
      // The broker ends the connection, mostly without saying why.
      for (const end = Date.now() + 5000; Date.now() < end && !peer.closed; await sleep(20)) {
        const said = peer.frames.find((frame) => ['RECEIPT', 'ERROR'].includes(frame.command));
        if (said !== undefined) return (peer.close(), said.command);
      }
      return peer.closed ? 'ERROR' : 'nothing';
    };
    for (const topic of [`user.${ids['anna']}`, `personal.${sessionId}`, 'event.account.jobsChanged'])
      expect([topic, await tryTo('SUBSCRIBE', `/topic/${topic}`)]).toEqual([topic, 'RECEIPT']);
    for (const destination of [
      `/topic/user.${ids['ben']}`,
      '/topic/personal.8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a001',
      '/topic/user.*',
      '/topic/#',
      '/topic/event.#',
      '/topic/event.*',
      '/queue/jobs',
      `/exchange/amq.topic/user.${ids['ben']}`,
      '/exchange/amq.rabbitmq.trace/#',
    ])
      expect([destination, await tryTo('SUBSCRIBE', destination)]).toEqual([destination, 'ERROR']);
    for (const destination of [`/topic/user.${ids['anna']}`, '/topic/event.x', '/queue/jobs', '/exchange/amq.direct/x'])
      expect([destination, await tryTo('SEND', destination)]).toEqual([destination, 'ERROR']);
  });

  test('is heard by the library that our own client uses, which takes its leave in order', async () => {
    const client = await fixture.client(server(2), 'anna');
    const pong = await pongOf(client);
    const [taken, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const stomp = new Client({
      webSocketFactory: () => new WebSocket(`ws://${pong.pongHost}:${pong.port}/ws`, ['v12.stomp']),
      connectHeaders: { login: pong.username ?? '', passcode: pong.password ?? '', host: pong.vhost ?? '' },
      heartbeatIncoming: HEARTBEAT_MS,
      heartbeatOutgoing: HEARTBEAT_MS,
      reconnectDelay: 0,
      onStompError: ({ headers }) => taken.reject(new Error(headers['message'])),
      onConnect: () => {
        stomp.watchForReceipt('taken', () => taken.resolve());
        stomp.subscribe(`/topic/user.${pong.username}`, ({ body }) => heard.resolve(body), { receipt: 'taken' });
      },
    });
    stomp.activate();
    await taken.promise;
    await seedItem(fixture.change, fixture.instance, { userIds: [ids['anna'] ?? 0] });
    expect(JSON.parse(await heard.promise)).toMatchObject({ type: 'activity.added', source: 'kontor' });
    await stomp.deactivate();
    expect(stomp.connected).toBe(false);
  });

  test('refuses a ticket of another instance, a changed one, one that ran out and one that somebody else signed', async () => {
    const pong = await pongOf(await fixture.client(server(0), 'anna'));
    const refused = async (more: Partial<PongConfiguration>) => {
      const peer = await StompPeer.at(pong);
      peer.connect({ ...pong, ...more });
      await peer.next('ERROR');
      peer.close();
    };
    const [head = '', body = '', signature = ''] = (pong.password ?? '').split('.');
    const key = createPrivateKey(readFileSync(scaleProfile()?.broker?.['KONTOR_PONG_KEY'] ?? ''));
    const old = new SignJWT({ ...decodeJwt(pong.password ?? ''), exp: Math.floor(Date.now() / 1000) - 60 });
    await refused({ vhost: '/' });
    await refused({ password: '' });
    await refused({
      password: `${head}.${Buffer.from(body, 'base64url').toString().replace(`user.${ids['anna']}`, 'user.999')}.${signature}`,
    });
    await refused({ password: await old.setProtectedHeader({ alg: 'ES256', kid: 'pong' }).sign(key) });
    const strange = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const forged = new SignJWT(decodeJwt(pong.password ?? '')).setProtectedHeader({ alg: 'ES256', kid: 'pong' });
    await refused({ password: await forged.sign(strange) });
  });

  test('ends the connection of a session that has ended, and lets it in no more for long', async () => {
    const [client, other] = [await fixture.client(server(0), 'anna'), await fixture.client(server(1), 'anna')];
    const [ended, kept] = [await listen(client), await listen(other)];
    const pong = await pongOf(client);
    // The broker itself lists who is connected after some seconds only.
    await sleep(5500);
    const headers = client.headers({ 'Content-Type': 'application/json' });
    await client.send('/auth/logout', { method: 'POST', headers, body: '{}' });
    await expect.poll(() => ended.peer.closed).toBe(true);
    expect(kept.peer.closed).toBe(false);
    // Its ticket would still be good for minutes.
    const again = await StompPeer.at(pong);
    again.connect(pong);
    await again.next('CONNECTED');
    again.send('SUBSCRIBE', { id: '1', destination: `/topic/user.${ids['anna']}` });
    await expect.poll(() => again.closed).toBe(true);
    kept.peer.close();
  });

  test('hears of everything when the process that hands it on is killed in the middle', async () => {
    const leading = await fixture.leader('broker');
    const others = fixture.servers.filter((one) => one !== leading);
    const client = await fixture.client(others[0] as ForkedServer, 'anna');
    const { peer, change } = await listen(client);
    const changes = (async () => {
      for (let n = 0; n < 60; n += 1) {
        await change(client, n);
        if (n === 20) await leading.kill();
        await sleep(20);
      }
    })();
    const seen: number[] = [];
    while (!seen.includes(61)) {
      const version = versionOf(await peer.event({ withinMs: 25_000 }));
      if (version !== undefined) seen.push(version);
    }
    await changes;
    const once = seen.filter((version, index) => seen.indexOf(version) === index);
    expect(once).toEqual(Array.from({ length: 60 }, (_, n) => n + 2));
    fixture.servers.splice(fixture.servers.indexOf(leading), 1);
    peer.close();
  });

  test('that takes nothing is told of by every process, with the age of what waits', async () => {
    await fixture.person('chef', { isAdministrator: true });
    const clients = await Promise.all(fixture.servers.map((one) => fixture.client(one, 'chef')));
    const anna = await fixture.client(server(0), 'anna');
    const { peer, change } = await listen(anna);
    const waiting = () =>
      Promise.all(
        clients.map(async (one) => (await one.query<{ outboxSeconds: number | null }>('account.health')).outboxSeconds),
      );
    const nothing = clients.map(() => null);
    await expect.poll(waiting).toEqual(nothing);
    // Where it stands cannot be noted, as where the broker does not confirm.
    await fixture.platform.database.owner.transaction().execute(async (db) => {
      await sql`select from broker_cursor where instance_id = ${fixture.instance.id} for update`.execute(db);
      await change(anna, 1);
      await sleep(1500);
      for (const seconds of await waiting()) expect(seconds).toBeGreaterThan(1);
    });
    await expect.poll(waiting).toEqual(nothing);
    peer.close();
  });

  test('loses its virtual host with the instance', async () => {
    const vhost = (await pongOf(await fixture.client(fixture.servers[0] as ForkedServer, 'anna'))).vhost ?? '';
    const { origin, username, password } = new URL(scaleProfile()?.managementUrl ?? '');
    const Authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const status = async () => (await fetch(`${origin}/api/vhosts/${vhost}`, { headers: { Authorization } })).status;
    await fixture.leader('broker');
    expect(await status()).toBe(200);
    await removeInstance(fixture.platform, fixture.change, fixture.instance);
    await expect.poll(status).toBe(404);
    const { rows } = await sql`select from broker_cursor`.execute(fixture.platform.database.owner);
    expect(rows).toEqual([]);
  });

  test.each([
    [
      { KONTOR_AMQP_URL: (url: string) => url.replace('guest@', 'wrong@') },
      'refuses the user or the password in KONTOR_AMQP_URL',
    ],
    [
      { KONTOR_PONG_MANAGEMENT_URL: (url: string) => url.replace('guest@', 'wrong@') },
      'refuses the user in KONTOR_PONG_MANAGEMENT_URL',
    ],
    [{ KONTOR_PONG_KEY: () => '/nowhere/key.pem' }, 'cannot be read as a private key'],
  ])('that refuses is told of in a sentence %#', async (wrong, sentence) => {
    const env: Record<string, string> = { ...scaleProfile()?.broker };
    for (const [name, change] of Object.entries(wrong)) env[name] = change(env[name] ?? '');
    const url = fixture.platform.database.ownerPool.options.connectionString ?? '';
    const starting = forkServer({
      ...env,
      DATABASE_URL: url,
      KONTOR_DATA: dirname(fixture.keyFile),
      KONTOR_KEY_FILE: fixture.keyFile,
    });
    await expect(starting).rejects.toThrow(sentence);
  });
});
