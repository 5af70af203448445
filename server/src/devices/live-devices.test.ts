import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnections } from '../platform/realtime/connections.ts';
import { testLog } from '../testing/logged.ts';
import { openLiveDevices } from './live-devices.ts';

type Listener = (text: string) => void;

interface Process {
  readonly heard: [number, readonly number[]][];
  /** Somebody's connections, or those that are subscribed to a topic, are one more (1) or less (−1). */
  listens(by: 1 | -1, userId: number, topic?: string): void;
  comes(userId: number): void;
  goes(userId: number): void;
  beats(userId: number, isInForeground?: boolean, sessionId?: string): void;
  people(): number[];
  revision(): number;
  activeAt(userId: number): number | undefined;
  hearsOfOthers(): void;
  die(): Promise<void>;
}

/** Processes that hear each other's signals as long as they live. */
function openProcesses(count: number) {
  const listeners: (Listener | undefined)[] = [];
  const sent: string[] = [];
  const wire = { isCut: false };
  const open = (index: number): Process => {
    const connections = createConnections();
    let notifyOthers = (): void => undefined;
    const devices = openLiveDevices({
      now: Date.now,
      newId: () => `process-${index}`,
      connections,
      signals: {
        on: (_name, listener) => {
          listeners[index] = listener;
          return () => {};
        },
        sendInOrder: (_name, texts) => {
          sent.push(...texts);
          listeners.forEach((hear, other) => {
            if (other !== index && !wire.isCut) for (const text of texts) hear?.(text);
          });
        },
      },
      processes: {
        onOthers: (listener) => {
          notifyOthers = listener;
          return () => {};
        },
      },
      log: testLog(),
    });
    opened.push(devices);
    const heard: [number, readonly number[]][] = [];
    devices.onChange((instanceId, userIds) => heard.push([instanceId, userIds]));
    const subscribe = (by: 1 | -1, userId: number, topic?: string) =>
      connections.count(by, { instanceId: 4, userId }, topic);
    return {
      heard,
      listens: subscribe,
      comes: (userId: number) => subscribe(1, userId, 'event.presence.changed'),
      goes: (userId: number) => subscribe(-1, userId, 'event.presence.changed'),
      beats: (userId: number, isInForeground = true, sessionId = 's') =>
        devices.beat?.(4, { userId, sessionId, isInForeground }),
      people: () => [...devices.present(4).keys()].toSorted((one, other) => one - other),
      revision: () => devices.revision(4),
      activeAt: (userId) => devices.present(4).get(userId)?.activeAt,
      hearsOfOthers: () => notifyOthers(),
      die: async () => {
        listeners[index] = undefined;
        await devices.close();
      },
    };
  };
  const processes = Array.from({ length: count }, (_, index) => open(index));
  return { processes: processes as [Process, Process, Process], sent, wire, open };
}

const opened: { close(): Promise<void> }[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  for (const devices of opened.splice(0)) await devices.close();
  vi.useRealTimers();
});
const after = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

test('somebody is there from the first connection in the foreground until a while after the last', () => {
  const { activeAt, heard, listens, comes, goes, people } = openProcesses(1).processes[0];
  listens(1, 7);
  listens(1, 7, 'event.other');
  expect(people()).toEqual([]);
  const at = Date.now();
  comes(7);
  comes(7);
  goes(7);
  expect(people()).toEqual([7]);
  expect(activeAt(7)).toBe(at);
  goes(7);
  after(29);
  expect(people()).toEqual([7]);
  comes(7);
  after(60);
  expect(heard).toEqual([[4, [7]]]);
  goes(7);
  after(32);
  expect(people()).toEqual([]);
  expect(heard).toHaveLength(2);
});

test('whoever is there by one process is there at all of them, within a second', () => {
  const [one, other] = openProcesses(2).processes;
  one.comes(7);
  other.comes(8);
  expect(other.people()).toEqual([8]);
  after(1);
  expect([one.people(), other.people()]).toEqual([
    [7, 8],
    [7, 8],
  ]);
  one.goes(7);
  after(29);
  expect(other.people()).toEqual([7, 8]);
  after(4);
  expect([one.people(), other.people()]).toEqual([[8], [8]]);
  expect(other.heard).toEqual([
    [4, [8]],
    [4, [7]],
    [4, [7]],
  ]);
});

test('whoever comes or goes is counted, at each process, and nobody else', () => {
  const [one, other] = openProcesses(2).processes;
  const revisions = () => [one.revision(), other.revision()];
  expect(revisions()).toEqual([0, 0]);
  one.comes(7);
  expect(revisions()).toEqual([1, 0]);
  after(1);
  expect(revisions()).toEqual([1, 1]);
  // Another tab, and another process.
  one.comes(7);
  other.comes(7);
  after(20);
  expect(revisions()).toEqual([1, 1]);
  for (const { goes } of [one, one, other]) goes(7);
  after(60);
  expect(revisions()).toEqual([2, 2]);
});

test('whoever goes on at another process was never absent', () => {
  const [one, other, third] = openProcesses(3).processes;
  one.comes(7);
  after(1);
  one.goes(7);
  after(30);
  other.comes(7);
  after(120);
  for (const { people, heard } of [one, other, third]) {
    expect(people()).toEqual([7]);
    expect(heard).toEqual([[4, [7]]]);
  }
});

test('a process that dies takes its people away when its lease ends, but for those who come back', async () => {
  const [one, other, third] = openProcesses(3).processes;
  for (const userId of [7, 8]) one.comes(userId);
  // It has just not said it once more.
  after(10);
  await one.die();
  after(30);
  other.comes(8);
  expect(other.people()).toEqual([7, 8]);
  // Within 45 seconds.
  after(15);
  for (const { people, heard } of [other, third]) {
    expect(people()).toEqual([8]);
    expect(heard).toEqual([
      [4, [7, 8]],
      [4, [7]],
    ]);
  }
});

test('others are told at most once a second, and of everybody every 10 seconds', () => {
  const { processes, sent } = openProcesses(2);
  after(2);
  sent.length = 0;
  for (let userId = 1; userId <= 50; userId += 1) processes[0].comes(userId);
  after(1);
  expect(sent).toHaveLength(1);
  after(60);
  expect(sent).toHaveLength(1 + 2 * 6);
  expect(processes[1].heard).toHaveLength(1);
});

test('a process that has begun knows everybody within two seconds', () => {
  const { processes, open } = openProcesses(1);
  processes[0].comes(7);
  after(5);
  const late = open(1);
  after(2);
  expect(late.people()).toEqual([7]);
  // Where the first word did not come through, since there was nobody to send to yet.
  const later = open(2);
  processes[0].hearsOfOthers();
  after(1);
  expect(later.people()).toEqual([7]);
});

test('a word that is lost is made good by the next that says everything', () => {
  const { processes, wire } = openProcesses(2);
  const [one, other] = processes;
  after(2);
  wire.isCut = true;
  one.comes(7);
  after(1);
  wire.isCut = false;
  expect(other.people()).toEqual([]);
  after(15);
  expect(other.people()).toEqual([7]);
});

test('a device whose connection is not seen is in the foreground for a minute after it has said so', () => {
  const [one, other] = openProcesses(2).processes;
  one.beats(7);
  after(1);
  expect(other.people()).toEqual([7]);
  after(30);
  // Whichever process answers it.
  other.beats(7);
  after(57);
  expect([one.people(), other.people()]).toEqual([[7], [7]]);
  after(5);
  expect([one.people(), other.people()]).toEqual([[], []]);
  expect(one.heard).toHaveLength(2);
});

test('a device that leaves the foreground is there for half a minute, and a person as long as any device is', () => {
  const [one] = openProcesses(1).processes;
  one.beats(8, false);
  expect(one.people()).toEqual([]);
  one.beats(7, true, 'desk');
  one.beats(7, true, 'phone');
  one.beats(7, false, 'desk');
  after(40);
  expect(one.people()).toEqual([7]);
  one.beats(7, false, 'phone');
  after(29);
  expect(one.people()).toEqual([7]);
  after(3);
  expect(one.people()).toEqual([]);
});
