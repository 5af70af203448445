import { formatAggregateId, type KontorEvent } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBox, seedItem } from '../../modules/activity/factory.ts';
import type { TestClient } from '../client.ts';
import { hasRabbit } from '../rabbit.ts';
import type { ForkedServer } from '../server-fork.ts';
import { StompPeer } from '../stomp.ts';
import { startFixture, type Fixture } from './fixture.ts';

const WAYS = [
  { way: 'our own endpoint', ownRealtime: true, isThere: true },
  { way: 'RabbitMQ (left out where it is not installed)', ownRealtime: false, isThere: hasRabbit() },
];

/** Two processes: what is true only now reaches people whose connections another process, or a broker, holds. */
describe.each(WAYS)('what is stored nowhere, carried by $way', ({ ownRealtime, isThere }) => {
  let fixture: Fixture;
  let item: number;
  const ids: Record<string, number> = {};
  const server = (index: number) => fixture.servers[index] as ForkedServer;

  beforeAll(async () => {
    if (!isThere) return;
    fixture = await startFixture({ ownRealtime, processes: 2 });
    for (const name of ['anna', 'ben', 'carla']) ids[name] = await fixture.person(name);
    const userIds = ['anna', 'ben'].map((name) => ids[name] ?? 0);
    const boxId = await seedBox(fixture.change, fixture.instance, userIds);
    item = await seedItem(fixture.change, fixture.instance, { boxId, userIds });
  });
  afterAll(() => fixture?.close());

  const attend = (by: TestClient, name: string, doing: string) =>
    by.command('activity.attend', {
      aggregateId: formatAggregateId({ module: 'email', entryId: item, userId: ids[name] ?? 0 }),
      doing,
    });
  /** The next that is said of who is there. */
  const heardBy = async (peer: StompPeer): Promise<KontorEvent> => {
    const event = await peer.event();
    return event.type === 'activity.attended' ? event : heardBy(peer);
  };
  const doingsIn = ({ payload }: KontorEvent) => (payload['people'] as { doing: string }[]).map(({ doing }) => doing);

  test.skipIf(!isThere)('is heard at each process, once, in the order in which one process has said it', async () => {
    const [here, there] = [await fixture.client(server(0), 'anna'), await fixture.client(server(1), 'ben')];
    const peers = [await StompPeer.as(await fixture.client(server(0), 'ben')), await StompPeer.as(there)];
    const doings = ['reading', 'answering', 'writing', 'left'];
    for (let round = 0; round < 5; round += 1) for (const doing of doings) await attend(here, 'anna', doing);
    for (const peer of peers) {
      const heard: KontorEvent[] = [];
      while (heard.length < 20) heard.push(await heardBy(peer));
      expect(heard.map(doingsIn)).toEqual(Array.from({ length: 20 }, (_, n) => (n % 4 === 3 ? [] : [doings[n % 4]])));
      const runs = heard.map(({ run }) => run);
      expect(new Set(runs.map((run) => run?.id)).size).toBe(1);
      expect(runs.map((run) => run?.n)).toEqual(runs.map((_, n) => n + 1));
      peer.close();
    }
  });

  test.skipIf(!isThere)('is heard by nobody whom it is not for', async () => {
    const carla = await StompPeer.as(await fixture.client(server(1), 'carla'));
    const ben = await StompPeer.as(await fixture.client(server(1), 'ben'));
    const anna = await fixture.client(server(0), 'anna');
    await attend(anna, 'anna', 'reading');
    expect(doingsIn(await heardBy(ben))).toEqual(['reading']);
    await attend(anna, 'anna', 'left');
    expect(doingsIn(await heardBy(ben))).toEqual([]);
    const bodies = carla.frames.map(({ body }) => Buffer.from(body).toString());
    expect(bodies.filter((body) => body.includes('activity.attended'))).toEqual([]);
    for (const peer of [carla, ben]) peer.close();
  });
});
