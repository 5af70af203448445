import { formatAggregateId } from '@kontor/contract/kernel';
import type { TaskLine } from '@kontor/contract/task';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { seedItem } from '../activity/factory.ts';
import { seedRecord } from '../record/factory.ts';
import { seedTask } from './factory.ts';
import { GONE, NO, codeOf, details, edit, list, numberOf, openTasks, save, see, titles } from './testing/fixture.ts';

const { server, instance, ids, anna, ben, carla, emil, there, tryMake, make, as, state } = await openTasks();
afterAll(() => server.close());

const DAY_MS = 86_400_000;
/** A day by the clock of the server, which tests move. */
const dayOf = (days: number) => new Date(server.platform.now() + days * DAY_MS).toISOString().slice(0, 10);
const extras = async (id: string) => (await details(anna, id)).entry.extras;

describe('sub-tasks', () => {
  test('are parts of a task that their maker writes in, and are counted', async () => {
    const whole = await make(anna, { title: 'Umzug' });
    const one = await make(anna, { title: 'Kisten', parentId: numberOf(whole) });
    const two = await make(anna, { title: 'Wagen' });
    await anna.command('task.move', { aggregateId: two, parentId: numberOf(whole) });
    await state(anna, [one], 'ready');
    expect(await extras(whole)).toMatchObject({ subtasks: 2, subtasksDone: 1 });
    expect((await details(anna, whole)).subtasks).toMatchObject([
      { title: 'Kisten', status: 3 },
      { title: 'Wagen', status: 2 },
    ]);
    expect((await details(anna, one)).parent).toMatchObject({ title: 'Umzug' });
    await anna.command('activity.delete', { aggregateIds: [one] });
    expect(await extras(whole)).toMatchObject({ subtasks: 1, subtasksDone: 0 });
    await anna.command('activity.restore', { aggregateIds: [one] });
    await anna.command('task.move', { aggregateId: two, parentId: null });
    expect(await extras(whole)).toMatchObject({ subtasks: 1, subtasksDone: 1 });
    expect((await details(anna, two)).parent).toBeNull();
  });

  test('are not of what one does not see or write in, of a note, or of themselves', async () => {
    const [mine, hers] = [await make(anna), await make(carla)];
    const read = await make(carla, { alarmConfig: { notifiableUserIds: [ids.anna] } });
    const note = await make(anna, { moduleLayout: 'note' });
    const within = async (id: string, parent: string) =>
      codeOf(anna.tryCommand('task.move', { aggregateId: id, parentId: numberOf(parent) }));
    expect([await within(mine, hers), await within(mine, read), await within(mine, note)]).toEqual([GONE, NO, GONE]);
    expect(await codeOf(tryMake(anna, { parentId: numberOf(hers) }))).toBe(GONE);
    const [a, b, c] = [await make(anna), await make(anna), await make(anna)];
    expect([await within(b, a), await within(c, b)]).toEqual(['200', '200']);
    const ring = '422 TASK_WAITS_FOR_ITSELF';
    expect([await within(a, c), await within(a, a)]).toEqual([ring, ring]);
  });

  test('of others are seen by their own people alone', async () => {
    const whole = await make(anna, { responsibleUserId: ids.ben });
    await make(anna, { parentId: numberOf(whole), title: 'nur Anna' });
    expect((await details(ben, as('ben', whole))).subtasks).toEqual([]);
    expect((await details(anna, whole)).subtasks).toHaveLength(1);
  });

  test('two who close a ring at once close none', async () => {
    const [a, b] = [await make(anna), await make(anna)];
    const moved = await Promise.all([
      codeOf(anna.tryCommand('task.move', { aggregateId: a, parentId: numberOf(b) })),
      codeOf(anna.tryCommand('task.move', { aggregateId: b, parentId: numberOf(a) })),
    ]);
    expect(moved.toSorted((x, y) => x.localeCompare(y))).toEqual(['200', '422 TASK_WAITS_FOR_ITSELF']);
  });

  test('are five hundred at most', async () => {
    const whole = await make(anna);
    const parentId = numberOf(whole);
    for (let at = 0; at < 500; at += 1) await seedTask(server.change, instance, { userId: ids.anna, parentId });
    expect(await codeOf(tryMake(anna, { parentId }))).toBe('422 TASK_TOO_MANY_SUBTASKS');
    expect((await details(anna, whole)).subtasks).toHaveLength(500);
  });
});

describe('waiting', () => {
  test('is known as long as one of those that are waited for is not done', async () => {
    const [first, other, last] = [await make(anna), await make(anna), await make(anna)];
    await save(anna, last, { waitsFor: [numberOf(first), numberOf(other)] });
    expect(await extras(last)).toMatchObject({ waits: true });
    await state(anna, [first], 'ready');
    expect(await extras(last)).toMatchObject({ waits: true });
    await anna.command('activity.delete', { aggregateIds: [other] });
    expect(await extras(last)).toMatchObject({ waits: false });
    await state(anna, [first], 'seen');
    expect(await extras(last)).toMatchObject({ waits: true });
  });

  test('is in no ring, and for nothing that one does not see', async () => {
    const [a, b, c, hers] = [await make(anna), await make(anna), await make(anna), await make(carla)];
    await save(anna, a, { waitsFor: [numberOf(b)] });
    await save(anna, b, { waitsFor: [numberOf(c)] });
    const ring = '422 TASK_WAITS_FOR_ITSELF';
    expect(await codeOf(edit(anna, c, { waitsFor: [numberOf(a)] }))).toBe(ring);
    expect(await codeOf(edit(anna, c, { waitsFor: [numberOf(c)] }))).toBe(ring);
    expect(await codeOf(edit(anna, c, { waitsFor: [numberOf(hers)] }))).toBe(GONE);
    expect(await codeOf(edit(anna, c, { waitsFor: [999_999] }))).toBe(GONE);
  });

  test('for what somebody else does not see stays where they save', async () => {
    const [first, last] = [await make(anna), await make(anna, { responsibleUserId: ids.ben })];
    await save(anna, last, { waitsFor: [numberOf(first)] });
    expect((await details(ben, as('ben', last))).waitsFor).toEqual([]);
    await save(ben, as('ben', last), { title: 'Von Ben' });
    expect((await details(anna, last)).waitsFor).toHaveLength(1);
  });

  test('for what somebody else does not see is not in their history either', async () => {
    const [hers, theirs, last] = [
      await make(anna),
      await make(anna, { responsibleUserId: ids.ben }),
      await make(anna, { responsibleUserId: ids.ben }),
    ];
    const waits = async (by: TestClient, aggregateId: string) =>
      (
        await by.query<{ differences: { field: string; before: unknown; after: unknown }[] }[]>('activity.history', {
          aggregateId,
        })
      ).flatMap(({ differences }) => differences.filter(({ field }) => field === 'waitsFor'));
    await save(anna, last, { waitsFor: [numberOf(hers)] });
    expect(await waits(anna, last)).toMatchObject([{ before: [], after: [numberOf(hers)] }]);
    expect(await waits(ben, as('ben', last))).toEqual([]);
    expect(JSON.stringify((await details(ben, as('ben', last))).historyEntries)).not.toContain(String(numberOf(hers)));
    await save(anna, last, { waitsFor: [numberOf(hers), numberOf(theirs)] });
    expect((await waits(anna, last))[0]?.after).toEqual([numberOf(hers), numberOf(theirs)]);
    expect(await waits(ben, as('ben', last))).toMatchObject([{ before: [], after: [numberOf(theirs)] }]);
    const { historyEntries } = await details(ben, as('ben', last));
    expect(historyEntries.find(({ key }) => key === 'waitsFor')?.value).toBe(String(numberOf(theirs)));
  });
});

describe('a lock', () => {
  test('keeps others from writing until it is given free or taken over', async () => {
    const id = await make(anna, { responsibleUserId: ids.ben });
    const bens = as('ben', id);
    const { lockConfig } = await anna.command<{ lockConfig: object }>('task.lock', { aggregateId: id });
    expect(lockConfig).toMatchObject({ locked: true, userId: ids.anna, userDisplayName: 'anna Test' });
    expect((await details(ben, bens)).lockConfig).toEqual(lockConfig);
    const refused = await edit(ben, bens, { title: 'x' });
    expect([refused.status, refused.body.code, (refused.body as unknown as { data: object }).data]).toEqual([
      409,
      'TASK_LOCKED',
      lockConfig,
    ]);
    expect(await codeOf(ben.tryCommand('task.lock', { aggregateId: bens }))).toBe('409 TASK_LOCKED');
    await ben.command('task.unlock', { aggregateId: bens });
    expect((await details(ben, bens)).lockConfig.locked).toBe(true);
    await save(anna, id, { title: 'Anna darf' });
    const stomp = await StompPeer.as(anna);
    await ben.command('task.lock', { aggregateId: bens, takesOver: true });
    expect(await stomp.event()).toMatchObject({
      type: 'activity.changed',
      payload: { keys: expect.arrayContaining([`task:${numberOf(id)}`]) },
    });
    stomp.close();
    expect(await codeOf(edit(anna, id, { title: 'x' }))).toBe('409 TASK_LOCKED');
    await ben.command('task.unlock', { aggregateId: bens });
    expect((await details(anna, id)).lockConfig).toMatchObject({ locked: false, userId: null });
  });

  test('ends with the session of who has it', async () => {
    const id = await make(anna, { responsibleUserId: ids.ben });
    const elsewhere = await server.client(instance, 'ben');
    await elsewhere.command('task.lock', { aggregateId: as('ben', id) });
    expect(await codeOf(edit(anna, id, { title: 'x' }))).toBe('409 TASK_LOCKED');
    await elsewhere.send('/auth/logout', {
      method: 'POST',
      headers: elsewhere.headers({ 'Content-Type': 'application/json' }),
      body: '{}',
    });
    expect(await codeOf(edit(anna, id, { title: 'x' }))).toBe('200');
  });

  test('ends a quarter of an hour after the last save', async () => {
    const id = await make(anna, { responsibleUserId: ids.ben });
    await ben.command('task.lock', { aggregateId: as('ben', id) });
    server.advance(10 * 60_000);
    await save(ben, as('ben', id), { title: 'noch da' });
    server.advance(10 * 60_000);
    expect(await codeOf(edit(anna, id, { title: 'x' }))).toBe('409 TASK_LOCKED');
    server.advance(6 * 60_000);
    expect(await codeOf(edit(anna, id, { title: 'x' }))).toBe('200');
  });
});

describe('lists', () => {
  test('begin with what comes up first, without what is archived', async () => {
    await make(carla, { title: 'spät', fixedMaturityDate: dayOf(400), forerunTime: 86_400 });
    const [soon, gone] = [
      await make(carla, { title: 'bald', fixedMaturityDate: dayOf(398) }),
      await make(carla, { title: 'archiviert', fixedMaturityDate: dayOf(399) }),
    ];
    await carla.command('activity.archive', { aggregateIds: [gone] });
    const found = (await titles(carla)).filter((title) => ['spät', 'bald', 'archiviert'].includes(title));
    expect(found).toEqual(['bald', 'spät']);
    expect(await titles(carla, { archived: true })).toContain('archiviert');
    const [entry] = (await list(carla)).filter(({ aggregateId }) => numberOf(aggregateId) === numberOf(soon));
    const start = Date.parse(new Date(`${dayOf(398)}T00:00:00`).toISOString()) / 1000;
    expect(Math.abs((entry?.timestamp ?? 0) - start)).toBeLessThanOrEqual(2 * 3600);
  });

  test('are cut by favourites, what is overdue, given away, repeats, or has a tag', async () => {
    const due = { fixedMaturityDate: dayOf(-2) };
    const favorite = await make(ben, { title: 'Liebling' });
    await make(ben, { title: 'überfällig', ...due });
    const done = await make(ben, { title: 'fertig', ...due });
    await state(ben, [done], 'ready');
    await make(ben, { title: 'vergeben', responsibleUserId: ids.carla, ownerUserId: ids.ben });
    await make(ben, { title: 'selbst', ownerUserId: ids.ben });
    await make(ben, { title: 'wöchentlich', fixedMaturityDate: dayOf(2), repetitionConfig: { type: 'weekly' } });
    await make(ben, { title: 'markiert', tags: ["O'Neill \\ %", 'zwei'] });
    const stomp = await StompPeer.as(ben);
    await ben.command('task.favor', { aggregateId: favorite, favored: true });
    expect(await stomp.event()).toMatchObject({
      type: 'task.changed',
      payload: { keys: ['taskFavorites', `task:${numberOf(favorite)}`] },
    });
    stomp.close();
    const cut = (customFilter: string, more: object = {}) => titles(ben, { customFilter, ...more });
    expect(await cut('favorites')).toEqual(['Liebling']);
    expect((await cut('overdue')).toSorted((a, b) => a.localeCompare(b))).toEqual(['überfällig']);
    expect(await cut('given')).toEqual(['vergeben']);
    expect(await cut('repeating')).toEqual(['wöchentlich']);
    expect(await cut("tag:O'Neill \\ %")).toEqual(['markiert']);
    expect(await cut('tag:keines')).toEqual([]);
    expect(await cut('favorites', { searchTerm: 'liebling' })).toEqual(['Liebling']);
    expect(await codeOf(ben.tryQuery('task.items', { customFilter: 'other' }))).toBe('422 PARAMETERS_INVALID');
    expect((await list(ben, { customFilter: 'favorites' }))[0]?.extras['favored']).toBe(true);
    await ben.command('task.favor', { aggregateId: favorite, favored: false });
    expect(await cut('favorites')).toEqual([]);
    expect((await details(ben, favorite)).favoriteButton.favored).toBe(false);
  });

  test('notes are a list of their own', async () => {
    await make(carla, { moduleLayout: 'note', title: 'Notiz' });
    const notes = await carla.query<{ information: string; moduleName: string }[]>('note.items', { view: 'all' });
    expect(notes).toMatchObject([{ information: 'Notiz', moduleName: 'note' }]);
    expect(await titles(carla)).not.toContain('Notiz');
    expect(await emil.query('note.items', { view: 'all' })).toEqual([]);
  });

  test('tasks are searched by words of their titles, and tags by their use', async () => {
    const names = ['Angebot 100% Werft', 'Ange\u00adbot\u200b Kran', 'Rechnung'];
    const made = [];
    for (const title of names) made.push(await make(there, { title, tags: title === 'Rechnung' ? ['b'] : ['a', 'b'] }));
    await there.command('activity.setState', { aggregateIds: [made[0]], state: 'ready' });
    const found = async (query: string) =>
      (await there.query<TaskLine[]>('task.search', { query })).map(({ title }) => title);
    expect(await found('angebot')).toEqual(['Ange\u00adbot\u200b Kran', 'Angebot 100% Werft']);
    expect(await found('ang\u00adebot kran')).toEqual(['Ange\u00adbot\u200b Kran']);
    expect(await found('werft 100%')).toEqual(['Angebot 100% Werft']);
    expect(await found('100_')).toEqual([]);
    expect(await found('')).toHaveLength(3);
    expect(await there.query('task.tags')).toEqual(['b', 'a']);
  });
});

describe('what a task is made of', () => {
  test('is kept as it says it, fills in what was not said, and is a link to it', async () => {
    const entryId = await seedItem(server.change, instance, { userIds: [ids.anna] });
    const origin = formatAggregateId({ module: 'email', entryId, userId: ids.anna });
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const activityLink = {
      aggregateId: origin,
      title: base64('Lieferschein fehlt – dringend'),
      contact: 'Paul Neumann',
      content: base64('Guten Tag,\n\nbitte <bald>\nsenden.'),
      originTimestamp: 1_795_219_200,
      responsibleUserId: ids.ben,
      titleIsBase64: true,
      contentIsBase64: true,
    };
    const id = await make(anna, { title: '', activityLink });
    expect(await details(anna, id)).toMatchObject({
      title: 'Lieferschein fehlt – dringend',
      content: '<p>Guten Tag,</p><p>bitte &lt;bald&gt;<br />senden.</p>',
      activityLink: {
        aggregateId: origin,
        title: 'Lieferschein fehlt – dringend',
        contact: 'Paul Neumann',
        originTimestamp: 1_795_219_200,
        responsibleUserId: ids.ben,
        titleIsBase64: false,
      },
      related: [{ aggregateId: origin, role: 'from', information: 'Lieferschein fehlt' }],
    });
    const named = await make(anna, { title: 'Eigener', content: '<p>x</p>', activityLink });
    expect(await details(anna, named)).toMatchObject({ title: 'Eigener', content: '<p>x</p>' });
    const link = (more: object) => codeOf(tryMake(anna, { activityLink: { ...activityLink, ...more } }));
    expect(await link({ title: 'kein base64!' })).toBe('422 PARAMETERS_INVALID');
    expect(await link({ content: Buffer.from([0xff, 0xfe, 0x41]).toString('base64') })).toBe('422 PARAMETERS_INVALID');
    expect(await link({ title: base64('a\0b') })).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(tryMake(ben, { activityLink }))).toBe(GONE);
    expect(await codeOf(tryMake(there, { activityLink }))).toBe(GONE);
  });

  test('records link it, and archive it by that', async () => {
    const record = await seedRecord(server.change, instance, { values: { name: 'Neumann GmbH' } });
    const id = await make(anna, { idoLinkings: [record] });
    expect(await details(anna, id)).toMatchObject({
      links: [{ idoId: record.idoId, displayName: 'Neumann GmbH' }],
      entry: { archived: true, idoCount: 1 },
    });
    const missing = { idoLinkings: [{ ...record, idoId: 999_999 }] };
    expect(await codeOf(tryMake(anna, missing))).toBe(GONE);
  });
});

describe('delaying', () => {
  test('is by the calendar: the same time of the clock in summer and winter, its reminders with it', async () => {
    const zone = 'Europe/Berlin';
    const alarmConfig = { date: '2027-03-26T08:00:00.000Z', notifiable: true };
    const id = await make(anna, { zone, fixedMaturityDate: '2027-03-27T09:00:00.000Z', alarmConfig });
    await anna.command('task.delayOneDay', { aggregateId: id });
    expect(await details(anna, id)).toMatchObject({
      fixedMaturityDate: '2027-03-28T08:00:00.000Z',
      alarmConfig: { date: '2027-03-27T08:00:00.000Z' },
      aggregateVersion: 2,
    });
    expect(await anna.command('task.delayOneWeek', { aggregateId: id })).toEqual({ aggregateVersion: 3 });
    expect((await details(anna, id)).fixedMaturityDate).toBe('2027-04-04T08:00:00.000Z');
  });

  test('counts from today where it is over, or was never due', async () => {
    const over = await make(anna, { zone: 'UTC', fixedMaturityDate: '2026-01-05' });
    await anna.command('task.delayOneDay', { aggregateId: over });
    expect((await details(anna, over)).fixedMaturityDate).toBe(dayOf(1));
    const never = await make(anna, { zone: 'UTC' });
    await anna.command('task.delayOneWeek', { aggregateId: never });
    expect((await details(anna, never)).fixedMaturityDate).toBe(dayOf(7));
  });
});

describe('destroying', () => {
  const post = (by: typeof anna, body: string, type = 'application/json', headers: Record<string, string> = {}) =>
    by.send<{ code: string }>('/task/task/destroy', {
      method: 'POST',
      headers: by.headers({ 'Content-Type': type, ...headers }),
      body,
    });

  test('is the same by command and by the endpoint, as JSON and as a form', async () => {
    const made = [await make(anna), await make(anna), await make(anna)];
    await anna.command('task.destroy', { aggregateId: made[0] });
    const json = await post(anna, JSON.stringify({ aggregateId: made[1], saveType: 'withoutRepetition' }));
    const form = new URLSearchParams({ aggregateId: made[2] ?? '', saveType: 'withoutRepetition' }).toString();
    const sent = await post(anna, form, 'application/x-www-form-urlencoded');
    expect([json.status, json.body, sent.status]).toEqual([204, '', 204]);
    for (const id of made) expect((await details(anna, id)).entry.trashed).toBe(true);
  });

  test('happens once for one process id', async () => {
    const id = await make(anna);
    const body = JSON.stringify({ aggregateId: id, processId: randomUUID() });
    expect((await post(anna, body)).status).toBe(204);
    await anna.command('activity.restore', { aggregateIds: [id] });
    expect((await post(anna, body)).status).toBe(204);
    expect((await details(anna, id)).entry.trashed).toBe(false);
  });

  test('is refused as the command is', async () => {
    const id = await make(anna, { alarmConfig: { notifiableUserIds: [ids.carla] } });
    const code = async (by: typeof anna, body: object) => {
      const answer = await post(by, JSON.stringify(body));
      return `${answer.status} ${answer.body.code}`;
    };
    expect([
      await code(carla, { aggregateId: as('carla', id) }),
      await code(ben, { aggregateId: as('ben', id) }),
      await code(there, { aggregateId: id }),
      await code(anna, { aggregateId: 'x' }),
      await code(anna, { aggregateId: id, saveType: 'some' }),
      await code(anna, { aggregateId: id, processId: 'x' }),
      await code(anna, {}),
    ]).toEqual([NO, GONE, GONE, ...Array.from({ length: 4 }, () => '422 PARAMETERS_INVALID')]);
    expect((await post(anna, '{"aggregateId":', 'application/json')).status).toBe(400);
    expect((await post(anna, 'x', 'text/plain')).status).toBe(422);
    expect(await see(anna, id)).toBe('200');
  });
});
