import type { ListEntry } from '@kontor/contract/activity';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailParser } from '../../../../platform/mailparse/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { TEST_PASSWORD } from '../../../../testing/server.ts';
import { StompPeer } from '../../../../testing/stomp.ts';
import { rawMail } from '../../testing/factory.ts';
import { importMail, importTarget } from '../../index.ts';
import { codeOf } from '../../writing/testing/fixture.ts';
import { anna, ben, carla, dora, ids, info, instance, server } from '../rules/testing/rule-fixture.ts';
import {
  HOUR_MS,
  absences,
  at,
  comes,
  details,
  end,
  mine,
  save,
  sweep,
  useAbsenceFixture,
} from './testing/absence-fixture.ts';

useAbsenceFixture();

/** May write mails and read none. */
let fritz: TestClient;
/** May read mails and write none. */
let gerd: TestClient;
let parser: MailParser;
beforeAll(async () => {
  parser = new MailParser({ processes: 1 });
  ids['fritz'] = await server.person(instance, 'fritz', { rights: ['createMail'] });
  ids['gerd'] = await server.person(instance, 'gerd', { rights: ['mailList'] });
  [fritz, gerd] = [await server.client(instance, 'fritz'), await server.client(instance, 'gerd')];
});
afterAll(() => parser.close());

const ofAnna = async (by: TestClient) => (await absences(by)).find(({ userId }) => userId === ids['anna']);

describe('an absence', () => {
  test('is the person’s whole, and for others who is away until when', async () => {
    expect((await save(anna, { content: '<p>Bin weg</p><script>1</script>' })).body.data).toEqual({ version: 1 });
    expect(await ofAnna(anna)).toMatchObject({
      accountId: null,
      subject: 'Abwesend',
      content: '<p>Bin weg</p>',
      innerContent: '',
      answers: true,
      substituteId: ids['dora'],
      name: 'anna Test',
      substituteName: 'dora Test',
      changeable: true,
      version: 1,
    });
    expect(await ofAnna(ben)).toMatchObject({ content: '', subject: '', name: 'anna Test', changeable: false });
  });

  test('that is to come is nothing that others know of, but for administrators', async () => {
    await save(ben, { userId: ids['ben'], startsAt: at(HOUR_MS) });
    const ofBen = async (by: TestClient) => (await absences(by)).filter(({ userId }) => userId === ids['ben']);
    expect(await ofBen(ben)).toHaveLength(1);
    expect(await ofBen(carla)).toEqual([]);
    expect(await ofBen(anna)).toMatchObject([{ changeable: true, subject: 'Abwesend' }]);
  });

  test('of an account is that of who manages it', async () => {
    const whose = { userId: null, accountId: info.accountId };
    expect(await codeOf(save(ben, whose))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(save(carla, whose))).toBe('404 NOT_FOUND');
    expect(await codeOf(save(anna, whose))).toBe('200');
    expect((await absences(anna)).map(({ name }) => name)).toEqual(['info@nordwerk.example']);
    expect(await absences(ben)).toEqual([]);
    expect(await codeOf(end(ben, whose))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(end(anna, whose))).toBe('200');
  });

  test('of another is the administrators’', async () => {
    expect(await codeOf(save(ben, { userId: ids['carla'] }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(save(anna, { userId: ids['carla'] }))).toBe('200');
    expect(await codeOf(end(ben, { userId: ids['carla'] }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(end(carla, { userId: ids['carla'] }))).toBe('200');
    expect(await codeOf(save(anna, { userId: 99_999 }))).toBe('404 NOT_FOUND');
    expect(await codeOf(save(fritz, { userId: ids['fritz'] }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(fritz.tryQuery('mail.absences', {}))).toBe('403 RIGHT_MISSING');
    // Who may not write has nothing answered, and may be away all the same.
    expect(await codeOf(save(gerd, { userId: ids['gerd'] }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(save(gerd, { userId: ids['gerd'], answers: false }))).toBe('200');
  });

  test.each([
    [
      'without a time',
      { endsAt: '2026-11-22T00:00:00.000Z', startsAt: '2026-11-22T00:00:00.000Z' },
      '422 ABSENCE_TIME',
    ],
    ['that is past', { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2020-02-01T00:00:00.000Z' }, '422 ABSENCE_TIME'],
    [
      'of over a year',
      { startsAt: '2030-01-01T00:00:00.000Z', endsAt: '2031-02-01T00:00:00.000Z' },
      '422 ABSENCE_TIME',
    ],
    ['of nobody', { userId: null }, '422 PARAMETERS_INVALID'],
    ['of two', { accountId: 1 }, '422 PARAMETERS_INVALID'],
    ['in no time at all', { startsAt: 'morgen' }, '422 PARAMETERS_INVALID'],
    ['that was called off', { aggregateVersion: 3 }, '404 NOT_FOUND'],
    ['in the hands of nobody', { substituteId: 99_999 }, '404 NOT_FOUND'],
  ])('%s is none', async (_what, more, code) => {
    expect(await codeOf(save(anna, more))).toBe(code);
    expect(await absences(anna)).toEqual([]);
  });

  test('is in the hands of somebody else, who reads mails and is there', async () => {
    for (const name of ['anna', 'fritz'])
      expect(await codeOf(save(anna, { substituteId: ids[name] }))).toBe('422 ABSENCE_SUBSTITUTE');
    await save(ben, { userId: ids['ben'], startsAt: at(HOUR_MS), endsAt: at(3 * HOUR_MS) });
    expect(await codeOf(save(anna, { substituteId: ids['ben'] }))).toBe('422 ABSENCE_SUBSTITUTE');
    const before = { substituteId: ids['ben'], endsAt: at(HOUR_MS / 2) };
    expect(await codeOf(save(anna, before))).toBe('200');
    // Whom it names already may stay as long as it is not made longer.
    expect(await codeOf(save(anna, { ...before, aggregateVersion: 1, endsAt: at(HOUR_MS * 2) }))).toBe(
      '422 ABSENCE_SUBSTITUTE',
    );
  });

  test('that somebody else has changed is not written over', async () => {
    await save(anna);
    const { status, body } = await save(anna, { subject: 'Anders' });
    expect([status, body]).toMatchObject([
      409,
      { code: 'VERSION_CONFLICT', data: { version: 1, subject: 'Abwesend' } },
    ]);
    expect((await save(anna, { subject: 'Anders', aggregateVersion: 1 })).body.data).toEqual({ version: 2 });
    const both = await Promise.all([save(anna, { aggregateVersion: 2 }), save(anna, { aggregateVersion: 2 })]);
    expect(new Set(both.map(({ status: code }) => code))).toEqual(new Set([200, 409]));
  });

  test('is called off before it begins, and ended once it has', async () => {
    expect(await codeOf(end(anna))).toBe('404 NOT_FOUND');
    await save(anna, { startsAt: at(HOUR_MS) });
    expect(await codeOf(end(anna))).toBe('200');
    expect(await absences(anna)).toEqual([]);
    await save(anna);
    expect(await codeOf(end(anna))).toBe('200');
    expect(await codeOf(end(anna))).toBe('404 NOT_FOUND');
    expect(await ofAnna(ben)).toBeUndefined();
    expect(new Date((await ofAnna(anna))?.endsAt ?? '').getTime()).toBeLessThanOrEqual(server.platform.now());
    // What is over makes way for another.
    expect((await save(anna)).status).toBe(200);
  });

  test('is told to all, and stands in the log with who stands in', async () => {
    const ears = await StompPeer.as(ben, ['/topic/event.session.changed']);
    await save(anna);
    expect(await ears.event()).toMatchObject({ type: 'session.changed', payload: { keys: ['mailAbsences'] } });
    ears.close();
    const { entries } = await anna.query<{ entries: object[] }>('account.auditLog', { kinds: ['mailbox.changed'] });
    expect(entries.slice(0, 1)).toMatchObject([
      { subject: 'anna Test', details: { absence: 'saved', substitute: 'dora Test' } },
    ]);
  });
});

describe('by the clock', () => {
  /** So much later, and signed in. */
  const later = async (ms: number) => {
    server.advance(ms);
    for (const [name, client] of Object.entries({ anna, ben, dora })) await client.signIn(name, TEST_PASSWORD);
  };
  const seenBy = async (by: TestClient, subject: string): Promise<readonly ListEntry[]> =>
    by.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: subject }, { format: 'json', limit: 1000 });

  test('what was unfinished is the substitute’s from the beginning to the end, and is handed over', async () => {
    const parts = { platform: server.platform, change: server.change, parser };
    const target = await importTarget(parts, instance, mine.boxId);
    if (target === undefined) throw new Error('No mailbox');
    const mailIds: number[] = [];
    const come = async (n: number) => {
      const raw = Buffer.from(rawMail({ subject: `Altlast ${n}`, from: `Paul <p${n}@werft.example>` }));
      return (await importMail(parts, instance, target, { raw, status: n < 20 ? 3 : 1 })).mailId;
    };
    for (let n = 0; n < 230; n += 10)
      mailIds.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => come(n + index)))));
    await save(anna, { startsAt: at(HOUR_MS), endsAt: at(2 * HOUR_MS) });
    await sweep();
    expect(await seenBy(dora, 'Altlast')).toEqual([]);
    await later(HOUR_MS + 1000);
    await sweep();
    await expect.poll(() => seenBy(dora, 'Altlast')).toHaveLength(210);
    expect((await seenBy(dora, 'Altlast')).every(({ extras }) => extras['substituteFor'] === 'anna Test')).toBe(true);
    expect((await seenBy(anna, 'Altlast')).some(({ extras }) => typeof extras['substituteFor'] === 'string')).toBe(
      false,
    );
    const one = async (by: TestClient) =>
      (await seenBy(by, 'Altlast')).find(({ information }) => information === 'Altlast 100');
    const done = await one(dora);
    await dora.command('activity.setState', { aggregateIds: [done?.aggregateId], state: 'ready' });
    expect((await one(anna))?.status).toBe(3);
    const handed = () =>
      anna.query<{ subject: string; status: number; contact: string; answeredBy: string | null }[]>(
        'mail.handover',
        {},
      );
    expect(await handed()).toHaveLength(210);

    await later(HOUR_MS);
    await sweep();
    await expect.poll(() => seenBy(dora, 'Altlast')).toEqual([]);
    expect(await codeOf(details(dora, 'dora', mailIds[100] ?? 0))).toBe('404 NOT_FOUND');
    expect(await seenBy(anna, 'Altlast')).toHaveLength(230);
    const after = await handed();
    expect(after).toHaveLength(210);
    expect(after.filter(({ status }) => status === 3)).toMatchObject([{ subject: 'Altlast 100', answeredBy: null }]);

    // Planning the next one takes nothing of it away; calling that off neither.
    await save(anna, { startsAt: at(HOUR_MS) });
    expect(await handed()).toHaveLength(210);
    await end(anna);
    expect(await handed()).toHaveLength(210);
    await save(anna);
    expect((await handed()).some(({ status }) => status === 3)).toBe(false);
    await later(-2 * HOUR_MS - 1000);
  });

  test('a handover is one’s own, or that of administrators, who see nothing of mails that are not theirs', async () => {
    expect(await anna.query('mail.handover', {})).toEqual([]);
    expect(await codeOf(ben.tryQuery('mail.handover', { userId: ids['anna'] }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(anna.tryQuery('mail.handover', { userId: 99_999 }))).toBe('404 NOT_FOUND');
    expect(await codeOf(fritz.tryQuery('mail.handover', {}))).toBe('403 RIGHT_MISSING');
    await save(anna, { startsAt: at(-120 * 60_000), answers: false });
    await comes();
    const [own] = await anna.query<{ subject: string; contact: string }[]>('mail.handover', {});
    expect(own?.subject).not.toBe('');
    await sql`update app_user set is_administrator = true where instance_id = ${instance.id} and user_id = ${ids['carla']}`.execute(
      server.platform.database.owner,
    );
    const theirs = await carla.query<object[]>('mail.handover', { userId: ids['anna'] });
    expect(theirs[0]).toMatchObject({ subject: '', contact: '', answeredBy: null });
    await sql`update app_user set is_administrator = false where instance_id = ${instance.id} and user_id = ${ids['carla']}`.execute(
      server.platform.database.owner,
    );
  });

  test('whom it passes to instead has it, and who had it until then has it no more', async () => {
    await save(anna, { answers: false });
    const mailId = await comes();
    expect(await codeOf(details(dora, 'dora', mailId))).toBe('200');
    await save(anna, { answers: false, substituteId: ids['carla'], aggregateVersion: 1 });
    await expect.poll(() => codeOf(details(carla, 'carla', mailId))).toBe('200');
    await expect.poll(() => codeOf(details(dora, 'dora', mailId))).toBe('404 NOT_FOUND');
  });
});
