import type { ImapFlow } from 'imapflow';
import { expect, test } from 'vitest';
import type { FolderPlan } from './folders.ts';
import { pushAppends } from './push-appends.ts';
import type { AppendPush, MailboxSink, MoveTarget } from './sink.ts';

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

/** A folder on a server, which says what it was asked. `breaksAt`: the connection breaks when so many mails were put there, the last of which lies there. */
function folder({ mails = [], breaksAt = Infinity }: { mails?: Lying[]; breaksAt?: number } = {}) {
  const commands: string[] = [];
  const lying = [...mails];
  const uidNext = (): number => Math.max(0, ...lying.map(({ uid }) => uid)) + 1;
  let put = 0;
  const state = { usable: true, breaksAt };
  const client = {
    get usable() {
      return state.usable;
    },
    async mailboxOpen() {
      commands.push('open');
      return { exists: lying.length, uidNext: uidNext(), uidValidity: 7n };
    },
    async *fetch(range: string, _query: unknown, { uid }: { uid: boolean }) {
      commands.push('fetch');
      const from = Number.parseInt(range, 10);
      for (const [index, mail] of lying.entries())
        if (uid ? mail.uid >= from : index + 1 >= from)
          yield {
            envelope: { messageId: mail.messageId },
            headers: Buffer.from(`X-Kontor-Ref: ${mail.reference}\r\n`),
          };
    },
    async status() {
      commands.push('status');
      return { uidNext: uidNext(), uidValidity: 7n };
    },
    async append(_path: string, raw: Buffer) {
      commands.push('append');
      lying.push({ uid: uidNext(), reference: raw.toString(), messageId: `<${raw.toString()}@kontor.example>` });
      put += 1;
      if (put === state.breaksAt) state.usable = false;
      return state.usable ? { destination: SENT } : false;
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
