import { expect, test } from 'vitest';
import { createAsk } from '../../../client/ask.ts';
import { EntityStore } from '../../../client/core/entity-store.ts';
import { aRow, testEnvironment } from '../../../client/testing/rows.ts';
import { createTransport } from '../../../client/transport.ts';
import { unfinishedOf } from './counts.ts';

const NOTHING = (): void => undefined;

/** A client of which the server says that so many mails are unfinished. */
function clientOf(answer: () => number) {
  let applied = NOTHING;
  const env = testEnvironment(async () =>
    Response.json({
      csrfToken: '',
      keys: [],
      processIds: [],
      results: [{ module: 'email', count: answer() }],
      totalCount: 1,
    }),
  );
  const events = {
    onSignedOut: NOTHING,
    onOtherSession: NOTHING,
    onVersionMismatch: NOTHING,
    onRenewedToken: NOTHING,
    onReached: NOTHING,
    onBusy: NOTHING,
  };
  const transport = createTransport(env, { url: env.origin, instance: 'demo', token: 'x', csrfToken: '' }, events);
  const store = new EntityStore();
  const client = {
    store,
    ask: createAsk(transport, { now: env.now, later: () => NOTHING }),
    queue: { isResting: () => true },
    onApplied: (listener: () => void) => {
      applied = listener;
      return NOTHING;
    },
  };
  return { client, store, applied: () => applied() };
}

test('follows what is done here, until the server has counted it', async () => {
  let count = 5;
  const { client, store, applied } = clientOf(() => count);
  const total = unfinishedOf(client);
  // What is on the device is known before the server has said how many there are.
  store.put([aRow(1), aRow(2)], store.tick());
  await expect.poll(() => total.get()).toBe(5);
  store.put([aRow(1, { status: 3, aggregateVersion: 2 })], store.tick());
  expect(total.get()).toBe(4);
  // Whoever looks at it later, as a menu that is opened does, sees the same.
  expect(unfinishedOf(client).get()).toBe(4);
  store.put([aRow(2, { status: 3, aggregateVersion: 2 })], store.tick());
  expect(total.get()).toBe(3);
  count = 3;
  applied();
  store.put([aRow(1, { status: 2, aggregateVersion: 3 })], store.tick());
  expect(total.get()).toBe(4);
  await expect.poll(() => total.get()).toBe(3);
});

test.each([
  ['before', 'after'],
  ['after', 'before'],
])(
  'of what waits for the server its answer does not know, whether the answer comes %s the rows or %s',
  async (order) => {
    const { client, store } = clientOf(() => 5);
    store.applyOptimistic('waiting', [['email:1', { status: 3 }]]);
    if (order === 'after') store.put([aRow(1), aRow(2)], store.tick());
    const total = unfinishedOf(client);
    if (order === 'before') {
      await expect.poll(() => total.get()).toBe(5);
      store.put([aRow(1), aRow(2)], store.tick());
    }
    await expect.poll(() => total.get()).toBe(4);
    // Once it is refused, nothing has been done.
    store.lift('waiting');
    expect(total.get()).toBe(5);
  },
);
