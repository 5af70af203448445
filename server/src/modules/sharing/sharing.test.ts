import { RIGHTS } from '@kontor/contract/account';
import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import type { DocumentDetail } from '@kontor/contract/document';
import { formatAggregateId, itemKey, parseAggregateId } from '@kontor/contract/kernel';
import type { MemoDetail } from '@kontor/contract/memo';
import type { GlobalizationRecord } from '@kontor/contract/sharing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { insertItems } from '../activity/index.ts';
import { codeOf, openFixture, type Fixture } from '../mail/writing/testing/fixture.ts';
import { seedRecord } from '../record/factory.ts';
import { edit, fieldsOf, details as taskDetails } from '../task/testing/fixture.ts';

const [NO, GONE] = ['403 RIGHT_MISSING', '404 NOT_FOUND'];

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
}, 60_000);
afterAll(() => fixture?.close());

const entryOf = (id: string): number => parseAggregateId(id)?.entryId ?? 0;
const records = (by: TestClient, ...aggregateIds: string[]) =>
  by.query<GlobalizationRecord[]>('globalization.details', { aggregateIds });
const share = (by: TestClient, aggregateIds: string[], to: readonly (keyof Fixture['ids'])[], more: object = {}) =>
  by.tryCommand<{ missing: string[] }>('globalization.set', {
    aggregateIds,
    userIds: to.map((name) => fixture.ids[name]),
    ...more,
  });
const takeBack = (by: TestClient, aggregateIds: string[], from: readonly (keyof Fixture['ids'])[]) =>
  codeOf(by.tryCommand('globalization.remove', { aggregateIds, userIds: from.map((name) => fixture.ids[name]) }));
const entry = async (by: TestClient, id: string): Promise<ListEntry | undefined> =>
  (await by.query<ListEntry[]>('filter.items', { view: 'all' })).find(
    ({ aggregateId }) => entryOf(aggregateId) === entryOf(id),
  );
const stateOf = async (by: TestClient, id: string) => (await entry(by, id))?.status;
/**
 * The next that is told of lists; an administrator is told of the audit log besides, whoever has a mail of what its check found, and whoever has
 * a file, whenever that is, that it was read.
 */
async function heard(end: StompPeer): ReturnType<StompPeer['event']> {
  const event = await end.event();
  const isRead = event.type === 'activity.changed' && !('changes' in event.payload);
  return event.type.startsWith('activity.') && event.payload.keys.includes('list') && !isRead ? event : heard(end);
}
const setState = (by: TestClient, id: string, state: string) =>
  by.tryCommand('activity.setState', { aggregateIds: [id], state });

const made = {
  mail: () => fixture.arrive({ subject: 'Lieferung' }),
  async memo() {
    const about = await seedRecord(fixture.server.change, fixture.instance, { values: { name: 'W' } });
    const memo = { idoId: about.idoId, instanceId: about.idoInstanceId };
    return (await fixture.anna.command<{ aggregateId: string }>('memo.create', memo)).aggregateId;
  },
  task: (more: object = {}) =>
    fixture.anna
      .command<{ aggregateId: string }>('task.create', {
        moduleLayout: 'task',
        inactive: false,
        title: 'Angebot',
        ...more,
      })
      .then(({ aggregateId }) => aggregateId),
  note: () => made.task({ moduleLayout: 'note', title: 'Zugang' }),
  async document() {
    const data = Buffer.from('%PDF-1.7').toString('base64');
    const file = { fileName: 'Vertrag.pdf', size: 8, type: 'application/pdf', data, box: 0 };
    return (await fixture.anna.command<{ aggregateId: string }>('document.create', file)).aggregateId;
  },
};

type Kind = keyof typeof made;
const DETAILS: Readonly<Record<Kind, string>> = {
  mail: 'mail.details',
  memo: 'memo.details',
  task: 'task.details',
  note: 'task.details',
  document: 'document.details',
};
const opens = (by: TestClient, kind: Kind, aggregateId: string) => codeOf(by.tryQuery(DETAILS[kind], { aggregateId }));

/** What the kind lets nobody do who only reads. */
async function tryToWrite(by: TestClient, kind: Kind, aggregateId: string): Promise<string> {
  if (kind === 'mail') return codeOf(by.tryCommand('mail.claim', { aggregateIds: [aggregateId], isTakenOver: true }));
  if (kind === 'task' || kind === 'note') return codeOf(edit(by, aggregateId, { title: 'Anders' }));
  if (kind === 'memo') {
    const { title, content, alarm, communicationTypeId, contactPersonId, duration, timestamp, aggregateVersion } =
      await by.query<MemoDetail>('memo.details', { aggregateId });
    const fields = { title, content, alarm, communicationTypeId, contactPersonId, duration, timestamp };
    return codeOf(by.tryCommand('memo.save', { aggregateId, aggregateVersion, ...fields }));
  }
  const { filename, buzzwords, aggregateVersion, changeable } = await by.query<DocumentDetail>('document.details', {
    aggregateId,
  });
  expect(changeable).toBe(false);
  const fields = { title: 'Anders', filename, buzzwords, categories: [], postboxId: 0, aggregateVersion };
  const file = {
    fileName: 'Neu.pdf',
    size: 8,
    type: 'application/pdf',
    data: Buffer.from('%PDF-2.0').toString('base64'),
  };
  expect(await codeOf(by.tryCommand('document.createVersion', { aggregateId, ...file }))).toBe(NO);
  return codeOf(by.tryCommand('document.process', { aggregateId, ...fields }));
}

describe.each(Object.keys(made) as Kind[])('a %s that is shared', (kind) => {
  test('is read by who has it, never written, and gone when it is taken back', async () => {
    const { anna, dora, ids } = fixture;
    const id = await made[kind]();
    expect(await opens(dora, kind, id)).toBe(GONE);
    const [annaEnd, doraEnd] = await Promise.all([StompPeer.as(anna), StompPeer.as(dora)]);
    expect(await codeOf(share(anna, [id], ['dora'], { message: 'Bitte ansehen' }))).toBe('200');
    const module = parseAggregateId(id)?.module ?? 'email';
    const keys = expect.arrayContaining(['list', itemKey({ module, entryId: entryOf(id) })]);
    expect(await heard(doraEnd)).toMatchObject({ type: 'activity.added', payload: { keys } });
    expect(await heard(annaEnd)).toMatchObject({ type: 'activity.changed', payload: { keys } });
    expect(await entry(dora, id)).toMatchObject({ globalized: true, status: 1, extras: { sharedWithMe: true } });
    expect(await entry(anna, id)).not.toHaveProperty('extras.sharedWithMe');
    expect(await opens(dora, kind, id)).toBe('200');
    expect(await tryToWrite(dora, kind, id)).toBe(NO);
    const [record] = await records(dora, id);
    expect(record).toMatchObject({
      direction: 'globalizedForTheUser',
      globalization: 'globalizedWithMessage',
      mayShare: true,
      tooltip: { users: ['dora Berger'] },
    });
    expect(record?.window.globalizedUsers).toMatchObject([
      {
        userId: ids.dora,
        displayName: 'dora Berger',
        throughUserId: ids.anna,
        throughName: 'anna Berger',
        groupId: 0,
        message: 'Bitte ansehen',
        mayRemove: true,
      },
    ]);
    expect(await takeBack(anna, [id], ['dora'])).toBe('200');
    expect(await heard(doraEnd)).toMatchObject({ type: 'activity.removed', payload: { keys } });
    expect(await opens(dora, kind, id)).toBe(GONE);
    expect(await entry(dora, id)).toBeUndefined();
    expect(await codeOf(dora.tryQuery('globalization.details', { aggregateIds: [id] }))).toBe(GONE);
    expect(await entry(anna, id)).toMatchObject({ globalized: false });
    for (const end of [annaEnd, doraEnd]) end.close();
  });

  test('has a history of it, for all who see it', async () => {
    const { anna, dora, ids } = fixture;
    const id = await made[kind]();
    await share(anna, [id], ['dora'], { message: 'Bitte' });
    await anna.command('globalization.update', { aggregateIds: [id], message: 'Bis Freitag' });
    const history = (await dora.query<ItemChangeEntry[]>('activity.history', { aggregateId: id })).flatMap(
      ({ name, differences }) => differences.flatMap(({ field, ...one }) => (field === 'shared' ? [[name, one]] : [])),
    );
    const people = { userIds: [ids.dora], names: ['dora Berger'] };
    expect(history).toMatchObject([
      ['anna Berger', { before: { ...people, message: 'Bitte' }, after: { ...people, message: 'Bis Freitag' } }],
      ['anna Berger', { before: null, after: { ...people, message: 'Bitte' } }],
    ]);
  });
});

describe('who has it through whom', () => {
  test('is told in four ways and three states', async () => {
    const { anna, dora, emil, ids } = fixture;
    const id = await made.task();
    const stands = async (by: TestClient) => {
      const [record] = await records(by, id);
      return [record?.direction, record?.globalization];
    };
    expect(await stands(anna)).toEqual(['uninvolved', 'notGlobalized']);
    await share(anna, [id], ['dora']);
    expect(await stands(anna)).toEqual(['globalizedThroughTheUser', 'globalized']);
    expect(await stands(dora)).toEqual(['globalizedForTheUser', 'globalized']);
    await share(dora, [id], ['emil'], { message: 'Für dich' });
    expect(await stands(dora)).toEqual(['globalizedForAndThroughTheUser', 'globalizedWithMessage']);
    expect(await stands(emil)).toEqual(['globalizedForTheUser', 'globalizedWithMessage']);
    const [record] = await records(emil, id);
    expect(record?.window.globalizedUsers.map((one) => [one.throughUserId, one.userId, one.mayRemove])).toEqual([
      [ids.anna, ids.dora, false],
      [ids.dora, ids.emil, true],
    ]);
  });

  test('several share with the same person, and each takes their own back', async () => {
    const { anna, ben, dora } = fixture;
    const id = await made.mail();
    await share(anna, [id], ['dora'], { message: 'von Anna' });
    await share(ben, [id], ['dora'], { message: 'von Ben' });
    expect(await takeBack(ben, [id], ['dora'])).toBe('200');
    expect(await takeBack(ben, [id], ['dora'])).toBe(GONE);
    expect(await opens(dora, 'mail', id)).toBe('200');
    expect((await records(dora, id))[0]?.window.globalizedUsers.map(({ message }) => message)).toEqual(['von Anna']);
    expect(await takeBack(anna, [id], ['dora'])).toBe('200');
    expect(await opens(dora, 'mail', id)).toBe(GONE);
  });

  test('what was passed on ends by who has the right, and by who passed it on also when they have it no more', async () => {
    const { anna, dora, emil } = fixture;
    const id = await made.document();
    await share(anna, [id], ['dora']);
    await share(dora, [id], ['emil']);
    expect(await takeBack(emil, [id], ['dora'])).toBe(GONE);
    expect(await takeBack(anna, [id], ['emil'])).toBe('200');
    expect(await opens(emil, 'document', id)).toBe(GONE);
    await share(dora, [id], ['emil']);
    await takeBack(anna, [id], ['dora']);
    expect(await opens(emil, 'document', id)).toBe('200');
    expect(await takeBack(dora, [id], ['emil'])).toBe('200');
    expect(await opens(emil, 'document', id)).toBe(GONE);
  });

  test('who has it lets it go, whoever shared it', async () => {
    const { anna, dora } = fixture;
    const id = await made.memo();
    await share(anna, [id], ['dora']);
    expect(await takeBack(dora, [id], ['dora'])).toBe('200');
    expect(await entry(dora, id)).toBeUndefined();
  });
});

describe('how it stands', () => {
  test('is one’s own with who only has it by a share, and Done for them too when the kind is one for all', async () => {
    const { anna, dora } = fixture;
    const id = await made.task();
    await share(anna, [id], ['dora']);
    await setState(dora, id, 'ready');
    expect([await stateOf(dora, id), await stateOf(anna, id)]).toEqual([3, 2]);
    expect((await taskDetails(anna, id)).entry.status).toBe(2);
    await setState(dora, id, 'seen');
    expect(await codeOf(dora.tryCommand('activity.delete', { aggregateIds: [id] }))).toBe(GONE);
    await setState(anna, id, 'ready');
    expect([await stateOf(dora, id), await stateOf(anna, id)]).toEqual([3, 3]);
  });

  test('stays with who had it before, and with who gets it once more', async () => {
    const { anna, ben, dora } = fixture;
    const id = await made.mail();
    await setState(ben, id, 'seen');
    await share(anna, [id], ['ben', 'dora']);
    expect([await stateOf(ben, id), await stateOf(dora, id)]).toEqual([2, 1]);
    await setState(dora, id, 'ready');
    await share(anna, [id], ['dora'], { message: 'Noch einmal' });
    expect(await stateOf(dora, id)).toBe(3);
    await anna.command('globalization.update', { aggregateIds: [id], message: 'Anders' });
    expect(await stateOf(dora, id)).toBe(3);
    await takeBack(anna, [id], ['ben']);
    expect(await opens(ben, 'mail', id)).toBe('200');
  });

  test('whose task it becomes keeps it when the share ends', async () => {
    const { anna, dora, ids } = fixture;
    const id = await made.task();
    await share(anna, [id], ['dora']);
    await setState(dora, id, 'seen');
    expect(await codeOf(edit(anna, id, { responsibleUserId: ids.dora }))).toBe('200');
    expect(await stateOf(dora, id)).toBe(1);
    await takeBack(anna, [id], ['dora']);
    expect(await opens(dora, 'task', id)).toBe('200');
    expect(await codeOf(edit(dora, id, { title: 'Meins' }))).toBe('200');
    await share(anna, [id], ['dora']);
    expect(await codeOf(edit(anna, id, { responsibleUserId: ids.anna }))).toBe('200');
    expect(await codeOf(edit(dora, id, { title: 'Nicht mehr' }))).toBe(NO);
    expect(fieldsOf(await taskDetails(dora, id)).title).toBe('Meins');
  });
});

describe('what is refused', () => {
  test('people who may not see the kind, by name, and nothing is shared with the others either', async () => {
    const { anna, dora, ids } = fixture;
    const [mail, task] = [await made.mail(), await made.task()];
    const refused = await share(anna, [mail, task], ['dora', 'carla']);
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'SHARE_RIGHT_MISSING', data: { userIds: [ids.carla] } },
    });
    for (const [kind, id] of [
      ['mail', mail],
      ['task', task],
    ] as const)
      expect(await opens(dora, kind, id)).toBe(GONE);
    expect((await records(anna, task))[0]?.window.users.map(({ userId }) => userId)).not.toContain(ids.carla);
  });

  test('a mail of a mailbox in which one only reads', async () => {
    const { anna, ben, carla, dora, ids, shared } = fixture;
    const id = await made.mail();
    const { accountId } = shared;
    const { version } = await anna.query<{ version: number }>('mail.rights', { accountId });
    const rights = [ids.ben, ids.carla].map((subjectId) => ({
      subject: 'person',
      subjectId,
      sends: subjectId === ids.ben,
      manages: false,
    }));
    await anna.command('mail.saveRights', { accountId, rights, aggregateVersion: version });
    expect((await records(ben, id))[0]).toMatchObject({ mayShare: true });
    expect((await records(carla, id))[0]).toMatchObject({ mayShare: false });
    expect(await codeOf(share(carla, [id], ['dora']))).toBe(NO);
    expect(await opens(dora, 'mail', id)).toBe(GONE);
  });

  test('items that one does not see, and those among others are named', async () => {
    const { anna, emil } = fixture;
    const [own, hidden] = [await made.note(), await fixture.arrive({ subject: 'Privat' }, fixture.own.boxId)];
    expect(await codeOf(share(anna, [hidden], ['dora']))).toBe(GONE);
    const { body } = await share(anna, [own, hidden], ['emil']);
    expect(body.data.missing).toEqual([hidden]);
    expect((await records(emil, own, hidden)).map(({ window }) => window.globalizedUsers.length)).toEqual([1, 0]);
  });

  test.each([
    ['nobody', { userIds: [987_654] }, GONE],
    ['a group that is not there', { userIds: [], groupIds: [987_654] }, GONE],
    ['a message that is too long', { userIds: [1], message: 'x'.repeat(2001) }, '422 PARAMETERS_INVALID'],
    ['too many people', { userIds: Array.from({ length: 201 }, (_, n) => n + 1) }, '422 PARAMETERS_INVALID'],
    ['what cannot be kept', { userIds: [1], message: 'a\0b' }, '422 PARAMETERS_INVALID'],
  ])('%s', async (_, params, answer) => {
    const id = await made.note();
    expect(await codeOf(fixture.anna.tryCommand('globalization.set', { aggregateIds: [id], ...params }))).toBe(answer);
    expect((await records(fixture.anna, id))[0]?.globalization).toBe('notGlobalized');
  });

  test('nothing is shared with oneself, and a message of shares that are none is not kept', async () => {
    const id = await made.note();
    expect(await codeOf(share(fixture.anna, [id], ['anna']))).toBe('200');
    expect((await records(fixture.anna, id))[0]?.globalization).toBe('notGlobalized');
    const none = fixture.anna.tryCommand('globalization.update', { aggregateIds: [id], message: 'Hallo' });
    expect(await codeOf(none)).toBe(GONE);
  });
});

test('more pairs than one command takes are refused before anything is written', async () => {
  const { anna, dora, instance, server } = fixture;
  const people: number[] = [];
  for (let n = 0; n < 101; n += 1) people.push(await server.person(instance, `viele${n}`));
  const ids = await server.change(instance, (ctx) =>
    insertItems(
      ctx,
      Array.from({ length: 200 }, (_, n) => ({
        module: 'note' as const,
        ts: new Date(),
        boxId: 0,
        direction: 'bidirectional' as const,
        contact: '',
        information: `Viele ${n}`,
        channel: '',
        extras: {},
        viewers: [{ userId: fixture.ids.anna, boxId: 0, status: 2 as const, mine: true }],
        search: { title: '', senders: '', receivers: '', body: '' },
      })),
    ),
  );
  const aggregateIds = ids.map((entryId) => formatAggregateId({ module: 'note', entryId, userId: fixture.ids.anna }));
  const some = aggregateIds.slice(-20);
  const about = { aggregateIds, userIds: people };
  expect(await codeOf(anna.tryCommand('globalization.set', about))).toBe('422 SHARE_TOO_MUCH');
  expect(await codeOf(dora.tryQuery('globalization.details', { aggregateIds: some }))).toBe(GONE);
  expect((await records(anna, aggregateIds[0] ?? ''))[0]?.globalization).toBe('notGlobalized');
  expect(await codeOf(share(anna, aggregateIds, ['dora']))).toBe('200');
  expect(await records(dora, ...some)).toHaveLength(20);
  expect(await takeBack(anna, aggregateIds, ['dora'])).toBe('200');
  expect(await codeOf(dora.tryQuery('globalization.details', { aggregateIds: some }))).toBe(GONE);
});

describe('groups and people who change', () => {
  test('a group is its people at that moment who may see it; joining later gives nothing, leaving takes nothing', async () => {
    const { anna, ben, dora, emil, ids } = fixture;
    const about = { name: 'Technik', userIds: [ids.dora, ids.carla] };
    const group = await dora.command<{ groupId: number; aggregateVersion: number }>('account.createGroup', about);
    const id = await made.task();
    expect(await codeOf(share(anna, [id], [], { groupIds: [group.groupId] }))).toBe('200');
    const [record] = await records(anna, id);
    expect(record?.window.globalizedUsers).toMatchObject([
      { userId: ids.dora, groupId: group.groupId, groupName: 'Technik' },
    ]);
    await dora.command('account.changeGroup', { ...group, name: 'Technik', userIds: [ids.emil, ids.ben] });
    expect(await opens(dora, 'task', id)).toBe('200');
    for (const one of [ben, emil]) expect(await opens(one, 'task', id)).toBe(GONE);
  });

  test('who loses the right to the kind sees nothing of it, and who left stays named', async () => {
    const { anna, dora, ids } = fixture;
    const id = await made.document();
    await share(anna, [id], ['emil']);
    const person = { userId: ids.emil, firstName: 'emil', lastName: 'Berger', email: null, isAdministrator: false };
    await dora.command('account.savePerson', { ...person, rights: RIGHTS.filter((one) => one !== 'documentList') });
    const emil = await fixture.server.client(fixture.instance, 'emil');
    expect(await opens(emil, 'document', id)).toBe(NO);
    expect(await codeOf(emil.tryQuery('globalization.details', { aggregateIds: [id] }))).toBe(GONE);
    await dora.command('account.setActive', { userId: ids.emil, isActive: false });
    expect((await records(anna, id))[0]?.tooltip.users).toEqual(['emil Berger']);
    expect(await takeBack(anna, [id], ['emil'])).toBe('200');
  });
});
