import { expect, test } from 'vitest';
import { createConnections, type ConnectionChange } from './connections.ts';

const TOPIC = 'event.presence.changed';
const anna = { instanceId: 1, userId: 7 };

function openCounted() {
  const connections = createConnections();
  const heard: ConnectionChange[] = [];
  const stop = connections.onChange((change) => heard.push(change));
  return { connections, heard, stop };
}

test('a person is there from the first connection to the last', () => {
  const { connections, heard } = openCounted();
  connections.count(1, anna);
  connections.count(1, anna);
  connections.count(-1, anna);
  expect(connections.usersOf(1)).toEqual([7]);
  connections.count(-1, anna);
  expect(connections.usersOf(1)).toEqual([]);
  expect(heard.map(({ isThere }) => isThere)).toEqual([true, false]);
});

test('who is subscribed to a topic is known beside who is connected, each instance by itself', () => {
  const { connections, heard } = openCounted();
  connections.count(1, anna);
  connections.count(1, { instanceId: 2, userId: 7 });
  connections.count(1, anna, TOPIC);
  expect([connections.usersOf(1, TOPIC), connections.usersOf(2, TOPIC), connections.usersOf(2)]).toEqual([
    [7],
    [],
    [7],
  ]);
  connections.count(-1, anna, TOPIC);
  expect([connections.usersOf(1, TOPIC), connections.usersOf(1)]).toEqual([[], [7]]);
  expect(heard.at(-1)).toEqual({ ...anna, topic: TOPIC, isThere: false });
});

test('who does not listen any more hears nothing', () => {
  const { connections, heard, stop } = openCounted();
  stop();
  connections.count(1, anna);
  expect(heard).toEqual([]);
});
