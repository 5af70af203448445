import { expect, test } from 'vitest';
import { callBeginningOf, dialHref, dialledRecordOf, newCallHref } from './addresses.ts';

const record = { idoId: 7, idoInstanceId: 1 };

test('what a new call begins with is in its address, and read out of it', () => {
  const address = newCallHref('d1', { number: '+49 431 123456', direction: 1, record });
  expect(address).toMatch(/^\/phoneCall\/new\/module\/edit\/true\?draft=d1&number=/);
  expect(callBeginningOf(address.split('?')[1] ?? '')).toEqual({
    draft: 'd1',
    number: '+49 431 123456',
    direction: 1,
    record,
  });
});

test('what makes no sense in it is passed over', () => {
  expect(callBeginningOf('record=x&dir=y')).toEqual({ draft: 'new', number: '', direction: 0, record: undefined });
});

test.each([
  [{ number: '+49431123456' }, '/phoneCallCreate/0/%2B49431123456', undefined],
  [{ number: '110', record }, '/phoneCallCreate/7-1-0/110', { ...record, contactPersonId: undefined }],
  [{ number: '110', record, contactPersonId: 4 }, '/phoneCallCreate/7-1-4/110', { ...record, contactPersonId: 4 }],
])('%o is called at %s', (about, address, read) => {
  expect(dialHref(about)).toBe(address);
  expect(dialledRecordOf(address.split('/')[2] ?? '')).toEqual(read);
});

test.each(['', '0', '7', '7-1', '7-0-1', 'x-1-2', '7-1-2-3'])('%j names nobody', (id) => {
  expect(dialledRecordOf(id)).toBeUndefined();
});
