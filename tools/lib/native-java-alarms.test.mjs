// Runs what the Android app does with pushes about reminders that it may ring by itself. In the full run, where there is a JDK.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrivalOf, isOver } from '../../web/src/device/testing/alarm-arrival.ts';
import { compileJava, isTried, seal, word } from './native-java.mjs';

let java;
beforeAll(() => {
  if (isTried) java = compileJava();
});
afterAll(() => java?.end());

describe.runIf(isTried)('the Android code', () => {
  test('decides about reminders as the tests of the plan suppose', () => {
    const cases = [true, false].flatMap((isTold) =>
      ['NONE', 'SHOWN', 'WAITS', 'PUT_AWAY'].flatMap((own) => [0, 4, 5, 6].map((planned) => [5, isTold, own, planned])),
    );
    expect(java.answers(cases.map((one) => ['alarm', ...one.map(String)]))).toEqual(
      cases.map((one) => arrivalOf(...one)),
    );
    expect([4, 5, 6].map((planned) => isOver(5, planned))).toEqual([true, true, false]);
  });

  test('shows a reminder once, whether the phone rings it or a push', async () => {
    const phone = java.conversation();
    const account = 'nordwerk/anna';
    try {
      const say = (...words) => phone.ask(['phone', ...words]);
      await say('new');
      const said = await say('call', 'keys', word(account));
      const device = {
        point: Buffer.from(/p256dh=([\w-]+)/.exec(said)[1], 'base64url'),
        auth: Buffer.from(/auth=([\w-]+)/.exec(said)[1], 'base64url'),
      };
      await say('register', word(account), word('org.example.up'));
      const [, token] = /REGISTER (\S+) /.exec(await say('sent'));
      const push = (kind, tag, alarms) =>
        say(
          'broadcast',
          'MESSAGE',
          word(token),
          seal(device, JSON.stringify({ kind, tag, badge: 1, ...(alarms && { alarms }) }), 50).toString('base64url'),
        );
      const plan = (...lines) => say('call', 'planAlarms', word(lines.map((line) => line.join('\t')).join('\n')));
      const notice = (tag) => `${account} ${tag}|push_alarm|unfinished 1|alarms|1|0\n`;
      const seen = async () => [await say('rung'), await say('notices')];
      const [now] = [Math.floor(Date.now() / 1000)];

      // Five that the phone rings itself: 11 rings before the push, 12 after it, 13 was put away, 14 has lost its timer, 15 has another time.
      for (const id of [11, 12, 13, 14, 15]) await say('schedule', String(id), word(`words of ${id}`));
      await plan(...[1, 2, 3, 4].map((id) => [account, `task:${id}`, 10 + id, now]), [
        account,
        'task:5',
        15,
        now - 900,
      ]);
      for (const id of [11, 13, 15]) await say('pass', String(id));
      await say('putAway', '13');
      for (const id of [1, 2, 3]) await push('alarm', `alarm:task:${id}`, `task:${id}@${now}`);
      expect(await seen()).toEqual(['{11=words of 11, 12=words of 12, 15=words of 15}', '']);
      await say('pass', '14');
      await say('lose', '14');
      await push('alarm', 'alarm:task:4', `task:4@${now}`);
      await push('alarm', 'alarm:task:5', `task:5@${now}`);
      const shown = notice('alarm:task:4') + notice('alarm:task:5');
      expect(await seen()).toEqual(['{11=words of 11, 12=words of 12}', shown]);
      // None of that comes twice, and a page is told of all of it.
      for (const id of [1, 2, 3, 4, 5]) await push('alarm', `alarm:task:${id}`, `task:${id}@${now}`);
      expect(await seen()).toEqual(['{11=words of 11, 12=words of 12}', shown]);
      const told = await say('call', 'toldAlarms', word(''));
      for (const id of [1, 2, 3, 4, 5]) expect(told).toContain(`${account}\ttask:${id}\t${now}\n`);
      // Many at once are shown as one, if one of them is news.
      const many = (...ids) => ids.map((id) => `task:${id}@${now}`).join(' ');
      await push('alarm', 'alarms', many(1, 2, 3, 4));
      expect((await seen())[1]).toBe(shown);
      await push('alarm', 'alarms', many(1, 2, 3, 6));
      expect((await seen())[1]).toBe(shown + notice('alarms'));
      // What is over goes, whoever has shown it; of an older server, and of a later time, what was said before holds.
      await push('silence', 'alarm:task:1', `task:1@${now}`);
      await push('silence', 'alarm:task:4', `task:4@${now - 60}`);
      await push('silence', 'alarm:task:5', `task:5@${now}`);
      expect(await seen()).toEqual(['{12=words of 12}', notice('alarm:task:4') + notice('alarms')]);
      await push('alarm', 'alarm:task:7');
      expect((await seen())[1]).toContain('alarm:task:7');
      // One that waits is called off, and is news again when it rings after all.
      await say('schedule', '18', word('words of 18'));
      await plan([account, 'task:8', 18, now + 60]);
      await push('silence', 'alarm:task:8', `task:8@${now + 60}`);
      await plan([account, 'task:8', 18, now + 60]);
      await say('pass', '18');
      expect((await seen())[0]).toBe('{12=words of 12}');
      await push('alarm', 'alarm:task:8', `task:8@${now + 60}`);
      expect((await seen())[1]).toContain('alarm:task:8');
    } finally {
      phone.end();
    }
  });
});
