import { phonecallCommands } from '@kontor/contract/phonecall';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { beginDraft, isValid, paramsOf } from './draft.ts';

const at = { now: Date.parse('2026-11-26T08:41:00Z'), zone: 'Europe/Berlin', listId: 5 };
const draft = beginDraft({ number: '0431 123456', direction: 1, record: { idoId: 7, idoInstanceId: 1 } }, at);

test('what is noted fits the contract, with its time as an instant', () => {
  const params = paramsOf(
    { ...draft, duration: '4:12', isCallbackDesired: true, until: '2026-11-26T12:00' },
    { zone: at.zone, userId: 1 },
  );
  expect(v.safeParse(phonecallCommands.create.params, params).success).toBe(true);
  expect(params).toMatchObject({
    direction: 1,
    receivedBy: 1,
    timestamp: '2026-11-26T08:41:00.000Z',
    duration: 252,
    callbackUntil: '2026-11-26T11:00:00.000Z',
    idoLinkings: [{ idoId: 7, idoInstanceId: 1 }],
    phoneCallListId: 5,
  });
});

test('a name without a number, and a time without a callback, are left out', () => {
  expect(
    paramsOf({ ...draft, number: '', name: 'Paul', until: '2026-11-26T12:00' }, { zone: at.zone, userId: 1 }),
  ).toMatchObject({
    newCallerName: '',
    callbackUntil: null,
  });
});

test.each([
  [{}, true],
  [{ number: '' }, true],
  [{ number: '*21#' }, false],
  [{ duration: 'lange' }, false],
])('%o may be sent: %s', (part, valid) => {
  expect(isValid({ ...draft, ...part })).toBe(valid);
});
