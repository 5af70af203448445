import { expect, test } from 'vitest';
import { testLog } from '../../testing/logged.ts';
import { carryByBroker } from './broker/carrier.ts';
import type { BusMessage } from './bus.ts';
import { carryByOwn } from './own-carrier.ts';

const here = { id: 1, name: 'hier' };
const there = { id: 2, name: 'dort' };
const saying = (body: string) => [{ topic: 'user.7', body }];

/** Processes that hear each other's signals, and what each has delivered to its connections. */
function openProcesses(count: number) {
  const listeners: ((text: string) => void)[] = [];
  return Array.from({ length: count }, (_, index) => {
    const delivered: BusMessage[] = [];
    const carry = carryByOwn({
      bus: { publish: (message) => void delivered.push(message) },
      signals: {
        on: (_name, listener) => {
          listeners[index] = listener;
          return () => {};
        },
        sendInOrder: (_name, texts) =>
          listeners.forEach((hear, other) => {
            if (other !== index) texts.forEach(hear);
          }),
      },
      log: testLog(),
    });
    return { carry, delivered, hear: (text: string) => listeners[index]?.(text) };
  });
}

test('our own way delivers once in each process, however long it is', () => {
  const [one, other] = openProcesses(2);
  const bodies = ['{"short":true}', JSON.stringify({ long: 'ä'.repeat(50_000) })];
  for (const body of bodies) one?.carry(here, saying(body));
  const expected = bodies.map((body) => ({ instanceId: 1, topic: 'user.7', body }));
  expect([one?.delivered, other?.delivered]).toEqual([expected, expected]);
});

test('what another process says that this one does not know is not delivered', () => {
  const [one] = openProcesses(1);
  expect(() => one?.hear('sender 1 0 1 text {"other":"shape"}')).toThrow();
  expect(one?.delivered).toEqual([]);
});

/** A broker that takes or refuses as it is told, and what it was given. */
function openBrokers() {
  const published: string[] = [];
  let clock = 0;
  let answer = (): Promise<void> => Promise.resolve();
  const carry = carryByBroker({
    publisher: {
      publish: (vhost, messages) => {
        published.push(...messages.map(({ topic, body }) => `${vhost} ${topic} ${body}`));
        return answer();
      },
    },
    vhostOf: ({ id, name }) => `kontor-${name}-${id}`,
    log: testLog(),
    now: () => clock,
  });
  return {
    carry,
    published,
    answerBy: (next: () => Promise<void>) => (answer = next),
    advance: (ms: number) => (clock += ms),
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('the way by a broker goes to the virtual host of the instance, under the same topic', () => {
  const { carry, published } = openBrokers();
  carry(here, saying('a'));
  carry(there, saying('b'));
  expect(published).toEqual(['kontor-hier-1 user.7 a', 'kontor-dort-2 user.7 b']);
});

test('a broker that takes nothing is left alone for a while, for this instance, and nothing is said later', async () => {
  const { carry, published, answerBy, advance } = openBrokers();
  answerBy(() => Promise.reject(new Error('away')));
  carry(here, saying('a'));
  await settle();
  answerBy(() => Promise.resolve());
  carry(here, saying('b'));
  carry(there, saying('c'));
  advance(2000);
  carry(here, saying('d'));
  expect(published.map((text) => text.at(-1))).toEqual(['a', 'c', 'd']);
});

test('what waits for a broker that does not answer is bounded', async () => {
  const { carry, published, answerBy } = openBrokers();
  const answered = Promise.withResolvers<void>();
  answerBy(() => answered.promise);
  for (let n = 0; n < 1000; n += 1) carry(here, saying(`${n}`));
  expect(published).toHaveLength(200);
  answered.resolve();
  await settle();
  carry(here, saying('after'));
  expect(published).toHaveLength(201);
});
