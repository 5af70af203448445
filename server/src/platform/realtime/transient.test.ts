import { defineTransientEvent, eventPayload, type KontorEvent } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createTransient, NO_TRANSIENT, type Gathering } from './transient.ts';

const changed = defineTransientEvent('probe.changed', v.object({ ...eventPayload, people: v.array(v.number()) }), {
  keys: ['probe'],
});
type Payload = v.InferInput<typeof changed.payload>;
const saying = (...people: number[]): Payload => ({ keys: [], processIds: [], aggregateIds: [], people });
const both: Gathering<Payload> = {
  key: 'all',
  merge: (waiting, next) => ({ ...next, people: [...waiting.people, ...next.people] }),
};

const [here, there] = [
  { id: 1, name: 'hier' },
  { id: 2, name: 'dort' },
];

/** A channel whose clock is moved by hand, with what was sent. */
function openChannel() {
  const sent: { readonly instanceId: number; readonly topic: string; readonly event: KontorEvent }[] = [];
  const due: (() => void)[] = [];
  const transient = createTransient({
    carry: ({ id: instanceId }, messages) => {
      for (const { topic, body } of messages) sent.push({ instanceId, topic, event: JSON.parse(body) as KontorEvent });
    },
    now: () => 0,
    newId: () => 'sender',
    later: (ms, work) => {
      expect(ms).toBe(1000);
      due.push(work);
    },
  });
  return {
    transient,
    sent,
    said: () => sent.map(({ event }) => event.payload['people']),
    /** A second has gone by. */
    secondEnds: () => due.splice(0).forEach((work) => work()),
  };
}

test('reaches everybody of an instance, some people or one device, as an event that says what to ask anew', () => {
  const { transient, sent } = openChannel();
  transient.publish(here, changed, 'instance', saying(1));
  transient.publish(here, changed, { users: [7, 8, 7] }, saying(2));
  transient.publish(there, changed, { session: 's' }, saying(3));
  expect(sent.map(({ instanceId, topic }) => [instanceId, topic])).toEqual([
    [1, 'event.probe.changed'],
    [1, 'user.7'],
    [1, 'user.8'],
    [2, 'personal.s'],
  ]);
  expect(sent[0]?.event).toEqual({
    createdAt: '1970-01-01T00:00:00.000Z',
    source: 'kontor',
    type: 'probe.changed',
    isGlobal: true,
    isLocal: false,
    isPersonal: false,
    payload: saying(1),
    run: { id: 'sender', n: 1, keys: ['probe'] },
  });
});

test('numbers what is sent to each topic of each instance, without a gap', () => {
  const { transient, sent } = openChannel();
  for (const users of [[7], [7, 8], [8], [7]]) transient.publish(here, changed, { users }, saying());
  transient.publish(there, changed, { users: [7] }, saying());
  const numbers = (instanceId: number, topic: string) =>
    sent.flatMap((one) => (one.instanceId === instanceId && one.topic === topic ? [one.event.run?.n] : []));
  expect([numbers(1, 'user.7'), numbers(1, 'user.8'), numbers(2, 'user.7')]).toEqual([[1, 2, 3], [1, 2], [1]]);
});

test('what is gathered is sent at once where nothing was sent before, and else once a second', () => {
  const { transient, said, secondEnds } = openChannel();
  for (let n = 1; n <= 50; n += 1) transient.publish(here, changed, 'instance', saying(n), both);
  expect(said()).toEqual([[1]]);
  secondEnds();
  expect(said()).toEqual([[1], Array.from({ length: 49 }, (_, n) => n + 2)]);
  transient.publish(here, changed, 'instance', saying(51), both);
  expect(said()).toHaveLength(2);
  secondEnds();
  expect(said().at(-1)).toEqual([51]);
  // A second without anything: the next one is sent at once.
  secondEnds();
  transient.publish(here, changed, 'instance', saying(52), both);
  expect(said().at(-1)).toEqual([52]);
});

test('of what is gathered and cannot be merged the last counts', () => {
  const { transient, said, secondEnds } = openChannel();
  for (const n of [1, 2, 3]) transient.publish(here, changed, 'instance', saying(n), { key: 'all' });
  secondEnds();
  expect(said()).toEqual([[1], [3]]);
});

test('each instance and each key gathers by itself', () => {
  const { transient, sent } = openChannel();
  transient.publish(here, changed, 'instance', saying(1), both);
  transient.publish(there, changed, 'instance', saying(2), both);
  transient.publish(here, changed, 'instance', saying(3), { key: 'other' });
  transient.publish(here, changed, 'instance', saying(4));
  expect(sent).toHaveLength(4);
});

test('beside a server nobody listens', () => {
  expect(() => NO_TRANSIENT.publish(here, changed, 'instance', saying(1))).not.toThrow();
});
