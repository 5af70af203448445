import { afterEach, expect, test } from 'vitest';
import { uidRanges } from './sync-folder.ts';
import { LyingServer, type Answer } from './testing/lying-server.ts';
import { MemorySink } from './testing/memory-sink.ts';
import { MailboxWatcher } from './watcher.ts';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function watch(answer: Answer): Promise<MemorySink> {
  const server = await LyingServer.start(answer);
  const sink = new MemorySink();
  const watcher = new MailboxWatcher({
    server: {
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      userName: 'anna',
      password: 'geheim',
      trustedFingerprint: null,
    },
    policy: { allowPrivateHosts: true },
    sink,
    pollMs: 60_000,
    retryFirstMs: 60_000,
  });
  endings.push(
    () => server.close(),
    () => watcher.close(),
  );
  return sink;
}

const MAILS = 100_000;
/** A hundred thousand mails, of which each command gets what `of` says of a UID. */
const many =
  (of: (uid: string, command: string) => string): Answer =>
  (command, say) => {
    if (command.startsWith('STATUS')) say(`* STATUS INBOX (MESSAGES ${MAILS} UIDNEXT ${MAILS + 1} UIDVALIDITY 5)\r\n`);
    const range = /UID SEARCH UID (\d+):(\d+|\*)/.exec(command);
    if (range !== null) {
      const [from, to] = [Number(range[1]), Math.min(MAILS, Number(range[2]) || MAILS)];
      say(`* SEARCH ${Array.from({ length: to - from + 1 }, (_, n) => from + n).join(' ')}\r\n`);
    }
    const uids = /UID FETCH (\S+)/.exec(command)?.[1]?.split(',') ?? [];
    for (const uid of uids) say(of(uid, command));
    return false;
  };
const selected = (answer: Answer): Answer => {
  return (command, say, socket) => {
    const done = answer(command, say, socket);
    // What the well-behaved part says of one mail is said first, so that this holds.
    if (command.startsWith('SELECT'))
      say(`* OK [UIDVALIDITY 5]\r\n* OK [UIDNEXT ${MAILS + 1}]\r\n* ${MAILS} EXISTS\r\n`);
    return done;
  };
};

test.each([
  [
    'bodies',
    (uid: string, command: string) =>
      command.includes('RFC822.SIZE')
        ? `* ${uid} FETCH (UID ${uid} RFC822.SIZE 3000)\r\n`
        : `* ${uid} FETCH (UID ${uid} FLAGS ())\r\n`,
  ],
  ['sizes', () => ''],
])('a hundred thousand mails without %s are a fault that is said, not a wait without an end', async (_what, of) => {
  const sink = await watch(selected(many(of)));
  await sink.until(() => sink.faults.length > 0);
  expect(sink.faults).toEqual([expect.objectContaining({ code: 'MAILS_WITHHELD' })]);
});

test('a folder whose name has a line break is left out and said, and the others are read', async () => {
  const sink = await watch((command, say) => {
    if (command.startsWith('LIST') && command.includes('*'))
      say('* LIST () "/" {11}\r\nZwei\r\nZeile\r\n* LIST () "/" "Mit \u0007 Ton"\r\n');
    return false;
  });
  await sink.until(() => sink.watching);
  expect(sink.subjects('INBOX')).toEqual(['nebenan']);
  expect(sink.foldersLeftOut).toEqual(['INBOX/Mit Ton', 'INBOX/Zwei Zeile']);
  expect(sink.faults).toEqual([]);
});

test('a folder whose name turns the order of letters is read, and told without what does that', async () => {
  const sink = await watch((command, say) => {
    if (command.startsWith('LIST') && command.includes('*')) say('* LIST () "/" "Plan &IC4-gpj.exe"\r\n');
    return false;
  });
  await sink.until(() => sink.watching);
  expect(sink.subjects('INBOX/Plan \u202egpj.exe')).toEqual(['nebenan']);
  expect([...sink.foldersTold]).toContain('INBOX/Plan gpj.exe');
  expect([...sink.foldersTold].join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  [0, 1, []],
  [10_000, 10_001, ['1:*']],
  [20_001, 30_001, ['1:10001', '10002:20002', '20003:*']],
  [20_001, 3_000_000, ['1:1000000', '1000001:2000000', '2000001:*']],
  [20_001, 0, ['1:*']],
])('%d mails up to UID %d are listed by %j', (exists, uidNext, ranges) => {
  expect(uidRanges(exists, uidNext)).toEqual(ranges);
});

test('a server that says it has four thousand million mails is asked a thousand times at most', () => {
  expect(uidRanges(4_294_967_295, 4_294_967_295)).toHaveLength(1000);
});
