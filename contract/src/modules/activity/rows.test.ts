import { expect, test } from 'vitest';
import { entryOfRow, timeFrameBounds, userCountsOf, type EntryRow } from './index.ts';

const row = (userList: EntryRow['userList'], extras: EntryRow['extras'] = {}): EntryRow => ({
  entryId: 1,
  boxId: 0,
  aggregateVersion: 1,
  moduleName: 'message',
  timestamp: 0,
  status: 2,
  direction: 'outgoing',
  archived: false,
  trashed: false,
  snoozedUntil: null,
  globalized: false,
  idoCount: 0,
  contact: '',
  contactPicture: null,
  information: '',
  channel: '',
  context: '',
  directAccessUser: null,
  userList,
  extras,
});

test.each<[string, EntryRow['userList'], unknown, number]>([
  ['nobody is named', [], undefined, 2],
  ['all that are named are done', [[1, 3]], undefined, 3],
  [
    'not all are',
    [
      [1, 3],
      [2, 1],
    ],
    undefined,
    2,
  ],
  ['those that are named are done, and others are not', [[1, 3]], [1, 0, 60], 2],
  ['all are done, named or not', [[1, 3]], [0, 0, 60], 3],
  ['all have it as New', [[1, 1]], [60, 0, 0], 1],
  ['what is said of the others is none of ours', [[1, 3]], ['many'], 3],
])('how far all are with an item where %s', (_name, userList, userCounts, calculated) => {
  const extras = userCounts === undefined ? {} : { userCounts };
  const bounds = timeFrameBounds(0, 'UTC');
  expect(entryOfRow(row(userList, extras), 1, bounds).groupedStatus.calculated).toBe(calculated);
  expect(userCountsOf(extras) !== undefined).toBe(Array.isArray(userCounts) && userCounts.length === 3);
});
