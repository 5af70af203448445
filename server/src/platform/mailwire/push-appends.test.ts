import type { ImapFlow } from 'imapflow';
import { describe, expect, test } from 'vitest';
import type { FolderPlan } from './folders.ts';
import { pushAppends } from './push-appends.ts';
import { connectMailServer } from './connect.ts';
import type { AppendPush, MailboxSink, MoveTarget } from './sink.ts';
import { CuttingProxy, type Fate } from './testing/cutting-proxy.ts';
import { findDovecot, TestDovecot } from './testing/dovecot.ts';

const SENT = 'Sent';
const PLAN: FolderPlan = {
  folders: [{ path: SENT, role: 'sent', mails: 0, mark: null }],
  trash: null,
  junk: null,
  keepsAll: false,
  prefix: '',
  leftOut: [],
};

interface Lying {
  readonly uid: number;
  readonly reference: string;
  readonly messageId: string;
}

interface FolderOptions {
  readonly mails?: Lying[];
  /** The connection breaks when so many mails were put there, the last of which lies there. */
  readonly breaksAt?: number;
  /** What the server puts there itself before a command takes effect, by the command's place among all: a reference. */
  readonly files?: Readonly<Record<number, string>>;
  /** Whether it says under which UID a mail was put there. */
  readonly isPlus?: boolean;
}

/** A folder on a server, which says what it was asked. */
function folder({ mails = [], breaksAt = Infinity, files = {}, isPlus = true }: FolderOptions = {}) {
  const commands: string[] = [];
  const lying = [...mails];
  let last = Math.max(0, ...lying.map(({ uid }) => uid));
  const uidNext = (): number => last + 1;
  const take = (reference: string): number => {
    last += 1;
    lying.push({ uid: last, reference, messageId: `<${reference}@kontor.example>` });
    return last;
  };
  const hear = (command: string): void => {
    const filed = files[commands.push(command)];
    if (filed !== undefined) take(filed);
  };
  let put = 0;
  const state = { usable: true, breaksAt };
  const client = {
    capabilities: new Map(isPlus ? [['UIDPLUS', true]] : []),
    get usable() {
      return state.usable;
    },
    async mailboxOpen() {
      hear('open');
      return { exists: lying.length, uidNext: uidNext(), uidValidity: 7n };
    },
    async *fetch(range: string, _query: unknown, { uid }: { uid: boolean }) {
      hear('fetch');
      const from = Number.parseInt(range, 10);
      for (const [index, mail] of lying.entries())
        if (uid ? mail.uid >= from : index + 1 >= from)
          yield {
            uid: mail.uid,
            envelope: { messageId: mail.messageId },
            headers: Buffer.from(`X-Kontor-Ref: ${mail.reference}\r\n`),
          };
    },
    async status() {
      hear('status');
      return { uidNext: uidNext(), uidValidity: 7n };
    },
    async append(_path: string, raw: Buffer) {
      hear('append');
      const uid = take(raw.toString());
      put += 1;
      if (put === state.breaksAt) state.usable = false;
      if (!state.usable) return false;
      // Without the extension the library may say whichever UID was the last one.
      return isPlus ? { destination: SENT, uid, uidValidity: 7n } : { destination: SENT, uid: last };
    },
    async messageDelete(range: string) {
      hear(`delete ${range}`);
      lying.splice(
        lying.findIndex(({ uid }) => uid === Number(range)),
        1,
      );
      return true;
    },
  } as unknown as ImapFlow;
  return { client, commands, lying, state };
}

interface Wanted {
  push: AppendPush;
  stage: 'wanted' | 'begun' | 'done' | 'dropped';
}

/** What is to be put there, as the database keeps it, and what it was told. */
function wantedMails(count: number, more: Partial<AppendPush> = {}) {
  const notes: string[] = [];
  const all = Array.from({ length: count }, (_, n): Wanted => ({
    stage: 'wanted',
    push: {
      id: n,
      role: 'sent',
      messageId: `<ref${n}@kontor.example>`,
      reference: `ref${n}`,
      flags: ['\\Seen'],
      internalDate: 0,
      mayBeThere: false,
      isLookOnly: false,
      begun: null,
      ...more,
    },
  }));
  const of = (ids: readonly number[]) => all.filter(({ push, stage }) => ids.includes(push.id) && stage !== 'dropped');
  const sink = {
    appendsToPush: async () =>
      all.filter(({ stage }) => stage === 'wanted' || stage === 'begun').map(({ push }) => push),
    appendBytes: async (id: number) => Buffer.from(`ref${id}`),
    async appendsBegin(ids: readonly number[], begun: MoveTarget) {
      notes.push(`begin ${ids.length}`);
      for (const one of of(ids)) Object.assign(one, { stage: 'begun', push: { ...one.push, begun } });
      return of(ids).map(({ push }) => push.id);
    },
    async appended(ids: readonly number[]) {
      notes.push(`appended ${ids.length}`);
      for (const one of of(ids)) one.stage = 'done';
    },
    notThere: async (ids: readonly number[]) => void notes.push(`not there ${ids.length}`),
    appendRefused: async (id: number, why: string) => void notes.push(`refused ${id} ${why}`),
  } as Partial<MailboxSink> as MailboxSink;
  return { sink, all, notes };
}

const references = (lying: readonly Lying[]) => lying.map(({ reference }) => reference).toSorted();
const names = (count: number) => Array.from({ length: count }, (_, n) => `ref${n}`).toSorted();

test('one look at a folder is for all that is to be put there, and they begin and end together', async () => {
  const { client, commands, lying } = folder({ mails: [{ uid: 4, reference: 'other', messageId: '<other>' }] });
  const { sink, notes, all } = wantedMails(20, { mayBeThere: true });
  expect(await pushAppends(client, PLAN, sink)).toEqual(new Set([SENT]));
  expect(commands).toEqual(['open', 'fetch', 'status', ...Array(20).fill('append')]);
  expect(notes).toEqual(['begin 20', 'appended 20']);
  expect(references(lying)).toEqual([...names(20), 'other'].toSorted());
  expect(all.every(({ stage }) => stage === 'done')).toBe(true);
});

test('what the server has put there itself is not put there, by its reference or its Message-ID', async () => {
  const { client, lying } = folder({
    mails: [
      { uid: 4, reference: 'ref0', messageId: '<another>' },
      { uid: 5, reference: '', messageId: '<ref2@kontor.example>' },
    ],
  });
  const { sink, notes } = wantedMails(3, { mayBeThere: true });
  expect(await pushAppends(client, PLAN, sink)).toEqual(new Set([SENT]));
  expect(notes).toEqual(['appended 2', 'begin 1', 'appended 1']);
  expect(lying.map(({ reference }) => reference)).toEqual(['ref0', '', 'ref1']);
});

test.each([true, false])(
  'after a break each lies there once (where the server may have put them there: %s)',
  async (mayBeThere) => {
    const { client, lying, state } = folder({
      mails: [{ uid: 4, reference: 'other', messageId: '<other>' }],
      breaksAt: 3,
    });
    const { sink, notes, all } = wantedMails(5, { mayBeThere });
    await expect(pushAppends(client, PLAN, sink)).rejects.toMatchObject({ code: 'NoConnection' });
    // What was answered is known, and of the others all may be there.
    expect(all.map(({ stage }) => stage)).toEqual(['done', 'done', 'begun', 'begun', 'begun']);
    Object.assign(state, { usable: true, breaksAt: Infinity });
    notes.length = 0;
    expect(await pushAppends(client, PLAN, sink)).toEqual(new Set([SENT]));
    expect(notes).toEqual(['appended 1', 'begin 2', 'appended 2']);
    expect(references(lying)).toEqual([...names(5), 'other'].toSorted());
  },
);

describe('a server that puts mails there itself in the middle of a round', () => {
  const OTHER = { uid: 4, reference: 'other', messageId: '<other>' };
  /** Puts four mails there of which the server may put some there itself; the commands, and how the folder looks then. */
  async function pushFour(options: FolderOptions, more: Partial<AppendPush> = { mayBeThere: true }) {
    const { client, commands, lying } = folder({ mails: [OTHER], ...options });
    const { sink, all } = wantedMails(4, more);
    await pushAppends(client, PLAN, sink);
    expect(all.every(({ stage }) => stage === 'done')).toBe(true);
    return { commands: commands.join(' '), lying: lying.map(({ reference }) => reference).join(' ') };
  }

  test.each([
    ['after the look', { 3: 'ref2' }, 'open fetch status open fetch append append append', 'other ref2 ref0 ref1 ref3'],
    [
      'while others are put there',
      { 5: 'ref3' },
      'open fetch status append append open fetch append',
      'other ref0 ref3 ref1 ref2',
    ],
    [
      'while it is put there itself',
      { 5: 'ref1' },
      'open fetch status append append open fetch delete 7 append append',
      'other ref0 ref1 ref2 ref3',
    ],
    [
      'while it is put there as the last one',
      { 7: 'ref3' },
      'open fetch status append append append append open fetch delete 9',
      'other ref0 ref1 ref2 ref3',
    ],
    [
      'that have nothing to do with these',
      { 5: 'more' },
      'open fetch status append append open fetch append append',
      'other ref0 more ref1 ref2 ref3',
    ],
  ])('has each there once: %s', async (_when, files, commands, lying) => {
    expect(await pushFour({ files })).toEqual({ commands, lying });
  });

  test('has each there once where it does not say under which UID a mail was put there', async () => {
    expect(await pushFour({ isPlus: false })).toEqual({
      commands: 'open fetch status append status append status append status append',
      lying: 'other ref0 ref1 ref2 ref3',
    });
    expect(await pushFour({ isPlus: false, files: { 5: 'ref2' } })).toEqual({
      commands: 'open fetch status append status open fetch append status append',
      lying: 'other ref0 ref2 ref1 ref3',
    });
  });

  test('is not looked into where people want their mails put there whatever the server does', async () => {
    const { commands } = await pushFour({ files: { 2: 'more', 3: 'more' } }, { mayBeThere: false });
    expect(commands).toBe('status append append append append');
  });

  test('is looked at again for what an earlier try may have put there', async () => {
    const begun = { path: SENT, uidValidity: 7, next: 4 };
    const { commands, lying } = await pushFour({ files: { 5: 'ref3' } }, { begun });
    expect(commands).toBe('open fetch status append append open fetch append');
    expect(lying).toBe('other ref0 ref3 ref1 ref2');
  });

  test('is looked at from its end where its UIDs are others than before', async () => {
    const { client, commands, lying } = folder({ mails: [OTHER] });
    const status = client.status.bind(client);
    client.status = async (...asked) => Object.assign((await status(...asked)) || {}, { uidValidity: 8n }) as never;
    const open = client.mailboxOpen.bind(client);
    let opened = 0;
    client.mailboxOpen = async (...asked) => {
      opened += 1;
      if (opened === 2) lying.unshift({ uid: 1, reference: 'ref0', messageId: '' });
      return Object.assign(await open(...asked), { uidValidity: opened === 1 ? 7n : 8n });
    };
    await pushAppends(client, PLAN, wantedMails(1, { mayBeThere: true }).sink);
    expect(commands).toEqual(['open', 'fetch', 'status', 'open', 'fetch']);
  });
});

test('what is not wanted any more when it begins is not put there', async () => {
  const { client, lying } = folder();
  const { sink, all } = wantedMails(3);
  const pushes = sink.appendsToPush.bind(sink);
  sink.appendsToPush = async () => {
    const found = await pushes();
    const [, second] = all;
    if (second !== undefined) second.stage = 'dropped';
    return found;
  };
  await pushAppends(client, PLAN, sink);
  expect(references(lying)).toEqual(['ref0', 'ref2']);
});

test('what is only looked for is not put there, and what is neither doubtful nor there needs no look', async () => {
  const looked = folder({ mails: [{ uid: 4, reference: 'ref1', messageId: '' }] });
  const only = wantedMails(2, { mayBeThere: true, isLookOnly: true });
  expect(await pushAppends(looked.client, PLAN, only.sink)).toEqual(new Set([SENT]));
  expect(only.notes).toEqual(['appended 1', 'not there 1']);
  expect(looked.commands).toEqual(['open', 'fetch']);
  const plain = folder();
  await pushAppends(plain.client, PLAN, wantedMails(1).sink);
  expect(plain.commands).toEqual(['status', 'append']);
});

test.skipIf(findDovecot() === undefined)(
  'Dovecot has each there once that it was given in the middle of a round (left out where it is not installed)',
  async () => {
    const dovecot = await TestDovecot.start();
    const proxy = await CuttingProxy.start(dovecot.plainPort);
    const connect = (port: number) =>
      connectMailServer(
        {
          host: '127.0.0.1',
          port,
          security: 'none',
          userName: 'anna',
          password: 'geheim',
          trustedFingerprint: null,
        },
        { allowPrivateHosts: true },
      );
    const [client, other] = [await connect(proxy.port), await connect(dovecot.plainPort)];
    try {
      const raw = (n: number) =>
        Buffer.from(`From: a@b.example\r\nMessage-ID: <${n}@b.example>\r\nX-Kontor-Ref: ref${n}\r\n\r\nText\r\n`);
      const isAppend = (command: string): boolean => command.startsWith('APPEND ');
      proxy.fate = async (command): Promise<Fate> => {
        // Beside the second, while that is under way itself.
        if (isAppend(command) && proxy.commands.filter(isAppend).length === 2)
          for (const n of [1, 3]) await other.append(SENT, raw(n), ['\\Seen']);
        return 'pass';
      };
      const { sink, all } = wantedMails(4, { mayBeThere: true });
      sink.appendBytes = async (id) => raw(id);
      await pushAppends(client, PLAN, sink);
      expect(all.every(({ stage }) => stage === 'done')).toBe(true);
      const words = ['SELECT', 'STATUS', 'APPEND', 'UID FETCH', 'UID EXPUNGE'];
      expect(proxy.commands.flatMap((command) => words.find((word) => command.startsWith(word)) ?? [])).toEqual([
        'SELECT',
        'STATUS',
        'APPEND',
        'APPEND',
        'SELECT',
        'UID FETCH',
        'UID EXPUNGE',
        'APPEND',
      ]);
      await other.mailboxOpen(SENT);
      const lying: string[] = [];
      for await (const { headers } of other.fetch('1:*', { headers: ['x-kontor-ref'] }))
        lying.push(/ref\d/.exec(headers?.toString() ?? '')?.[0] ?? '');
      expect(lying.toSorted()).toEqual(names(4));
    } finally {
      client.close();
      other.close();
      await proxy.close();
      await dovecot.close();
    }
  },
);
