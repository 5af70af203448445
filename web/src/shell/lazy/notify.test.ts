import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { sayNew, toldOf } from './notify.ts';

const mail = formatAggregateId({ module: 'email', entryId: 7, userId: 1 });
const note = formatAggregateId({ module: 'note', entryId: 8, userId: 1 });
const { type } = activityEvents.activityAdded;

test.each([
  ['a new mail', type, true, ['email:7']],
  ['a new mail, of which nobody wants to hear', type, false, []],
  ['a mail that has changed', activityEvents.activityChanged.type, true, []],
])('%s', (_, of, isOn, keys) => {
  const event = { type: of, payload: { aggregateIds: [mail, note] } };
  expect(toldOf(event, { notificationsMailEnabled: isOn })).toEqual(keys);
});

const row = (contact: string) => ({ contact, information: 'Angebot' });
test.each([
  ['one', [row('Paul')], true, { title: 'Paul', body: 'Angebot' }],
  ['several', [row('Paul'), row('Ida')], true, { title: '2 neue E-Mails', body: 'Paul, Ida' }],
  ['several, in English', [row('Paul'), row('Ida')], false, { title: '2 new emails', body: 'Paul, Ida' }],
])('what is said of %s', (_, rows, isGerman, said) => expect(sayNew(rows, isGerman)).toEqual(said));
