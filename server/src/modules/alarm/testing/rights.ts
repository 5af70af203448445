import type { alarmCommands, alarmQueries } from '@kontor/contract/alarm';
import { pushCommands, type pushQueries } from '@kontor/contract/settings';
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
  // Of one's own session; that of another's is told of by the tests of pushes.
  'push.test': all('200', async ({ clients }) => {
    const known = JSON.parse(pushCommands.registerToken.example.params.deviceToken) as object;
    for (const [member, client] of Object.entries(clients))
      await client.command('push.registerToken', {
        deviceToken: JSON.stringify({ ...known, endpoint: `https://push.example/send/${member}` }),
      });
    return {};
  }),
  'push.testState': all(NONE),
  'push.testArrived': all('200'),
} satisfies Record<
  Named<typeof alarmQueries> | Named<typeof alarmCommands> | Named<typeof pushQueries> | Named<typeof pushCommands>,
  Row
>;
