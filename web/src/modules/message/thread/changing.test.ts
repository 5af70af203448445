import { formatAggregateId, itemKey } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import type { QueuedCommand } from '../../../client/core/command.ts';
import { aText, messageId } from '../../../testing/messages.ts';
import { mayChange, noOfCommand, withCommand, withWaiting } from './changing.ts';
import { SIGNS, QUICK_SIGNS, signsOf } from './signs.ts';

const THREAD = { key: itemKey({ module: 'message', entryId: 17 }), partner: 2 };
const own = { ownId: 1, now: '2026-11-23T10:00:00.000Z' };
const of = { aggregateId: messageId(17), communicationPartnerUserId: 2 };
const command = (name: string, params: object, part: Partial<QueuedCommand> = {}): QueuedCommand => ({
  processId: `p-${name}`,
  name: `message.${name}`,
  params: { ...of, no: 1, ...params },
  keys: [],
  patches: [],
  createdAt: Date.parse(own.now),
  order: 1,
  kept: 'stored',
  state: 'queued',
  revision: 0,
  attempts: 0,
  ...part,
});
const TEXTS = [aText(0, 2, 'Frage'), aText(1, 1, 'Andwort')];

describe('a command that waits', () => {
  test.each([
    ['edit', {}, 1],
    ['takeBack', {}, 1],
    ['react', {}, 1],
    ['send', {}, undefined],
    ['edit', { communicationPartnerUserId: 3 }, undefined],
    ['edit', { communicationPartnerUserId: 3, no: 0 }, 0],
    ['react', { communicationPartnerUserId: 3, no: 0 }, undefined],
    ['edit', { aggregateId: messageId(18) }, undefined],
    ['edit', { aggregateId: formatAggregateId({ module: 'note', entryId: 17, userId: 1 }) }, undefined],
  ])('%s %o is about text %o of the thread', (name, params, no) => {
    expect(noOfCommand(command(name, params), THREAD)).toBe(no);
  });

  test('shows what the text will say', () => {
    const { texts } = withWaiting(TEXTS, [command('edit', { edit: 0, messageContent: '<p>Antwort</p>' })], THREAD, 1);
    expect(texts[1]).toMatchObject({ message: '<p>Antwort</p>', edit: 1, editedAt: own.now });
    expect(texts[0]).toBe(TEXTS[0]);
  });

  test('that was refused leaves the text as it is, and is told', () => {
    const refusal = { code: 'MESSAGE_TEXT_LATE', status: 409, detail: '' };
    const edit = command('edit', { edit: 0, messageContent: '<p>Antwort</p>' }, { state: 'refused', refusal });
    const { texts, refused } = withWaiting(TEXTS, [edit], THREAD, 1);
    expect(texts).toBe(TEXTS);
    expect(refused.get(1)).toEqual({ processId: edit.processId, html: '<p>Antwort</p>', refusal });
  });

  test('that is done counts no more', () => {
    const { texts } = withWaiting(TEXTS, [command('takeBack', {}, { state: 'done' })], THREAD, 1);
    expect(texts).toBe(TEXTS);
  });

  test('takes a text back with what was said to it', () => {
    const text = aText(1, 1, 'Andwort', { reactions: [{ sign: '👍', userIds: [2] }] });
    const taken = withCommand(text, command('takeBack', {}), own);
    expect(taken).toMatchObject({ message: '', takenBackAt: own.now, reactions: [], edit: 1 });
    expect(withCommand(taken, command('takeBack', {}), own)).toBe(taken);
  });

  test.each([
    ['a first sign', [], true, [{ sign: '👍', userIds: [1] }]],
    ['one that others have put', [{ sign: '👍', userIds: [2] }], true, [{ sign: '👍', userIds: [2, 1] }]],
    ['one twice', [{ sign: '👍', userIds: [1] }], true, [{ sign: '👍', userIds: [1] }]],
    ['the last one away', [{ sign: '👍', userIds: [1] }], false, []],
    ['one away that is not there', [], false, []],
    [
      'one beside another',
      [{ sign: '✅', userIds: [2] }],
      true,
      [
        { sign: '✅', userIds: [2] },
        { sign: '👍', userIds: [1] },
      ],
    ],
  ])('puts %s', (_what, reactions, isOn, expected) => {
    const made = withCommand(aText(1, 1, 'x', { reactions }), command('react', { sign: '👍', isOn }), own);
    expect(made.reactions).toEqual(expected);
  });
});

describe('a text', () => {
  const sent = { sendBy: 1, sendDate: '2026-11-23T09:00:00.000Z', takenBackAt: null };
  const at = (minutes: number) => Date.parse(sent.sendDate) + minutes * 60_000;
  test.each([
    ['within the time', sent, { ownId: 1, minutes: 60, now: at(60) }, true],
    ['later', sent, { ownId: 1, minutes: 60, now: at(61) }, false],
    ['always', sent, { ownId: 1, minutes: null, now: at(9999) }, true],
    ['never', sent, { ownId: 1, minutes: 0, now: at(1) }, false],
    ['of somebody else', { ...sent, sendBy: 2 }, { ownId: 1, minutes: null, now: at(0) }, false],
    ['taken back', { ...sent, takenBackAt: own.now }, { ownId: 1, minutes: null, now: at(0) }, false],
  ])('is changed or not: %s', (_when, text, given, expected) => {
    expect(mayChange(text, given)).toBe(expected);
  });
});

describe('signs', () => {
  test.each([
    ['dan', ['🙏']],
    ['THANK', ['🙏']],
    ['✅', ['✅']],
    ['zzz', []],
  ])('are found by %o', (sought, signs) => {
    expect(signsOf(sought).map(([sign]) => sign)).toEqual(signs);
  });
  test('stand once, those in reach among them, and the server takes each', async () => {
    const all = SIGNS.map(([sign]) => sign);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining([...QUICK_SIGNS]));
    const { SignSchema } = await import('@kontor/contract/message');
    const { safeParse } = await import('valibot');
    expect(all.filter((sign) => !safeParse(SignSchema, sign).success)).toEqual([]);
  });
});
