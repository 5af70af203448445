import type { alarmCommands, alarmQueries } from '@kontor/contract/alarm';
import type { pushCommands, pushQueries } from '@kontor/contract/settings';
import { MAIL, NONE, all, row, type Row } from '../../../testing/rights/rows.ts';

type Named<G extends Record<string, { name: string }>> = G[keyof G]['name'];

/** Alarms are of those for whom they were set; devices of who has signed in on them. */
export const OPERATIONS = {
  'alarm.unconfirmed': row(['200', '200', '200', MAIL, '200'], async (fixture) => {
    await fixture.newAlarm();
    return {};
  }),
  'alarm.background': row(['200', '200', '200', MAIL, '200'], async (fixture) => {
    await fixture.newAlarm();
    return {};
  }),
  'alarm.delay': row([NONE, NONE, NONE, '200', NONE], (fixture) => fixture.newAlarm()),
  'alarm.snooze': row([NONE, NONE, NONE, '200', NONE], (fixture) => fixture.newAlarm()),
  'push.configuration': all('200'),
  'push.registerToken': all('200'),
  'push.deleteToken': all('200'),
} satisfies Record<
  Named<typeof alarmQueries> | Named<typeof alarmCommands> | Named<typeof pushQueries> | Named<typeof pushCommands>,
  Row
>;
