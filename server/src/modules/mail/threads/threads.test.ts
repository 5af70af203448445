import { sql } from 'kysely';
import type { ListEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail, type MailSeed } from '../testing/factory.ts';
import { importMails } from '../arrival/import.ts';
import { threadAnew } from './threading.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let ids: number[];
let shared: number;
let own: number;
const parser = new MailParser({ processes: 1 });

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('nordwerk');
  ids = [await server.person(instance, 'anna'), await server.person(instance, 'ben')];
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  shared = await seedBox(server.change, instance, ids);
  own = await seedBox(server.change, instance, ids.slice(0, 1));
});
afterAll(async () => {
  await parser.close();
  await server?.close();
});

let round = 0;
beforeEach(() => void (round += 1));

/** Lets mails come in, one after the other; `a@…` of one test is another mail than that of the next. */
async function come(seeds: readonly MailSeed[], boxId = shared): Promise<void> {
  const memberIds = boxId === shared ? ids : ids.slice(0, 1);
  const mails = seeds.map((seed) => ({
    raw: Buffer.from(
      rawMail({ ...seed, messageId: `${seed.messageId ?? 'x'}.${round}@t`, subject: `${seed.subject} ${round}` }),
    ),
    status: 1 as const,
  }));
  const parts = { platform: server.platform, change: server.change, parser };
  await importMails(parts, instance, { boxId, channel: 'info@nordwerk.example', memberIds }, mails, 1);
}
const answers = (...names: string[]) =>
  `In-Reply-To: <${names.at(-1)}.${round}@t>\nReferences: ${names.map((name) => `<${name}.${round}@t>`).join(' ')}`;
const idOf = async (client: TestClient, subject: string): Promise<string> => {
  const list = await client.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
  const entry = list.find(({ information }) => information === `${subject} ${round}`);
  if (entry === undefined) throw new Error(`No mail ${subject}`);
  return entry.aggregateId;
};
interface Thread {
  readonly threadId: number;
  readonly by: string;
  readonly mails: readonly { readonly aggregateId: string; readonly preview: string; readonly receivers: string }[];
  readonly totalCount: number;
}
const threadOf = async (subject: string, client = anna): Promise<Thread> =>
  client.query<Thread>('mail.thread', { aggregateId: await idOf(client, subject) });
const day = (n: number) => new Date(Date.UTC(2026, 9, n));

describe('a thread', () => {
  it('has what answers what, the oldest first, and only what the person sees', async () => {
    await come([{ subject: 'Frage', messageId: 'a', date: day(1) }]);
    await come([{ subject: 'Intern', messageId: 'b', date: day(2), headers: answers('a') }], own);
    await come([{ subject: 'Antwort', messageId: 'c', date: day(3), headers: answers('a', 'b') }]);
    const thread = await threadOf('Antwort');
    const [a, b, c] = [await idOf(anna, 'Frage'), await idOf(anna, 'Intern'), await idOf(anna, 'Antwort')];
    const number = (id: string) => (JSON.parse(id) as { entryId: number }).entryId;
    expect(thread.mails.map(({ aggregateId }) => number(aggregateId))).toEqual([a, b, c].map(number));
    expect(thread).toMatchObject({ by: 'references', totalCount: 3 });
    expect(thread.mails[0]).toMatchObject({
      direction: 'incoming',
      senderAddress: 'paul.neumann@werft.example',
      receivers: 'info@nordwerk.example',
      status: 1,
      trashed: false,
      smtpLogType: null,
    });
    expect((await threadOf('Frage', ben)).totalCount).toBe(2);
    expect((await ben.tryQuery('mail.thread', { aggregateId: b })).body.code).toBe('NOT_FOUND');
  });

  it('is one, in whatever order its mails come', async () => {
    await come([{ subject: 'Dritte', messageId: 'c', headers: answers('a', 'b') }]);
    await come([{ subject: 'Erste', messageId: 'a' }]);
    await come([{ subject: 'Zweite', messageId: 'b', headers: answers('a') }]);
    const found = await Promise.all(['Erste', 'Zweite', 'Dritte'].map((subject) => threadOf(subject)));
    expect(new Set(found.map(({ threadId }) => threadId)).size).toBe(1);
    expect(found[0]?.totalCount).toBe(3);
  });

  it('has no spam', async () => {
    await come([{ subject: 'Gut', messageId: 'a' }]);
    await come([{ subject: 'Schlecht', messageId: 'b', headers: answers('a') }]);
    await anna.command('activity.spam', { aggregateIds: [await idOf(anna, 'Schlecht')] });
    expect((await threadOf('Gut')).totalCount).toBe(1);
  });

  it.each([
    ['of the same people, soon after', 'AW: Preis', {}, day(10), 2],
    ['of other people', 'AW: Preis', { from: 'x@fremd.example' }, day(10), 1],
    ['that does not say that it is one', 'Preis', {}, day(10), 1],
    ['much later', 'AW: Preis', {}, new Date(Date.UTC(2026, 10, 20)), 1],
    ['of a list', 'AW: Preis', { headers: 'List-Id: <l.example>' }, day(10), 1],
  ])('takes an answer without references %s', async (_what, subject, more, date, count) => {
    await come([{ subject: 'Preis', messageId: 'a', date: day(1) }]);
    const name = subject === 'Preis' ? `${subject} ` : subject;
    await come([{ subject: name, messageId: 'b', date, ...more }]);
    const entry = (await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })).filter(
      ({ information }) => information.endsWith(`Preis ${round}`) || information.endsWith(`Preis  ${round}`),
    );
    expect(entry).toHaveLength(2);
    const counts = await Promise.all(
      entry.map(({ aggregateId }) => anna.query<Thread>('mail.thread', { aggregateId })),
    );
    expect(counts.map(({ totalCount }) => totalCount)).toEqual([count, count]);
  });
});

describe('by hand', () => {
  const chain = async (): Promise<void> => {
    await come([{ subject: 'Erste', messageId: 'a', date: day(1) }]);
    await come([{ subject: 'Zweite', messageId: 'b', date: day(2), headers: answers('a') }]);
    await come([{ subject: 'Dritte', messageId: 'c', date: day(3), headers: answers('a', 'b') }]);
  };

  it('a mail is taken out with what answers it, stays there, and goes back', async () => {
    await chain();
    const aggregateId = await idOf(anna, 'Zweite');
    const { threadId } = await anna.command<{ threadId: number }>('mail.splitThread', { aggregateId });
    expect((await threadOf('Erste')).totalCount).toBe(1);
    expect(await threadOf('Dritte')).toMatchObject({ threadId, by: 'hand', totalCount: 2 });
    // What answers it goes where it was put, and joins nothing.
    await come([{ subject: 'Vierte', messageId: 'd', date: day(4), headers: answers('a', 'b', 'c') }]);
    expect(await threadOf('Vierte')).toMatchObject({ threadId, totalCount: 3 });
    expect((await threadOf('Erste')).totalCount).toBe(1);
    await anna.command('mail.resetThread', { aggregateId });
    expect(await threadOf('Zweite')).toMatchObject({ by: 'references' });
    expect((await threadOf('Erste')).totalCount).toBeGreaterThanOrEqual(3);
  });

  it('the first of a thread is taken out, and the rest stays together', async () => {
    await come([{ subject: 'Lose A', messageId: 'a' }]);
    await come([{ subject: 'Lose B', messageId: 'b' }]);
    await come([{ subject: 'Lose C', messageId: 'c' }]);
    const aggregateIds = [await idOf(anna, 'Lose A'), await idOf(anna, 'Lose B'), await idOf(anna, 'Lose C')];
    await anna.command('mail.mergeThreads', { aggregateIds });
    expect(await threadOf('Lose B')).toMatchObject({ by: 'hand', totalCount: 3 });
    await anna.command('mail.splitThread', { aggregateId: aggregateIds[0] });
    expect((await threadOf('Lose A')).totalCount).toBe(1);
    expect((await threadOf('Lose C')).totalCount).toBe(2);
    await anna.command('mail.resetThread', { aggregateId: aggregateIds[2] });
    expect((await threadOf('Lose C')).totalCount).toBe(1);
  });

  it('nobody moves what they do not see', async () => {
    await come([{ subject: 'Geheim', messageId: 'a' }], own);
    await come([{ subject: 'Offen', messageId: 'b', headers: answers('a') }]);
    const secret = await idOf(anna, 'Geheim');
    const open = await idOf(ben, 'Offen');
    for (const [command, parameters] of [
      ['splitThread', { aggregateId: secret }],
      ['resetThread', { aggregateId: secret }],
      ['mergeThreads', { aggregateIds: [secret, open] }],
    ] as const)
      expect((await ben.tryCommand(`mail.${command}`, parameters)).body.code).toBe('NOT_FOUND');
    expect((await threadOf('Geheim')).totalCount).toBe(2);
  });
});

it('mails that come at once from several sides are one thread', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `m${n}`);
  await Promise.all(
    names.map((name, n) =>
      come([
        { subject: `Zugleich ${n}`, messageId: name, headers: n === 0 ? 'X-A: b' : answers(...names.slice(0, n)) },
      ]),
    ),
  );
  expect((await threadOf('Zugleich 11')).totalCount).toBe(12);
});

it('mails that were there before threads were get theirs', async () => {
  await come([{ subject: 'Alt', messageId: 'a' }]);
  await come([{ subject: 'Älter', messageId: 'b', headers: answers('a') }]);
  const db = server.platform.database.forInstance(instance.id);
  await sql`update mail set thread_id = null, thread_by = null where instance_id = ${instance.id}`.execute(db);
  expect((await threadOf('Alt')).totalCount).toBe(1);
  const { rows } = await sql<{ mail_id: number }>`select mail_id from mail where instance_id = ${instance.id}`.execute(
    db,
  );
  await server.change(instance, (ctx) =>
    threadAnew(
      ctx,
      rows.map((row) => row.mail_id),
    ),
  );
  expect((await threadOf('Alt')).totalCount).toBe(2);
});
