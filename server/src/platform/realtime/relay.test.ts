import { activityEvents } from '@kontor/contract/activity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { createChange, type Change, type OnCommitted } from '../operation/change.ts';
import type { Instance } from '../operation/context.ts';
import { createBus } from './bus.ts';
import { Relay } from './relay.ts';

let server: TestServer;
let instance: Instance;
let relay: Relay;
let heard: string[];

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
});
afterAll(() => server?.close());

let count = 0;
beforeEach(async () => {
  count += 1;
  instance = await server.instance(`weiter${count}`);
  heard = [];
  const bus = createBus();
  bus.onMessage(({ body }) => heard.push((JSON.parse(body) as { payload: { keys: string[] } }).payload.keys[0] ?? ''));
  relay = new Relay({ database: server.platform.database, bus, log: server.platform.log, metrics: NO_METRICS });
  await relay.follow(instance.id);
  return () => relay.close();
});

const say = (change: Change, ...words: readonly string[]): Promise<void> =>
  change(instance, async (ctx) => {
    for (const word of words)
      ctx.emit(activityEvents.activityAdded, { users: [1] }, { keys: [word], processIds: [], aggregateIds: [] });
  });

const processOf = (onCommitted: OnCommitted): Change => createChange(server.platform, onCommitted);
/** This process, whose changes the relay is handed. */
const here = (): Change => processOf(relay.hand);
/** Another one, of which the relay hears nothing. */
const elsewhere = (): Change => processOf(() => {});

describe('what a process has committed itself', () => {
  test('is handed on without being read, in its order', async () => {
    await say(here(), 'one', 'two');
    // Nothing was waited for since.
    expect(heard).toEqual(['one', 'two']);
    await say(here(), 'three');
    expect(heard).toEqual(['one', 'two', 'three']);
  });

  test('comes behind what another process has committed before it', async () => {
    await say(elsewhere(), 'one');
    await say(here(), 'two');
    await expect.poll(() => heard).toEqual(['one', 'two']);
    await say(here(), 'three');
    await expect.poll(() => heard).toEqual(['one', 'two', 'three']);
  });

  test('is heard once and in the order of the commits, however many commit at once', async () => {
    const processes = [here(), elsewhere(), here()];
    const words = Array.from({ length: 60 }, (_, n) => `word ${n}`);
    await Promise.all(words.map((word, n) => say(processes[n % processes.length] ?? here(), word)));
    relay.wake();
    await expect.poll(() => heard.length).toBe(words.length);
    const { rows } = await server.platform.database.ownerPool.query<{ body: string }>(
      'select body from event_outbox where instance_id = $1 order by seq',
      [instance.id],
    );
    const committed = rows.map(({ body }) => (JSON.parse(body) as { payload: { keys: string[] } }).payload.keys[0]);
    expect(heard).toEqual(committed);
  });

  test('is not told where it was rolled back', async () => {
    const failing = here()(instance, async (ctx) => {
      ctx.emit(activityEvents.activityAdded, { users: [1] }, { keys: ['never'], processIds: [], aggregateIds: [] });
      throw new Error('as the change says');
    });
    await expect(failing).rejects.toThrow('as the change says');
    await say(here(), 'one');
    await expect.poll(() => heard).toEqual(['one']);
  });
});

test('an instance that nobody listens to is handed nothing', async () => {
  const other = await server.instance('niemand');
  await here()(other, async (ctx) => {
    ctx.emit(activityEvents.activityAdded, { users: [1] }, { keys: ['unheard'], processIds: [], aggregateIds: [] });
  });
  await say(here(), 'one');
  expect(heard).toEqual(['one']);
});
