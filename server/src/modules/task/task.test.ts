import { afterAll, describe, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { upload } from '../../testing/upload.ts';
import {
  GONE,
  NO,
  codeOf,
  details,
  edit,
  fieldsOf,
  list,
  numberOf,
  openTasks,
  save,
  see,
  titles,
} from './testing/fixture.ts';

const { server, ids, anna, ben, carla, dora, emil, there, tryMake, make, as, state } = await openTasks();
afterAll(() => server.close());

describe('a task that is begun', () => {
  test('is seen by its maker alone until it is saved; then whose it is gets it as New', async () => {
    const id = await make(anna, { title: '', inactive: true, responsibleUserId: ids.ben });
    expect(await details(anna, id)).toMatchObject({
      aggregateVersion: 1,
      moduleLayout: 'task',
      inactive: true,
      changeable: true,
      responsibleUserId: ids.ben,
      zone: 'Europe/Berlin',
      entry: { status: 2, extras: { inactive: true, userHasWriteAccessToTheTask: true } },
    });
    expect(await see(ben, as('ben', id))).toBe(GONE);
    const stomp = await StompPeer.as(ben);
    expect(await save(anna, id, { title: 'Angebot Werft', content: '<p>Bis Ende der Woche</p>' })).toBe(2);
    expect(await stomp.event()).toMatchObject({ type: 'activity.added' });
    stomp.close();
    const shown = await details(ben, as('ben', id));
    expect(shown).toMatchObject({
      inactive: false,
      changeable: true,
      title: 'Angebot Werft',
      content: '<p>Bis Ende der Woche</p>',
      entry: { status: 1, contact: 'ben Test', information: 'Angebot Werft' },
    });
    expect(shown.allUsers.map(({ ID }) => ID).toSorted((a, b) => a - b)).toEqual([ids.anna, ids.ben]);
    expect(shown.availableUsers.map(({ ID }) => ID)).not.toContain(ids.emil);
  });

  test('is told to nobody while its maker still writes', async () => {
    const id = await make(anna, { title: '', inactive: true, responsibleUserId: ids.ben });
    expect(await save(anna, id, { title: 'Ang', isTyping: true })).toBe(2);
    expect(await details(anna, id)).toMatchObject({ inactive: true, title: 'Ang' });
    expect(await see(ben, as('ben', id))).toBe(GONE);
    expect(await save(anna, id)).toBe(3);
    expect(await details(ben, as('ben', id))).toMatchObject({ inactive: false, entry: { status: 1 } });
  });

  test('is found by its words by those who see it, and by nobody before it is saved', async () => {
    const id = await make(anna, { title: '', inactive: true, responsibleUserId: ids.ben });
    await save(anna, id, { title: 'Kranführer', content: '<p>Seilwinde prüfen</p>', isTyping: true });
    const search = { searchTerm: 'seilwinde', view: 'all' };
    expect([await titles(anna, search), await titles(ben, search)]).toEqual([['Kranführer'], []]);
    await save(anna, id);
    expect([await titles(ben, search), await titles(carla, search)]).toEqual([['Kranführer'], []]);
  });
});

describe('people', () => {
  test('who are named in a task see it, and lose it where they are no more; others get NOT_FOUND', async () => {
    const id = await make(anna, { responsibleUserId: ids.ben });
    expect([await see(ben, as('ben', id)), await see(carla, as('carla', id)), await see(there, id)]).toEqual([
      '200',
      GONE,
      GONE,
    ]);
    await save(anna, id, { responsibleUserId: ids.carla });
    expect([await see(ben, as('ben', id)), await see(carla, as('carla', id))]).toEqual([GONE, '200']);
    expect((await details(carla, as('carla', id))).entry).toMatchObject({ status: 1, contact: 'carla Test' });
    await save(anna, id, { ownerUserId: ids.ben });
    expect(await details(ben, as('ben', id))).toMatchObject({ ownerUserId: ids.ben, changeable: true });
    const { alarmConfig } = fieldsOf(await details(anna, id));
    await save(anna, id, { ownerUserId: 0, alarmConfig: { ...alarmConfig, notifiableUserIds: [ids.dora] } });
    expect([await see(ben, as('ben', id)), await see(dora, as('dora', id))]).toEqual([GONE, '200']);
  });

  test('who are told of a task read it; who is responsible for it or gave it writes', async () => {
    const alarm = { date: null, notifiable: true, ownerDate: null, ownerType: 'never', notifiableUserIds: [ids.carla] };
    const id = await make(anna, { responsibleUserId: ids.ben, alarmConfig: alarm });
    const mine = as('carla', id);
    expect(await details(carla, mine)).toMatchObject({
      changeable: false,
      entry: { extras: { userHasWriteAccessToTheTask: false } },
      alarmConfig: { alarmConfigNotifiableUsers: [{ userId: ids.carla, userDisplayname: 'carla Test' }] },
    });
    const writes = async (by: typeof ben) =>
      (await list(by)).find(({ aggregateId }) => numberOf(aggregateId) === numberOf(id))?.extras[
        'userHasWriteAccessToTheTask'
      ];
    expect([await writes(carla), await writes(ben), await writes(anna)]).toEqual([false, true, true]);
    const codes = [
      await codeOf(edit(carla, mine, { title: 'x' })),
      await codeOf(carla.tryCommand('task.delayOneDay', { aggregateId: mine })),
      await codeOf(carla.tryCommand('task.destroy', { aggregateId: mine })),
      await codeOf(carla.tryCommand('task.unsubscribe', { aggregateId: mine })),
      await codeOf(carla.tryCommand('task.lock', { aggregateId: mine })),
      await codeOf(carla.tryCommand('task.skip', { aggregateId: mine })),
      await codeOf(carla.tryCommand('task.move', { aggregateId: mine, parentId: null })),
      await codeOf(carla.tryCommand('activity.delete', { aggregateIds: [mine] })),
      await codeOf(carla.tryCommand('task.favor', { aggregateId: mine, favored: true })),
    ];
    expect(codes).toEqual([NO, NO, NO, NO, NO, NO, NO, GONE, '200']);
    expect(await codeOf(edit(ben, as('ben', id), { title: 'Neu' }))).toBe('200');
  });

  test('cannot be named who are not there, or see no tasks', async () => {
    const id = await make(anna);
    for (const wrong of [{ responsibleUserId: ids.emil }, { responsibleUserId: 999_999 }, { ownerUserId: ids.emil }]) {
      expect(await codeOf(edit(anna, id, wrong))).toBe(GONE);
      expect(await codeOf(tryMake(anna, wrong))).toBe(GONE);
    }
    expect(await codeOf(tryMake(emil, { moduleLayout: 'note', responsibleUserId: ids.anna }))).toBe('200');
  });

  test('need the right of the layout: without it a task is not there, and none is made', async () => {
    const [task, note] = [await make(anna), await make(anna, { moduleLayout: 'note', responsibleUserId: ids.emil })];
    expect(await codeOf(emil.tryQuery('task.items', { view: 'all' }))).toBe(NO);
    expect(await codeOf(tryMake(emil))).toBe(NO);
    expect(await codeOf(tryMake(dora))).toBe(NO);
    expect(await see(emil, as('emil', note))).toBe('200');
    expect(await see(emil, as('emil', task))).toBe(GONE);
    // The number of a note as one of a task, and the other way round.
    expect(await see(anna, note.replace('module_note', 'module_task'))).toBe(GONE);
    expect(await see(anna, task.replace('module_task', 'module_note'))).toBe(GONE);
    expect(
      await codeOf(
        anna.tryCommand('task.favor', { aggregateId: task.replace('module_task', 'module_note'), favored: true }),
      ),
    ).toBe(GONE);
    const mine = await make(anna, { responsibleUserId: ids.dora });
    expect(await codeOf(edit(dora, as('dora', mine), { title: 'x' }))).toBe(NO);
    expect(await details(dora, as('dora', mine))).toMatchObject({ changeable: false });
  });

  test('whom a text mentions, and who see it, have it as New again, once', async () => {
    const id = await make(anna, { responsibleUserId: ids.ben });
    const bens = as('ben', id);
    await state(ben, [bens], 'seen');
    const mention = (userId: number) => `<p><span data-mention="${userId}">@x</span></p>`;
    await save(anna, id, { content: mention(ids.ben), isTyping: true });
    expect((await details(ben, bens)).entry.status).toBe(2);
    await save(anna, id);
    expect((await details(ben, bens)).entry.status).toBe(1);
    await state(ben, [bens], 'seen');
    await save(anna, id, { content: `${mention(ids.ben)}<p>mehr</p>` });
    expect((await details(ben, bens)).entry.status).toBe(2);
    await save(anna, id, { content: mention(ids.carla) });
    expect(await see(carla, as('carla', id))).toBe(GONE);
  });

  test('who becomes responsible has it as New, also where they saw it before', async () => {
    const id = await make(anna, { responsibleUserId: ids.carla, ownerUserId: ids.ben });
    await state(ben, [as('ben', id)], 'seen');
    await save(anna, id, { responsibleUserId: ids.ben });
    expect((await details(ben, as('ben', id))).entry.status).toBe(1);
    expect((await list(ben, { view: 'mine' })).map(({ aggregateId }) => numberOf(aggregateId))).toContain(numberOf(id));
    expect((await list(anna, { view: 'mine' })).map(({ aggregateId }) => numberOf(aggregateId))).not.toContain(
      numberOf(id),
    );
  });
});

describe('an edit', () => {
  test('says what stands there where it began from another one', async () => {
    const id = await make(anna, { title: 'Eins', responsibleUserId: ids.ben });
    const from = await details(anna, id);
    await save(ben, as('ben', id), { title: 'Zwei', tags: ['Werft'] });
    const { status, body } = await edit(anna, id, { title: 'Drei' }, from);
    expect([status, body.code]).toEqual([409, 'TASK_CONFLICT']);
    const { title, tags, aggregateVersion } = fieldsOf(await details(anna, id));
    expect((body as unknown as { data: object }).data).toMatchObject({ title, tags, aggregateVersion });
    expect([title, aggregateVersion]).toEqual(['Zwei', 2]);
  });

  test('that changes nothing is the same version, however it is written', async () => {
    const id = await make(anna, { fixedMaturityDate: '2027-02-01T09:00:00.000Z', tags: ['b', 'a'] });
    const before = await details(anna, id);
    expect(await save(anna, id)).toBe(1);
    expect(await save(anna, id, { fixedMaturityDate: '2027-02-01T10:00:00+01:00', tags: ['b', 'a', 'b'] })).toBe(1);
    expect((await details(anna, id)).entry.aggregateVersion).toBe(before.entry.aggregateVersion);
  });

  test('changes every field, and its history says so', async () => {
    const [id, first] = [await make(anna, { title: 'Alt' }), await make(anna, { title: 'Vorher' })];
    const changed = {
      title: 'Neu',
      content:
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="true">a</li><li data-type="taskItem" data-checked="false">b</li></ul>',
      responsibleUserId: ids.ben,
      ownerUserId: ids.carla,
      forerunTime: 3600,
      fixedMaturityDate: '2027-02-01T09:00:00.000Z',
      alarmConfig: {
        date: '2027-01-31T09:00:00.000Z',
        notifiable: true,
        ownerDate: '2027-01-30T09:00:00.000Z',
        ownerType: 'always',
        notifiableUserIds: [ids.dora],
      },
      repetitionConfig: { type: 'weekly', cycleTime: 2 },
      tags: ['Werft', 'Angebot'],
      waitsFor: [numberOf(first)],
      zone: 'Europe/London',
    };
    await save(anna, id, changed);
    const shown = await details(anna, id);
    expect(fieldsOf(shown)).toMatchObject(changed);
    expect(shown).toMatchObject({
      occurrence: { number: 1, of: null },
      waitsFor: [{ id: numberOf(first), title: 'Vorher', status: 2 }],
      entry: {
        timestamp: Date.parse('2027-02-01T08:00:00.000Z') / 1000,
        extras: {
          due: '2027-02-01T09:00:00.000Z',
          responsibleUserId: ids.ben,
          repeats: true,
          hasAlarm: true,
          checked: 1,
          checks: 2,
          tags: ['Werft', 'Angebot'],
          waits: true,
        },
      },
    });
    expect((await details(anna, first)).blocks).toMatchObject([{ id: numberOf(id) }]);
    const said = new Map(shown.historyEntries.map(({ key, value }) => [key, value]));
    expect(Object.fromEntries(said)).toMatchObject({
      title: 'Neu',
      content: 'a b',
      responsibleUserId: 'ben Test',
      ownerUserId: 'carla Test',
      fixedMaturityDate: '2027-02-01T09:00:00.000Z',
      repetitionConfig: 'weekly',
      tags: 'Werft, Angebot',
      zone: 'Europe/London',
    });
    expect(shown.historyEntries[0]?.userShortcut).not.toBe('');
    const history = await anna.query<{ differences: { field: string; before: unknown; isHtml: boolean }[] }[]>(
      'activity.history',
      { aggregateId: id },
    );
    expect(history[0]?.differences.find(({ field }) => field === 'content')).toMatchObject({
      before: '',
      isHtml: true,
    });
    // Taken back, its list entry says so.
    await save(anna, id, {
      alarmConfig: { notifiableUserIds: [] },
      tags: [],
      waitsFor: [],
      repetitionConfig: null,
      content: '',
    });
    expect((await details(anna, id)).entry.extras).toMatchObject({
      repeats: false,
      hasAlarm: false,
      checked: 0,
      checks: 0,
      tags: [],
      waits: false,
    });
  });

  test('loses markup that no note may have', async () => {
    const id = await make(anna, { content: '<p onclick="x">Text<script>boese()</script></p>' });
    expect((await details(anna, id)).content).toBe('<p>Text</p>');
    await save(anna, id, { content: '<p>a<iframe src="https://boese.example"></iframe></p>' });
    expect((await details(anna, id)).content).toBe('<p>a</p>');
  });

  test('is refused where it is none', async () => {
    const id = await make(anna);
    const wrong = '422 PARAMETERS_INVALID';
    const bad: object[] = [
      { title: 'x'.repeat(301) },
      { forerunTime: -1 },
      { forerunTime: 31_536_001 },
      { fixedMaturityDate: '2027-02-30' },
      { fixedMaturityDate: 'morgen' },
      { zone: 'Europe/Entenhausen' },
      { tags: [''] },
      { tags: Array.from({ length: 31 }, (_, at) => `t${at}`) },
      { responsibleUserId: 0 },
      { ownerUserId: -1 },
      { waitsFor: Array.from({ length: 51 }, (_, at) => at + 1) },
      { saveType: 'all' },
      { content: 'x'.repeat(1_000_001) },
      { unknown: 1 },
      { repetitionConfig: { type: 'hourly' } },
      { repetitionConfig: { type: 'daily', cycleTime: 0 } },
      { alarmConfig: { date: 'bald' } },
    ];
    for (const one of bad) expect([one, await codeOf(edit(anna, id, one))]).toEqual([one, wrong]);
    expect(await codeOf(edit(anna, id, { title: 'x'.repeat(300) }))).toBe('200');
  });
});

describe('reminders', () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const alarm = (more: object) => ({ notifiable: true, ...more });

  test('lie between now and the due time where they are set anew', async () => {
    const id = await make(anna, { responsibleUserId: ids.ben, ownerUserId: ids.anna, fixedMaturityDate: at(3) });
    const fieldOf = async (changes: object) => {
      const { status, body } = await edit(anna, id, changes);
      return status === 200 ? '200' : [body.code, (body as unknown as { data: { field: string } }).data.field];
    };
    const invalid = (field: string) => ['TASK_REMINDER_INVALID', field];
    expect(await fieldOf({ alarmConfig: alarm({ date: at(-1) }) })).toEqual(invalid('date'));
    expect(await fieldOf({ alarmConfig: alarm({ date: at(4) }) })).toEqual(invalid('date'));
    expect(await fieldOf({ alarmConfig: { ownerType: 'always', ownerDate: at(4) } })).toEqual(invalid('ownerDate'));
    expect(await fieldOf({ alarmConfig: { date: at(4), ownerDate: at(4) } })).toBe('200');
    const [date, ownerDate] = [at(2), at(1)];
    expect(await fieldOf({ alarmConfig: alarm({ date, ownerDate, ownerType: 'onlyOnUnfinished' }) })).toBe('200');
    // One that stays as it is may lie wherever it does.
    expect(await fieldOf({ fixedMaturityDate: at(1.5) })).toBe('200');
    expect(await fieldOf({ fixedMaturityDate: null })).toBe('200');
    expect(await codeOf(tryMake(anna, { alarmConfig: alarm({ date: at(-1) }) }))).toBe('422 TASK_REMINDER_INVALID');
  });

  test('become alarms of whose task it is, of who is told and of who gave it, and go when it is done', async () => {
    const [date, ownerDate] = [at(0.5), at(0.4)];
    const alarmConfig = {
      date,
      notifiable: true,
      ownerDate,
      ownerType: 'onlyOnUnfinished',
      notifiableUserIds: [ids.dora],
    };
    const id = await make(anna, {
      responsibleUserId: ids.ben,
      ownerUserId: ids.carla,
      fixedMaturityDate: at(3),
      alarmConfig,
    });
    const alarms = async (by: typeof anna) =>
      (
        await by.query<{ id: number; type: string; alarmTimestamp: number }[]>('alarm.background', {
          browser: 'Firefox',
          version: '1',
          platform: 'web',
        })
      )
        .filter((one) => one.id === numberOf(id))
        .map(({ type, alarmTimestamp }) => [type, alarmTimestamp]);
    const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
    expect([await alarms(anna), await alarms(ben), await alarms(carla), await alarms(dora)]).toEqual([
      [],
      [['task', seconds(date)]],
      [['taskOwner', seconds(ownerDate)]],
      [['task', seconds(date)]],
    ]);
    await state(ben, [as('ben', id)], 'ready');
    expect([await alarms(ben), await alarms(carla), await alarms(dora)]).toEqual([[], [], []]);
    await state(ben, [as('ben', id)], 'seen');
    expect((await alarms(ben)).length + (await alarms(carla)).length + (await alarms(dora)).length).toBe(3);
    await anna.command('task.unsubscribe', { aggregateId: id });
    expect([await alarms(ben), await alarms(carla), await alarms(dora)]).toEqual([[], [], []]);
    expect((await details(anna, id)).alarmConfig).toMatchObject({ notifiable: false, ownerType: 'never', date });
  });
});

describe('pictures', () => {
  const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  test('in a text are kept with the task, seen by those who see it, and taken along by the next one of a series', async () => {
    const { uploadId } = await upload(anna, PICTURE, 'punkt.gif');
    const repeats = { fixedMaturityDate: '2027-03-01', repetitionConfig: { type: 'weekly' } };
    const id = await make(anna, {
      title: 'Mit Bild',
      content: `<p><img data-kontor-upload="${uploadId}" alt=""></p>`,
      ...repeats,
    });
    const key = uploadId.replaceAll('-', '').toLowerCase();
    expect((await details(anna, id)).content).toContain(`data-kontor-inline="${key}"`);
    const picture = (by: typeof anna, aggregateId: string) =>
      codeOf(by.tryQuery('activity.picture', { aggregateId, key }));
    expect([await picture(anna, id), await picture(carla, as('carla', id))]).toEqual(['200', GONE]);
    await state(anna, [id], 'ready');
    const next = (await list(anna, { searchTerm: 'Mit Bild' })).find(
      ({ aggregateId }) => numberOf(aggregateId) !== numberOf(id),
    );
    expect((await details(anna, next?.aggregateId ?? '')).content).toContain(`data-kontor-inline="${key}"`);
    expect(await picture(anna, next?.aggregateId ?? '')).toBe('200');
    const strange = `<p><img data-kontor-upload="${uploadId.replace(/^./, (first) => (first === '0' ? '1' : '0'))}" alt=""></p>`;
    expect(await codeOf(edit(anna, id, { content: strange }))).toBe('422 WRITTEN_PICTURE_INVALID');
  });
});
